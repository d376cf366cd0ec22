import type { Progress } from './progress.ts'
import { say } from './steps.ts'

/** Initializes checkboxes from this device's storage, and stores changes. Nested guides own theirs; `changed` is called for all. */
export function bindTicks(root: HTMLElement, progress: Progress, changed: () => void = () => undefined): void {
  const show = (): void => {
    const ticks = progress.ticks()
    for (const box of boxesIn(root)) box.checked = ticks.has(box.dataset.tick ?? '')
    changed()
  }
  for (const box of boxesIn(root)) box.closest('label')?.removeAttribute('hidden')
  root.addEventListener('change', ({ target }) => {
    const box = boxesIn(root).find((own) => own === target)
    if (box?.dataset.tick) progress.tick(box.dataset.tick, box.checked)
    show() // An item can be in two lists.
  })
  // Another window ticked a box, or the browser restored the boxes after a reload.
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, show)
  show()
}

const guideOf = (element: Element): Element | null => element.closest('[data-prerequisite]')

const boxesIn = (root: HTMLElement): HTMLInputElement[] =>
  [...root.querySelectorAll<HTMLInputElement>('input[data-tick]')].filter((box) => guideOf(box) === guideOf(root))

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
