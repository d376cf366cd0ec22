import type { BrowserWords } from '../../../words/browser.ts'
import type { Step } from '../steps/steps.ts'
import { durationsIn } from './durations.ts'
import { langOf } from './lang-of.ts'
import { ReadAloud } from './read-aloud.ts'
import { placeTimers, timerButtons } from './timers.ts'

export interface Around {
  section: HTMLElement
  words: BrowserWords
  /** Aborted when single-step mode ends. */
  signal: AbortSignal
  say: (text: string) => void
}

/** Aids for the current step: timers for the durations in its text, and reading aloud. */
export class Aids {
  readonly #around: Around
  readonly #voice: ReadAloud | undefined

  constructor(around: Around) {
    const { section, words, signal, say } = around
    this.#around = around
    const end = section.querySelector('[data-do=end]')
    this.#voice = end && 'speechSynthesis' in window ? new ReadAloud(end, words, signal, say) : undefined
    placeTimers(section.querySelector('[data-turn]'))
    // A running timer survives the step in which it was started.
    signal.addEventListener('abort', () => placeTimers(null))
  }

  /** Shows the aids for a step until the signal is aborted. */
  show(step: Step, signal: AbortSignal): void {
    const { words, say } = this.#around
    const lines = step.element.querySelector('.step-text > .lines')
    const first = lines?.querySelector('.line-text') ?? step.element
    const durations = lines ? durationsIn(lines.textContent, langOf(first)) : []
    if (lines && durations.length > 0) {
      const buttons = timerButtons(durations, words, say)
      lines.after(buttons)
      signal.addEventListener('abort', () => buttons.remove())
    }
    this.#voice?.show(step)
  }
}
