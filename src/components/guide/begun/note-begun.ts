import { nameOfPage } from '../../../trusted/place.ts'
import type { Step } from '../steps/steps.ts'
import { keepBegun } from './begun-guides.ts'

/** A title has to stand on a button. */
const TITLE_LENGTH = 80

/** Keeps a guide among those that were begun for as long as some of its steps are ticked, and not all. */
export function noteBegun(guide: HTMLElement, steps: readonly Step[]): void {
  const isDone = ({ element }: Step): boolean => element.querySelector<HTMLInputElement>('.step-text > .tick input')?.checked ?? false
  const next = steps.slice(steps.findLastIndex(isDone) + 1)[0] ?? steps.find((step) => !isDone(step))
  const path = location.pathname
  if (!next || !steps.some(isDone)) return keepBegun(path)
  const title = guide.querySelector('h1')?.textContent.trim() ?? ''
  const above = Array.from(document.querySelectorAll<HTMLAnchorElement>('.crumbs a'), ({ pathname }) => nameOfPage(pathname))
  keepBegun(path, {
    path,
    title: title.length > TITLE_LENGTH ? `${title.slice(0, TITLE_LENGTH)}…` : title,
    hash: next.link.hash,
    step: next.name,
    above,
  })
}
