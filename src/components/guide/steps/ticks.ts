import type { Progress } from './progress.ts'

/** Initializes checkboxes from this device's storage, and stores changes. Nested guides own theirs; `changed` is called for all. */
export function bindTicks(root: HTMLElement, progress: Progress, changed: () => void = () => undefined): void {
  const show = (): void => {
    const { ticks } = progress
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
