import type { Progress } from './progress.ts'
import { type Step, stepAt } from './steps.ts'

/**
 * Offers to return to the step where reading last stopped. Returns a function to call with each step that is reached: until the offer is
 * answered or obsolete, the old position stays.
 */
export function offerPlace(bar: HTMLElement, steps: readonly Step[], progress: Progress): (step: Step) => void {
  const left = stepAt(steps, progress.place)
  const link = bar.querySelector('a')
  const isFirst = !left || left === steps[0]
  if (!isFirst && !stepAt(steps, location.hash) && link) {
    link.hash = left.link.hash
    link.textContent = left.name
    bar.hidden = false
    for (const answer of bar.querySelectorAll('a, button')) answer.addEventListener('click', () => (bar.hidden = true))
  }
  return (step) => {
    if (!bar.hidden && left && steps.indexOf(step) < steps.indexOf(left)) return
    bar.hidden = true
    progress.place = step.link.hash
  }
}
