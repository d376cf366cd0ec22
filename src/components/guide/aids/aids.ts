import type { BrowserWords } from '../../../words/browser.ts'
import type { Step } from '../steps/steps.ts'
import { durationsIn } from './durations.ts'
import { langOf } from './lang-of.ts'
import { ReadAloud } from './read-aloud.ts'
import { placeTimers, timerButtons } from './timers.ts'

export interface Around {
  section: HTMLElement
  words: BrowserWords
  /** One step is shown until then. */
  signal: AbortSignal
  say: (text: string) => void
}

/** What helps with the step that is shown: timers for the times that it names, and a voice that reads it. */
export class Aids {
  readonly #around: Around
  readonly #voice: ReadAloud | undefined

  constructor(around: Around) {
    const { section, words, signal, say } = around
    this.#around = around
    const end = section.querySelector('[data-do=end]')
    this.#voice = end && 'speechSynthesis' in window ? new ReadAloud(end, words, signal, say) : undefined
    placeTimers(section.querySelector('[data-turn]'))
    // A timer that runs is not lost with the step that it was started in.
    signal.addEventListener('abort', () => placeTimers(null))
  }

  /** Helps with a step until the signal. */
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
