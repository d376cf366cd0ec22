import { fetchFile } from '../../../trusted/files.ts'
import { type BrowserWords, wordsInBrowser } from '../../../words/browser.ts'

/** The words for single-step mode, from the search's file. Undefined if it cannot be loaded, as in a single-file guide. */
export async function benchWords(): Promise<BrowserWords | undefined> {
  const box = document.querySelector<HTMLFormElement>('form.search-box')
  if (!box) return undefined
  try {
    const answer = await fetchFile(new URL('words.json', box.action))
    return answer.ok ? wordsInBrowser(await answer.text()) : undefined
  } catch {
    return undefined // No network, or something else answers: the steps work without them.
  }
}
