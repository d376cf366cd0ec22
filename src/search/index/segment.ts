import pLimit from 'p-limit'
import { close, createIndex } from 'pagefind'
import { sentence, SystemError } from '../../errors.ts'
import { type SearchDocument, toSearchHtml } from '../document.ts'
import { isUnspaced } from '../unspaced.ts'

/** Documents sent to Pagefind ahead, in order: it indexes one while the next is prepared. */
const IN_FLIGHT = 16

/**
 * Makes one index with Pagefind, of documents in one language, and returns its files. Pages keep the order of the documents.
 * `onGiven` is called with each while Pagefind indexes it, `onIndexed` afterwards. Throws a {@link SystemError} when Pagefind fails.
 */
export async function filesOfIndex(
  documents: readonly SearchDocument[],
  lang: string,
  { onGiven, onIndexed }: { onGiven: (document: SearchDocument) => void; onIndexed: () => void },
): Promise<{ path: string; content: Uint8Array }[]> {
  const { index } = await answered(createIndex({ forceLanguage: isUnspaced(lang) ? 'unknown' : lang }), 'starting')
  if (!index)
    throw new SystemError('Pagefind, which makes the search index, did not start. Run "npm ci" and try again.', {
      code: 'ERR_SEARCH_INDEX',
    })
  const limit = pLimit(IN_FLIGHT)
  const add = async (document: SearchDocument) => {
    const added = index.addHTMLFile({ url: document.path, content: toSearchHtml(document) })
    onGiven(document)
    await answered(added, `indexing ${document.path}`)
    onIndexed()
  }
  await Promise.all(documents.map((document) => limit(add, document)))
  const { files } = await answered(index.getFiles(), `making the index of ${lang}`)
  await index.deleteIndex()
  return files
}

/** Stops Pagefind's process. */
export const endIndexing = (): Promise<unknown> => close()

/** Pagefind's answer. Its errors, thrown or returned, become one sentence. */
async function answered<T extends { errors: string[] }>(asked: Promise<T>, doing: string): Promise<T> {
  const failed = (why: string, cause?: unknown) =>
    new SystemError(`Pagefind, which makes the search index, failed while ${doing}: ${why}. Free memory and disk space, or run "npm ci".`, {
      cause,
      code: 'ERR_SEARCH_INDEX',
    })
  const answer = await asked.catch((error: unknown) => {
    throw failed(sentence(error), error)
  })
  if (answer.errors.length > 0) throw failed(answer.errors.join('; '))
  return answer
}
