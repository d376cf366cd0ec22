import type { Aids } from '../aids/aids.ts'
import { loadAids } from '../aids/load-aids.ts'
import type { Progress } from '../steps/progress.ts'
import { type Step, stepAt } from '../steps/steps.ts'
import { benchWords } from './bench-words.ts'
import { makeEnding, STEP_TICK } from './ending.ts'
import { fitPictures, loadPictures, markArrived } from './pictures.ts'
import { Stopwatch } from './stopwatch.ts'
import { takeWindow } from './take-window.ts'
import { listenForTurns } from './turning.ts'
import { keepAwake } from './wake.ts'

/** A guide in single-step mode. */
export interface Bench {
  section: HTMLElement
  steps: readonly Step[]
  progress: Progress
  /** Called with each step that is shown. */
  reached: (step: Step) => void
}

/**
 * Shows one step of the guide in the whole window, using the same markup: everything else is inert until it ends. The address contains the
 * step; Back ends the mode. The last step is followed by a summary.
 */
export function showOneStep(bench: Bench, first: Step): void {
  if (!bench.section.classList.contains('one-step')) new OneStep(bench).start(first)
}

class OneStep {
  readonly #guide: HTMLElement
  readonly #section: HTMLElement
  readonly #steps: readonly Step[]
  readonly #reached: (step: Step) => void
  readonly #ending = new AbortController()
  readonly #stopwatch: Stopwatch
  readonly #words = benchWords()
  readonly #aids: Promise<Aids | undefined>
  /** The steps in order of display: for reassembly, from last to first. */
  #order: readonly Step[]
  #step: Step | undefined
  /** The end screen, while it is shown. */
  #end: HTMLElement | undefined
  /** Aborted when single-step mode ends. */
  #shown = new AbortController()

  constructor({ section, steps, progress, reached }: Bench) {
    this.#guide = section.closest<HTMLElement>('.guide') ?? section
    this.#section = section
    this.#steps = this.#order = steps
    this.#reached = reached
    const isNew = !steps.some(({ element }) => element.querySelector<HTMLInputElement>(STEP_TICK)?.checked)
    this.#stopwatch = new Stopwatch(progress, isNew, this.#ending.signal)
    this.#aids = loadAids(this.#words, { section, signal: this.#ending.signal, say: (text) => this.#say(text) })
  }

