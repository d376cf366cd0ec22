import type { Step } from '../steps/steps.ts'
import { durationsIn } from './durations.ts'
import { type Around, langOf, readAloud } from './read-aloud.ts'
import { placeTimers, timerButtons } from './timers.ts'

/**
 * Aids for the current step: timers for the durations in its text, and reading aloud. Returns a function that shows those of a step until
 * its signal is aborted.
 */
export function startAids(around: Around): (step: Step, signal: AbortSignal) => void {
  const { section, words, say } = around
  const end = section.querySelector('[data-do=end]')
  const read = end && 'speechSynthesis' in window ? readAloud(end, around) : undefined
  placeTimers(section.querySelector('[data-turn]'))
  // A running timer survives the step in which it was started.
  around.signal.addEventListener('abort', () => placeTimers(null))
  return (step, signal) => {
    const lines = step.element.querySelector('.step-text > .lines')
    const first = lines?.querySelector('.line-text') ?? step.element
    const durations = lines ? durationsIn(lines.textContent, langOf(first)) : []
    if (lines && durations.length > 0) {
      const buttons = timerButtons(durations, words, say)
      lines.after(buttons)
      signal.addEventListener('abort', () => buttons.remove())
    }
    read?.(step)
  }
}
