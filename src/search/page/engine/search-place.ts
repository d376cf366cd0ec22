import { Cached } from '../../cached.ts'
import { INDEX_LIST, type IndexEntry } from '../../index-list.ts'
import { loadJson } from '../../../trusted/files.ts'
import { folderAt } from '../../../trusted/place.ts'

/** Where to search and in which language. Paths end in a slash. */
export interface SearchPlace {
  /** Contains the index and the pictures. */
  root: string
  /** Contains the pages of this language. */
  base: string
  /** The page's language. */
  lang: string
  /** True if pages find only what is written in their own language. */
  ownOnly: boolean
}

/** The place named by `data-base`, `data-root` and `data-own-only` of a form or search page. */
export function placeOf({ dataset }: Pick<HTMLElement, 'dataset'>, lang = document.documentElement.lang): SearchPlace {
  const { base = '/', root = base, ownOnly } = dataset
  return { base: folderAt(base), root: folderAt(root), lang, ownOnly: ownOnly !== undefined }
}

/** The folder of the indexes, with a trailing slash. */
export const indexFolder = ({ root }: Pick<SearchPlace, 'root'>): string => `${root}pagefind/`

/** By folder. */
const lists = new Cached<IndexEntry[]>()

/** The list of all indexes of the site; one that is loaded and not yet taken is shared. Throws when it cannot be read. */
export function loadIndexList(place: Pick<SearchPlace, 'root'>): Promise<IndexEntry[]> {
  const folder = indexFolder(place)
  return lists.get(folder, () => loadJson<IndexEntry[]>(folder + INDEX_LIST))
}

/** Like {@link loadIndexList}, but reuses a loaded list only once: a second call follows a failure, and the site may have changed. */
export function takeIndexList(place: Pick<SearchPlace, 'root'>): Promise<IndexEntry[]> {
  const list = loadIndexList(place)
  lists.forget(indexFolder(place))
  return list
}
