import type { BrowserWords } from '../../../words/browser.ts'
import type { Aids } from './aids.ts'

interface Around {
  section: HTMLElement
  signal: AbortSignal
  say: (text: string) => void
}

/** Loads what helps with steps. They need none of it: without its words, or a network, there is none. */
export async function loadAids(saying: Promise<BrowserWords | undefined>, around: Around): Promise<Aids | undefined> {
  const [words, loaded] = await Promise.all([saying, import('./aids.ts').catch(() => undefined)])
  return words && loaded && !around.signal.aborted ? new loaded.Aids({ ...around, words }) : undefined
}
