import { fieldsOf } from '../../fields.ts'
import { IndexPages } from './index-pages.ts'
import type { OpenIndex } from './indexes.ts'
import type { InstanceOptions, PagefindModule } from '../../pagefind-api.ts'
import { contentOnDisk } from '../../../trusted/disk.ts'
import { fetchFile } from '../../../trusted/files.ts'
import { isOnDisk } from '../../../trusted/place.ts'
import { isUnspaced } from '../../unspaced.ts'
import { isOneWord, WordSearch } from './word-search.ts'

/** By module: how often it failed to load. */
const failures = new Map<string, number>()

/** A module of Pagefind as a function: see pagefind/classic.ts. */
type Module = (fetch: unknown, document: unknown) => PagefindModule

/** A document in a language, for Pagefind, which cuts what was typed into words as it says. What is written in pairs is cut already: it would be taken apart again. */
export function documentIn(lang: string): object {
  const cutAs = isUnspaced(lang) ? 'und' : lang
  return { currentScript: null, querySelector: () => ({ getAttribute: () => cutAs }) }
}

/** The module lies beside the index, and is not part of our own scripts. Browsers remember by its address that one failed: the next time it has another. */
async function load(url: string, lang: string): Promise<PagefindModule> {
  if (import.meta.env.RELATIVE_LINKS && isOnDisk()) return ((await contentOnDisk(url)) as unknown as Module)(fetchFile, documentIn(lang))
  const before = failures.get(url) ?? 0
  try {
    return (await import(/* @vite-ignore */ before > 0 ? `${url}?again=${before}` : url)) as PagefindModule
  } catch (error) {
    failures.set(url, before + 1)
    throw error
  }
}

/** As browsers do. `lang` is the language in which somebody asks, where it is not that of the document. */
export const loadPagefind = async (url: string, options: InstanceOptions, lang = 'und'): ReturnType<OpenIndex> => {
  const { createInstance } = await load(url, lang)
  // Pagefind knows no other scheme than http.
  const basePath = isOnDisk() ? new URL(options.basePath).pathname : options.basePath
  const pages = new IndexPages(options.basePath, options.baseUrl)
  const words = new WordSearch(createInstance({ ...options, basePath, noWorker: true }), options.basePath, pages)
  return {
    async search(text, options) {
      if (text === null && !options.sort) return pages.search(options.filters)
      const quick = text !== null && isOneWord(text) && !options.sort ? await words.search(text, options) : undefined
      if (quick) return quick
      const { results, unfilteredResultCount } = await words.ask(text, options)
      const found = results.map(({ id, score, words, matchedMetaFields }) => ({
        id,
        score,
        fields: fieldsOf(matchedMetaFields),
        data: () => pages.load(id),
        places: () => Promise.resolve(words),
      }))
      return { results: found, unfilteredResultCount }
    },
  }
}
