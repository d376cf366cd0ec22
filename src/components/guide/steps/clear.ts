import { say } from './say.ts'

/**
 * Brings the buttons to life that take all ticks of the page away, those of guides shown within this one too. Until somebody ticks again, a
 * second press puts them back. The answer shows whether there is anything to do.
 */
export function bindClear(guide: HTMLElement): () => void {
  const buttons = [...guide.querySelectorAll<HTMLButtonElement>('[data-do=clear]')]
  const ticked = (): HTMLInputElement[] => [...guide.querySelectorAll<HTMLInputElement>('input[data-tick]:checked')]
  let cleared: HTMLInputElement[] = []
  let isOurs = false

  const show = (): void => {
    const isBack = cleared.length > 0
    for (const button of buttons) {
      button.disabled = !isBack && ticked().length === 0
      button.firstElementChild?.toggleAttribute('hidden', isBack)
      button.lastElementChild?.toggleAttribute('hidden', !isBack)
    }
  }
  const press = (button: HTMLButtonElement): void => {
    const isBack = cleared.length > 0
    const boxes = isBack ? cleared : ticked()
    cleared = isBack ? [] : boxes
    isOurs = true
    // As if each box was pressed: whose it is keeps it.
    for (const box of boxes) if (box.checked !== isBack) box.click()
    isOurs = false
    say(button, isBack ? button.dataset.back : button.dataset.cleared)
    show()
  }
  for (const button of buttons) button.addEventListener('click', () => press(button))
  guide.addEventListener('change', () => {
    if (isOurs) return
    cleared = []
    show()
  })
  return show
}
