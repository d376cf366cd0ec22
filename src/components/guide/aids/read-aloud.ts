import type { BrowserWords } from '../../../words/browser.ts'
import type { Step } from '../steps/steps.ts'
import { button } from '../../element.ts'

export interface Around {
  section: HTMLElement
  words: BrowserWords
  /** Aborted when single-step mode ends. */
  signal: AbortSignal
  say: (text: string) => void
}

const SVG = 'http://www.w3.org/2000/svg'
const SPEAKER = 'M4 9v6h4l5 4V5L8 9zM16.5 9a4.2 4.2 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11'

/**
 * Text-to-speech. Silent until it is switched on, and again when single-step mode ends. The button is placed before `place` if the device
 * has a voice; some report their voices late. Returns a function that reads a step from its start, if reading is on.
 */
export function readAloud(place: Element, { words, signal, say }: Omit<Around, 'section'>): (step: Step) => void {
  let current: Step | undefined
  const isOn = (): boolean => toggle.ariaPressed === 'true'
  const read = (): void => {
    speechSynthesis.cancel()
    if (current && isOn()) for (const [text, lang] of textsOf(current)) speak(text, lang, say)
  }
  const toggle = button('', () => {
    toggle.ariaPressed = String(!isOn())
    toggle.style.color = toggle.style.borderColor = isOn() ? 'var(--accent)' : ''
    read()
  })
  toggle.append(speaker())
  toggle.ariaLabel = toggle.title = words.say('aloud.read')
  toggle.ariaPressed = 'false'
  const offer = (): void => {
    if (speechSynthesis.getVoices().length > 0) place.before(toggle)
  }
  offer()
  speechSynthesis.addEventListener('voiceschanged', offer, { signal })
  signal.addEventListener('abort', () => {
    speechSynthesis.cancel()
    toggle.remove()
  })
  return (step) => {
    current = step
    read()
  }
}

/** Voices stop in the middle of a long text, so each line is a separate utterance. What cannot be spoken is shown to screen readers. */
function speak(text: string, lang: string, say: (text: string) => void): void {
  const utterance = Object.assign(new SpeechSynthesisUtterance(text), { lang })
  utterance.addEventListener('error', ({ error }) => {
    if (error !== 'canceled' && error !== 'interrupted') say(text)
  })
  speechSynthesis.speak(utterance)
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

/** The language of an element according to the page. */
export const langOf = (part: Element): string =>
  part.querySelector<HTMLElement>(':scope > [lang]')?.lang || part.closest<HTMLElement>('[lang]')?.lang || ''