  start(step: Step): void {
    const { signal } = this.#ending
    takeWindow(this.#section, signal)
    this.#showButtons(true)
    signal.addEventListener('abort', () => this.#showButtons(false))
    history.scrollRestoration = 'manual' // Back leads to the step that was shown, not to where it began.
    if (stateOf() !== 'on') {
      history.replaceState({ oneStep: 'before' }, '')
      history.pushState({ oneStep: 'on' }, '', step.link.hash)
    }
    window.addEventListener('popstate', () => this.#addressChanged(), { signal })
    for (const [what, act] of Object.entries({
      previous: () => this.#turn(-1),
      next: () => this.#goOn(),
      end: () => this.#leave(),
    }))
      this.#button(what)?.addEventListener('click', act, { signal })
    listenForTurns(this.#section, { turn: (by) => this.#turn(by), end: () => this.#leave() }, signal)
    keepAwake(signal)
    this.#show(step)
    this.#section.focus()
  }

  /** The button marks the step as done; keys and swipes only navigate. */
  #goOn(): void {
    const box = this.#step?.element.querySelector<HTMLInputElement>(STEP_TICK)
    if (box && !box.checked && !this.#isReversed) box.click()
    this.#turn(1)
  }

  get #isReversed(): boolean {
    return this.#order !== this.#steps
  }

  #turn(by: number): void {
    const at = this.#end ? this.#order.length : this.#step ? this.#order.indexOf(this.#step) : 0
    const step = this.#order[at + by]
    if (step) this.#show(step)
    else if (by > 0 && !this.#end) void this.#showEnd()
  }

  /** If its words are not available, the last step is the end. */
  async #showEnd(): Promise<void> {
    const [last, words] = [this.#step, await this.#words]
    if (this.#ending.signal.aborted || this.#end || this.#step !== last) return
    if (!words) return this.#leave()
    const conclusion = this.#guide.querySelector<HTMLElement>('#conclusion')
    this.#shown.abort()
    this.#end = makeEnding({
      words,
      steps: this.#steps,
      spentMs: this.#stopwatch.note(),
      reverse: this.#isReversed ? undefined : () => this.#reverse(words.say('ending.inReverse')),
      conclusion,
      conclude: () => this.#leave(conclusion),
    })
    for (const { element } of this.#steps) element.hidden = true
    last?.element.after(this.#end)
    this.#button('next')?.toggleAttribute('hidden', true)
    this.#button('previous')?.toggleAttribute('disabled', false)
    this.#section.scrollTop = 0
    this.#end.querySelector('h3')?.focus()
  }

  #removeEnd(): void {
    this.#end?.remove()
    this.#end = undefined
    this.#button('next')?.toggleAttribute('hidden', false)
  }

  /** For reassembly: from the last step to the first, without ticking any. */
  #reverse(said: string): void {
    this.#order = this.#steps.toReversed()
    this.#guide.querySelector('[data-position]')?.setAttribute('data-reverse', said)
    const [first] = this.#order
    if (first) this.#show(first)
  }

  #show(step: Step): void {
    const at = this.#order.indexOf(step)
    const hadFocus = (this.#end ?? this.#step?.element)?.contains(document.activeElement)
    this.#step = step
    this.#removeEnd()
    this.#stopwatch.note()
    for (const { element } of this.#steps) element.hidden = element !== step.element
    markArrived(step)
    this.#shown.abort()
    this.#shown = new AbortController()
    const { signal } = this.#shown
    void this.#aids.then((aids) => !signal.aborted && aids?.show(step, signal))
    const next = this.#button('next')
    const previous = this.#button('previous')
    if (previous) previous.disabled = at === 0
    if (next) next.firstElementChild?.toggleAttribute('hidden', at === this.#order.length - 1)
    if (next) next.lastElementChild?.toggleAttribute('hidden', at < this.#order.length - 1)
    if (hadFocus || (at === 0 && document.activeElement === previous)) this.#section.focus()
    history.replaceState({ oneStep: 'on' }, '', step.link.hash)
    this.#section.scrollTop = 0
    fitPictures(step, this.#section, signal)
    this.#reached(step)
    this.#say([step.name, step.element.querySelector('.step-title span')?.textContent].filter(Boolean).join(': '))
    loadPictures(this.#order[at + 1])
  }

  /** Back, a typed address, or a link in a text. */
  #addressChanged(): void {
    const step = stateOf() === 'before' ? undefined : stepAt(this.#steps, location.hash)
    if (step) this.#show(step)
    else this.#leave()
  }

  #leave(to?: Element | null): void {
    this.#ending.abort()
    this.#shown.abort()
    this.#removeEnd()
    this.#guide.querySelector('[data-reverse]')?.removeAttribute('data-reverse')
    for (const { element } of this.#steps) element.hidden = false
    if (stateOf() === 'on') history.replaceState(null, '', this.#step?.link.hash)
    history.scrollRestoration = 'auto'
    if (this.#step) this.#reached(this.#step)
    ;(to ?? this.#step?.element)?.scrollIntoView()
    this.#button('start')?.focus({ preventScroll: true })
  }

  #showButtons(on: boolean): void {
    this.#section.querySelector('[data-turn]')?.toggleAttribute('hidden', !on)
    this.#button('start')?.toggleAttribute('hidden', on)
    this.#button('end')?.toggleAttribute('hidden', !on)
  }

  #button(what: string): HTMLButtonElement | null {
    return this.#guide.querySelector(`[data-do=${what}]`)
  }

  #say(text: string): void {
    const said = this.#section.querySelector('[data-step-guide] [data-said]')
    if (said) said.textContent = text
  }
}

const stateOf = (): unknown => (history.state as { oneStep?: unknown } | null)?.oneStep
