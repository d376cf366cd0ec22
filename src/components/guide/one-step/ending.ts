import type { BrowserWords } from '../../../words/browser.ts'
import { STEP_TICK, type Step } from '../steps/steps.ts'
import { button, element } from '../../element.ts'

/** The content of the end screen, and the actions that may follow. */
export interface Ending {
  words: BrowserWords
  steps: readonly Step[]
  spentMs: number
  /** Absent if the steps were in reverse, or do not take anything apart. */
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

/** Someone away for longer has left the bench. */
const AWAY_MS = 3_600_000

/**
 * Sums up the time spent on a guide, and stores it with the ticks, at `key`. A page hidden for an hour was left; for less, work continues.
 * Restarts if `isFirst`: nothing of the guide is done yet. Stops at the signal. Returns a function that stores the time so far, and returns
 * it, in milliseconds.
 */
export function startStopwatch(key: string, isFirst: boolean, signal: AbortSignal): () => number {
  let spentMs = isFirst ? 0 : timeKept(key)
  let since = Date.now()
  let hiddenAt = 0
  const note = (): number => {
    const now = Date.now()
    spentMs += Math.max(0, now - since)
    since = now
    try {
      localStorage.setItem(key, String(spentMs))
    } catch {
      // Storage denied or full: the time of this visit is still reported.
    }
    return spentMs
  }
  const seen = (): void => {
    if (document.visibilityState === 'hidden') {
      note()
      hiddenAt = Date.now()
    } else if (hiddenAt && Date.now() - hiddenAt > AWAY_MS) since = Date.now()
  }
  document.addEventListener('visibilitychange', seen, { signal })
  signal.addEventListener('abort', note)
  return note
}

/** Other sites on the host can write to the same key, in any form. */
function timeKept(key: string): number {
  try {
    return Math.max(0, Number(localStorage.getItem(key)) || 0)
  } catch {
    return 0
  }
}

/** `1 hour, 12 minutes` in a language, at least a minute. */
function sayTime(lang: string, ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000))
  const parts = [
    ['hour', Math.floor(minutes / 60)],
    ['minute', minutes % 60],
  ] as const
  const said = parts.flatMap(([unit, many]) =>
    many > 0 ? new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(many) : [],
  )
  return new Intl.ListFormat(lang, { type: 'unit' }).format(said)
}
