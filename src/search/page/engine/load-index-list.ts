import { INDEX_LIST, type IndexEntry } from '../../index-list.ts'
import { loadJson } from '../../../trusted/files.ts'

/** By folder. */
const loading = new Map<string, Promise<IndexEntry[]>>()

/** The list of all indexes of the site. `folder` is their folder, with a trailing slash. Throws when it cannot be read. */
export function loadIndexList(folder: string): Promise<IndexEntry[]> {
  const list = loadJson<IndexEntry[]>(folder + INDEX_LIST)
  loading.set(folder, list)
  list.catch(() => loading.delete(folder))
  return list
}

/** Like {@link loadIndexList}, but reuses a loaded list only once: a second call follows a failure, and the site may have changed. */
export function takeIndexList(folder: string): Promise<IndexEntry[]> {
  const list = loading.get(folder) ?? loadJson<IndexEntry[]>(folder + INDEX_LIST)
  loading.delete(folder)
  return list
}
