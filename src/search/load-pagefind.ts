import { fieldsOf } from './fields.ts'
import type { OpenIndex } from './indexes.ts'
import type { PagefindModule } from './pagefind-api.ts'
import { isOneWord, WordSearch } from './word-search.ts'

/** As a browser does: the module lies beside the index, and is not part of our own scripts. */
export const loadPagefind: OpenIndex = async (url, options) => {
  const { createInstance } = (await import(/* @vite-ignore */ url)) as PagefindModule
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
