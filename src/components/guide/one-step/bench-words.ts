import { fetchFile } from '../../../trusted/files.ts'
import { type BrowserWords, wordsInBrowser } from '../../../words/browser.ts'

/** The words that no page has before one step is shown: they stand in the file of the search. Undefined where it cannot be had, as in a guide in one file. */
export async function benchWords(): Promise<BrowserWords | undefined> {
  const box = document.querySelector<HTMLFormElement>('form.search-box')
  if (!box) return undefined
  try {
    const answer = await fetchFile(new URL('words.json', box.action))
    return answer.ok ? wordsInBrowser(await answer.text()) : undefined
  } catch {
    return undefined // No network, or something else answers: the steps need no words.
  }
}
