import type { Cbor } from './cbor.ts'

/**
 * Which pages of some indexes are guides, as a file says it: `[folder, step[]][]`. An index has a step for each page up to its last guide: how much further on its guide's id is than that of
 * the guide before, or 0 for another page. It is the same as long as no guide comes or goes, whatever is written in them.
 */
export type GuideSteps = Cbor

/** What the file holds, of the ids of guides by the numbers of their pages. */
export const guideSteps = (indexes: ReadonlyMap<string, ReadonlyMap<number, number>>): GuideSteps =>
  Array.from(indexes, ([folder, guides]): Cbor => {
    const last = [...guides.keys()].reduce((most, page) => Math.max(most, page), -1)
    let before = 0
    return [
      folder,
      Array.from({ length: last + 1 }, (_, page) => {
        const id = guides.get(page) ?? before
        const step = id - before
        before = id
        return step
      }),
    ]
  })
