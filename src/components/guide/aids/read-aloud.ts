import type { BrowserWords } from '../../../words/browser.ts'
import type { Step } from '../steps/steps.ts'
import { button } from '../element.ts'
import { langOf } from './lang-of.ts'

const SVG = 'http://www.w3.org/2000/svg'
const SPEAKER = 'M4 9v6h4l5 4V5L8 9zM16.5 9a4.2 4.2 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11'

/** Text-to-speech. Silent until it is switched on, and again when single-step mode ends. */
export class ReadAloud {
  readonly #button: HTMLButtonElement
  readonly #say: (text: string) => void
  #step: Step | undefined
  #isOn = false

  /** The button is placed before `place` if the device has a voice; some report their voices late. */
  constructor(place: Element, words: BrowserWords, signal: AbortSignal, say: (text: string) => void) {
    this.#say = say
    this.#button = button('', () => this.#toggle())
    this.#button.append(speaker())
    this.#button.ariaLabel = this.#button.title = words.say('aloud.read')
    this.#button.ariaPressed = 'false'
    const offer = (): void => {
      if (speechSynthesis.getVoices().length > 0) place.before(this.#button)
    }
    offer()
    speechSynthesis.addEventListener('voiceschanged', offer, { signal })
    signal.addEventListener('abort', () => {
      speechSynthesis.cancel()
      this.#button.remove()
    })
  }

  /** Reads a step from its start, if reading is on. */
  show(step: Step): void {
    this.#step = step
    speechSynthesis.cancel()
    if (this.#isOn) for (const [text, lang] of textsOf(step)) this.#speak(text, lang)
  }

  #toggle(): void {
    this.#isOn = !this.#isOn
    this.#button.ariaPressed = String(this.#isOn)
    this.#button.style.color = this.#button.style.borderColor = this.#isOn ? 'var(--accent)' : ''
    if (this.#step) this.show(this.#step)
  }

  /** Voices stop in the middle of a long text, so each line is a separate utterance. */
  #speak(text: string, lang: string): void {
    const utterance = Object.assign(new SpeechSynthesisUtterance(text), { lang })
    utterance.addEventListener('error', ({ error }) => {
      if (error !== 'canceled' && error !== 'interrupted') this.#say(text)
    })
    speechSynthesis.speak(utterance)
  }
}

/** On a phone, a row of buttons has no room for the words. */
function speaker(): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', SPEAKER)
  for (const [name, value] of Object.entries({ class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' })) svg.setAttribute(name, value)
  svg.append(path)
  return svg
}

/** The texts of a step to read, in order, with their languages. */
function textsOf({ element }: Step): [text: string, lang: string][] {
  const parts = element.querySelectorAll<HTMLElement>('.step-title, .step-text > .lines .callout-word, .step-text > .lines .line-text')
  return [...parts].flatMap((part) => {
    const own = part.cloneNode(true) as HTMLElement
    for (const below of own.querySelectorAll('.lines')) below.remove()
    const text = own.textContent.replace(/\s+/g, ' ').trim()
    return text ? [[text, langOf(part)] as [string, string]] : []
  })
}
