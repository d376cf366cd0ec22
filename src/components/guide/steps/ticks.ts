import type { Progress } from './progress.ts'

/**
 * Brings the tick boxes below an element to life: as this device remembers them, and remembered from now on. Those of a guide that is shown
 * within it are left to that guide; `changed` is told of them too.
 */
export function bindTicks(root: HTMLElement, progress: Progress, changed?: () => void): void {
  const show = (): void => {
    const { ticks } = progress
    for (const box of boxesIn(root)) box.checked = ticks.has(box.dataset.tick ?? '')
    changed?.()
  }
  for (const box of boxesIn(root)) box.closest('label')?.removeAttribute('hidden')
  root.addEventListener('change', ({ target }) => {
    const box = boxesIn(root).find((own) => own === target)
    if (box?.dataset.tick) progress.tick(box.dataset.tick, box.checked)
    show() // A thing can stand in two lists.
  })
  // Another window ticked; the browser put back what boxes were before a reload.
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, show)
  show()
}

const guideOf = (element: Element): Element | null => element.closest('[data-prerequisite]')

const boxesIn = (root: HTMLElement): HTMLInputElement[] =>
  [...root.querySelectorAll<HTMLInputElement>('input[data-tick]')].filter((box) => guideOf(box) === guideOf(root))
