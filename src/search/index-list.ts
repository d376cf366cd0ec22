/** The file beside the indexes that names them all: one index a language, a large language in several. */
export const INDEX_LIST = 'indexes.json'

/** One Pagefind index. */
export interface IndexEntry {
  lang: string
  /** Below `pagefind/`, with a slash at the end; '' for the first. */
  folder: string
  pages: number
}
