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
