/** Where the search of a site lies. */
export const INDEX_FOLDER = 'pagefind'

/** The file beside the indexes that names them all: one a language for translations and for the source, large ones in parts. */
export const INDEX_LIST = 'indexes.json'

/** One Pagefind index. */
export interface IndexEntry {
  lang: string
  /** True for the translations into `lang`, false for what the source has in it. */
  isTranslation: boolean
  /** Below `pagefind/`, with a slash at the end; '' for the first. */
  folder: string
  pages: number
  /** Below `pagefind/`: the heads of all entries that are searched together with this one, the first of them (see pagefind/index-head.ts). */
  heads?: string
  /** Below `pagefind/`, on a large site: the list of the titles of all entries that are searched together with this one, the first of them (see titles/title-list.ts). */
  titles?: string
  /** Below `pagefind/`, where guides can be found by the tools that they need: which pages are guides, of all entries that are searched together with this one, the first of them (see pagefind/guide-steps.ts). */
  guides?: string
}

/** Names what is searched together: all that the source has, and the translations into each language. */
export const partOf = ({ lang, isTranslation }: Pick<IndexEntry, 'lang' | 'isTranslation'>): string => (isTranslation ? lang : '')
