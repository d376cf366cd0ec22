import type { BrowserWords } from '../../../words/browser.ts'
import type { Step } from '../steps/steps.ts'
import { button, element } from '../../element.ts'
import { sayTime } from './stopwatch.ts'

/** The content of the end screen, and the actions that may follow. */
export interface Ending {
  words: BrowserWords
  steps: readonly Step[]
  spentMs: number
  /** Absent if the steps were in reverse. */
  reverse?: (() => void) | undefined
  /** The heading of the guide's conclusion; null if there is none. */
  conclusion: HTMLElement | null
  conclude: () => void
}

/** Shows after the last step what was done, how long it took, and what is next. */
export function makeEnding({ words, steps, spentMs, reverse, conclusion, conclude }: Ending): HTMLElement {
  const left = steps.filter(({ element }) => !element.querySelector<HTMLInputElement>(STEP_TICK)?.checked)
  const done = words.say('ending.done', { done: steps.length - left.length, all: steps.length })
  const ending = element('li', 'step step-bare ending')
  const title = element('h3', 'step-title', words.say('ending.title'))
  title.tabIndex = -1
  ending.append(title, element('p', '', done), element('p', '', words.say('ending.took', { time: sayTime(words.lang, spentMs) })))
  if (left.length > 0) ending.append(listOfSteps(words.say('ending.left'), left))
  const next = element('div', 'bench-bar')
  if (conclusion) next.append(button(conclusion.textContent, conclude))
  if (reverse) next.append(button(words.say('ending.reverse'), reverse))
  if (next.hasChildNodes()) ending.append(element('h3', '', words.say('ending.next')), next)
  return ending
}

/** The checkbox that marks a step as done. */
export const STEP_TICK = '.step-text > .tick input'

function listOfSteps(heading: string, steps: readonly Step[]): HTMLElement {
  const list = element('p', 'bench-bar', heading)
  for (const { link, name } of steps) {
    const number = link.hash.slice(link.hash.lastIndexOf('-') + 1)
    const to = element('a', '', number)
    to.href = link.hash
    to.ariaLabel = name
    list.append(to)
  }
  return list
}
