import type { BrowserWords } from '../../../words/browser.ts'
import type { Aids, Around } from './aids.ts'

/** Loads the aids for steps. They are optional: without their words, or a network, there are none. */
export async function loadAids(saying: Promise<BrowserWords | undefined>, around: Omit<Around, 'words'>): Promise<Aids | undefined> {
  const [words, loaded] = await Promise.all([saying, import('./aids.ts').catch(() => undefined)])
  return words && loaded && !around.signal.aborted ? new loaded.Aids({ ...around, words }) : undefined
}
