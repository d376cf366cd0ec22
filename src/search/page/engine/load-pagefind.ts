import { fieldsOf } from '../../fields.ts'
import type { OpenIndex } from './indexes.ts'
import type { PagefindModule } from '../../pagefind-api.ts'
import { isOneWord, WordSearch } from './word-search.ts'

/** By module: how often it failed to load. */
const failures = new Map<string, number>()

/** The module lies beside the index, and is not part of our own scripts. Browsers remember by its address that one failed: the next time it has another. */
async function load(url: string): Promise<PagefindModule> {
  const before = failures.get(url) ?? 0
  try {
    return (await import(/* @vite-ignore */ before > 0 ? `${url}?again=${before}` : url)) as PagefindModule
  } catch (error) {
    failures.set(url, before + 1)
    throw error
  }
}

/** As browsers do. */
export const loadPagefind: OpenIndex = async (url, options) => {
  const { createInstance } = await load(url)
  const words = new WordSearch(createInstance({ ...options, noWorker: true }), options.basePath)
  return {
    async search(text, options) {
      const quick = text !== null && isOneWord(text) && !options.sort ? await words.search(text, options) : undefined
      if (quick) return quick
      const { results, unfilteredResultCount } = await words.ask(text, options)
      const found = results.map(({ id, score, words, matchedMetaFields, data }) => ({
        id,
        score,
        fields: fieldsOf(matchedMetaFields),
        data,
        places: () => Promise.resolve(words),
      }))
      return { results: found, unfilteredResultCount }
    },
  }
}
