import { say } from './say.ts'

/**
 * Initializes the buttons that clear all ticks of the page, including those of guides shown within this one. Until something is ticked
 * again, a second press restores them. The returned function updates whether they are enabled.
 */
export function bindClear(guide: HTMLElement): () => void {
  const buttons = [...guide.querySelectorAll<HTMLButtonElement>('[data-do=clear]')]
  const ticked = (): HTMLInputElement[] => [...guide.querySelectorAll<HTMLInputElement>('input[data-tick]:checked')]
  let cleared: HTMLInputElement[] = []
  let isClearing = false

  const show = (): void => {
    const isBack = cleared.length > 0
    for (const button of buttons) {
      button.disabled = !isBack && ticked().length === 0
      button.firstElementChild?.toggleAttribute('hidden', isBack)
      button.lastElementChild?.toggleAttribute('hidden', !isBack)
    }
  }
  /** Acts as if each box was clicked: its own guide stores it. */
  const turn = (boxes: readonly HTMLInputElement[], on: boolean): void => {
    isClearing = true
    for (const box of boxes) if (box.checked !== on) box.click()
    isClearing = false
  }
  const press = (button: HTMLButtonElement): void => {
    const [back, now] = [cleared, ticked()]
    cleared = back.length > 0 ? [] : now
    turn(back.length > 0 ? back : now, back.length > 0)
    say(button, back.length > 0 ? button.dataset.back : button.dataset.cleared)
    show()
  }
  for (const button of buttons) button.addEventListener('click', () => press(button))
  guide.addEventListener('change', () => {
    if (isClearing || cleared.length === 0) return
    cleared = []
    show()
  })
  return show
}
