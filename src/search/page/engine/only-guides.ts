import type { IndexEntry } from '../../index-list.ts'
import { META } from '../../pagefind/format.ts'
import { loadGuidePages } from '../../pagefind/guide-pages.ts'
import type { IndexFiles } from '../../pagefind/index-files.ts'
import { listOf } from '../../pagefind/pagefind-files.ts'
import type { Source } from '../plan/source.ts'

/** Gives the sources of opened indexes with some guides alone, by id: see Indexes in indexes.ts. `folder` is where they lie, with a slash at its end. */
export function onlyGuidesOf(
  folder: string,
  opened: readonly IndexEntry[],
  { sources, files }: { sources: readonly Source[]; files: readonly IndexFiles[] },
): (ids: ReadonlySet<number>) => Promise<Source[]> {
  let loading: Promise<Map<string, Map<number, number>>[]> | undefined
  const load = (): Promise<Map<string, Map<number, number>>[]> =>
    Promise.all(opened.flatMap(({ guides }) => (guides ? [loadGuidePages(folder + guides)] : [])))
  return async (ids) => {
    loading ??= load()
    // Failures are forgotten.
    loading.catch(() => (loading = undefined))
    const guides = new Map((await loading).flatMap((part) => [...part]))
    return sources.map((source, at) => {
      const named = listOf(files[at]?.meta[META.pages])
      const pages = Array.from(guides.get(opened[at]?.folder ?? '') ?? [], ([guideid, page]) => (ids.has(guideid) ? [named[page]] : []))
      return source.narrowedTo(new Set(pages.flat().map((page) => String(listOf(page)[0]))))
    })
  }
}
