import { listenForTurns } from './turning.ts'
import { fitPictures } from './pictures.ts'
import { type Step, stepAt } from './steps.ts'
import { keepAwake } from './wake.ts'

/**
 * Shows one step of the guide in the whole window, out of the same markup: all else is out of reach until it ends. Each step that is shown
 * goes to `reached`. The address names the step; Back ends it.
 */
export function showOneStep(section: HTMLElement, steps: readonly Step[], first: Step, reached: (step: Step) => void): void {
  if (section.classList.contains('one-step')) return
  const oneStep = new OneStep(section, steps, reached)
  oneStep.start(first)
}

class OneStep {
  readonly #guide: HTMLElement
  readonly #section: HTMLElement
  readonly #steps: readonly Step[]
  readonly #reached: (step: Step) => void
  readonly #ending = new AbortController()
  #step: Step | undefined
  /** Ends what lasts as long as one step is shown. */
  #shown = new AbortController()

  constructor(section: HTMLElement, steps: readonly Step[], reached: (step: Step) => void) {
    this.#guide = section.closest<HTMLElement>('.guide') ?? section
    this.#section = section
    this.#steps = steps
    this.#reached = reached
  }

  start(step: Step): void {
    const { signal } = this.#ending
    this.#takeWindow()
    history.scrollRestoration = 'manual' // Back leads to the step that was shown, not to where it began.
    if (stateOf() !== 'on') {
      history.replaceState({ oneStep: 'before' }, '')
      history.pushState({ oneStep: 'on' }, '', step.link.hash)
    }
    window.addEventListener('popstate', () => this.#addressChanged(), { signal })
    for (const [what, act] of Object.entries({
      previous: () => this.#turn(-1),
      next: () => this.#goOn(),
      end: () => this.#end(),
    }))
      this.#button(what)?.addEventListener('click', act, { signal })
    listenForTurns(this.#section, { turn: (by) => this.#turn(by), end: () => this.#end() }, signal)
    keepAwake(signal)
    this.#show(step)
    this.#section.focus()
  }

  /** The button says that the step is done; keys and fingers only leaf through. */
  #goOn(): void {
    const box = this.#step?.element.querySelector<HTMLInputElement>('.step-text > .tick input')
    if (box && !box.checked) box.click()
    this.#turn(1)
  }

  #turn(by: number): void {
    const at = this.#step ? this.#steps.indexOf(this.#step) : 0
    const step = this.#steps[at + by]
    if (step) this.#show(step)
    else if (by > 0) this.#end()
  }

  #show(step: Step): void {
    const at = this.#steps.indexOf(step)
    const hadFocus = this.#step?.element.contains(document.activeElement)
    this.#step = step
    for (const { element } of this.#steps) element.hidden = element !== step.element
    markArrived(step)
    this.#shown.abort()
    this.#shown = new AbortController()
    const next = this.#button('next')
    const previous = this.#button('previous')
    if (previous) previous.disabled = at === 0
    if (next) next.firstElementChild?.toggleAttribute('hidden', at === this.#steps.length - 1)
    if (next) next.lastElementChild?.toggleAttribute('hidden', at < this.#steps.length - 1)
    if (hadFocus || (at === 0 && document.activeElement === previous)) this.#section.focus()
    history.replaceState({ oneStep: 'on' }, '', step.link.hash)
    this.#section.scrollTop = 0
    fitPictures(step, this.#section, this.#shown.signal)
    this.#reached(step)
    this.#say([step.name, step.element.querySelector('.step-title span')?.textContent].filter(Boolean).join(': '))
    loadPictures(this.#steps[at + 1])
  }

  /** Back, or an address that somebody typed or a text leads to. */
  #addressChanged(): void {
    const step = stateOf() === 'before' ? undefined : stepAt(this.#steps, location.hash)
    if (step) this.#show(step)
    else this.#end()
  }

  #end(): void {
    this.#ending.abort()
    this.#shown.abort()
    for (const { element } of this.#steps) element.hidden = false
    if (stateOf() === 'on') history.replaceState(null, '', this.#step?.link.hash)
    history.scrollRestoration = 'auto'
    if (this.#step) this.#reached(this.#step)
    this.#step?.element.scrollIntoView()
    this.#button('start')?.focus({ preventScroll: true })
  }

  /** Puts the steps over the page as a dialog, and undoes all of it when the end is signalled. */
  #takeWindow(): void {
    const section = this.#section
    const undo: (() => void)[] = []
    const bar = this.#guide.querySelector('[data-step-guide]')
    if (bar) {
      const place = document.createComment('')
      bar.replaceWith(place)
      section.prepend(bar)
      undo.push(() => place.replaceWith(bar))
    }
    for (let inner: HTMLElement = section; inner.parentElement; inner = inner.parentElement) {
      for (const other of inner.parentElement.children) {
        if (other === inner || !(other instanceof HTMLElement) || other.inert) continue
        other.inert = true
        undo.push(() => (other.inert = false))
      }
    }
    const given = { role: 'dialog', 'aria-modal': 'true', 'aria-label': section.dataset.oneStep ?? '', tabindex: '-1' }
    const labelledBy = section.getAttribute('aria-labelledby') ?? ''
    section.removeAttribute('aria-labelledby')
    for (const [name, value] of Object.entries(given)) section.setAttribute(name, value)
    const swap = (on: boolean): void => {
      for (const element of [section, document.documentElement]) element.classList.toggle('one-step', on)
      section.querySelector('[data-turn]')?.toggleAttribute('hidden', !on)
      this.#button('start')?.toggleAttribute('hidden', on)
      this.#button('end')?.toggleAttribute('hidden', !on)
    }
    swap(true)
    this.#ending.signal.addEventListener('abort', () => {
      swap(false)
      for (const name of Object.keys(given)) section.removeAttribute(name)
      section.setAttribute('aria-labelledby', labelledBy)
      for (const step of undo) step()
    })
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

/** Says of a step's pictures when they are there: until then their places are filled, and the bands beside them too. */
function markArrived({ element }: Step): void {
  for (const image of element.querySelectorAll('img')) {
    const mark = (): void => image.parentElement?.classList.add('is-here')
    if (image.complete && image.naturalWidth > 0) mark()
    else image.addEventListener('load', mark, { once: true })
  }
}

/** Loads a step's pictures before they are seen. */
function loadPictures(step: Step | undefined): void {
  for (const image of step?.element.querySelectorAll('img') ?? []) image.loading = 'eager'
}
