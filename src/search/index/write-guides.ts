import { join } from 'node:path'
import { type IndexEntry, partOf } from '../index-list.ts'
import { guideSteps } from '../pagefind/guide-steps.ts'
import { packedFile } from '../pagefind/same-bytes.ts'
import type { IndexedPage } from './indexed-page.ts'
import { write } from './write-index.ts'

/** Writes which pages are guides, of indexes that are searched together into one file, which the first of them names; `folder` is where they lie. */
export async function writeGuides(pages: readonly IndexedPage[], entries: readonly IndexEntry[], folder: string): Promise<void> {
  const guides = guidesIn(pages)
  for (const together of Map.groupBy(entries, partOf).values()) {
    const some = together.flatMap((entry) => {
      const here = guides.get(entry.folder)
      return here ? [[entry.folder, here] as const] : []
    })
    const [first] = together
    if (!first || some.length === 0) continue
    const { name, bytes } = packedFile(guideSteps(new Map(some)))
    await write(join(folder, name), bytes)
    first.guides = name
  }
}

/** The ids of guides by the numbers of their pages, by the folder of each index. */
function guidesIn(pages: readonly IndexedPage[]): Map<string, Map<number, number>> {
  const guides = new Map<string, Map<number, number>>()
  for (const { kind, folder, number, path } of pages) {
    if (kind !== 'guide') continue
    const here = guides.get(folder) ?? new Map<number, number>()
    guides.set(folder, here.set(number, Number(path.split('/').at(-2))))
  }
  return guides
}
