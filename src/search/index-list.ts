/** The folder of a site's search index. */
export const INDEX_FOLDER = 'pagefind'

/** The file that lists all indexes: one per language for translations and one for the source, large ones in shards. */
export const INDEX_LIST = 'indexes.json'

/** One Pagefind index. */
export interface IndexEntry {
  lang: string
  /** True for the translations into `lang`, false for the source's pages in it. */
  isTranslation: boolean
  /** Below `pagefind/`, with a trailing slash; '' for the first. */
  folder: string
  pages: number
  /**
   * Below `pagefind/`: the heads of all entries that are searched together with this one; only on the first of them (see
   * pagefind/index-head.ts).
   */
  heads?: string
  /**
   * Below `pagefind/`, on a large site: the title list of all entries that are searched together with this one; only on the first of them
   * (see titles/title-list.ts).
   */
  titles?: string
}

/** A key for the indexes that are searched together: all of the source's, and the translations into each language. */
export const partOf = ({ lang, isTranslation }: Pick<IndexEntry, 'lang' | 'isTranslation'>): string => (isTranslation ? lang : '')

/**
 * Below `pagefind/`: one file per language, with the words of its pages as a JSON array, in the spelling of the pages, the most relevant
 * first.
 */
export const vocabularyFile = (lang: string): string => `words/${lang}.json`

/** Below `pagefind/`: titles of pages, on a large site. */
export const TITLES_FOLDER = 'titles/'

/** The folder of titles that are searched together, below `pagefind/`: those translated into a language, or the source's. */
export const titleFolder = (lang: string, isTranslation: boolean): string => `${TITLES_FOLDER}${isTranslation ? lang : 'source'}/`

/** True for a file below `pagefind/` of Pagefind's program, which all indexes share. */
export const isProgram = (file: string): boolean => /^(?:pagefind\.js|wasm\.[^/]+)$/.test(file)

/** The folder of the index that a file below `pagefind/` may belong to. The first index is stored next to the folders of the others. */
export function indexFolderOf(file: string): string | undefined {
  const folder = file.slice(0, file.indexOf('/') + 1)
  return /^(?:fragment|index|filter)\/$/.test(folder) ? '' : folder || undefined
}
