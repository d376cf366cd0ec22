import type { BrowserWords } from '../../../words/browser.ts'
import type { Aids, Around } from './aids.ts'

/** Loads what helps with steps. They need none of it: without its words, or a network, there is none. */
export async function loadAids(saying: Promise<BrowserWords | undefined>, around: Omit<Around, 'words'>): Promise<Aids | undefined> {
  const [words, loaded] = await Promise.all([saying, import('./aids.ts').catch(() => undefined)])
  return words && loaded && !around.signal.aborted ? new loaded.Aids({ ...around, words }) : undefined
}
