import { fieldsOf } from './fields.ts'
import type { OpenIndex } from './indexes.ts'
import type { PagefindModule } from './pagefind-api.ts'

/** As a browser does: the module lies beside the index, and is not part of our own scripts. */
export const loadPagefind: OpenIndex = async (url, options) => {
  const { createInstance } = (await import(/* @vite-ignore */ url)) as PagefindModule
  const instance = createInstance({ ...options, noWorker: true })
  return {
    async search(text, options) {
      const { results, unfilteredResultCount } = await instance.search(text, options)
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
