import type { CacheReader } from '../cache/reader.ts'
import { isPublic, listOf, numberIn } from './fields.ts'
import type { Lists } from './lists.ts'

/** Ids of the private guides of a cache, and of their steps. */
export interface Hidden {
  guides: ReadonlySet<number>
  steps: ReadonlySet<number>
}

/**
 * What a comment may not be about, lest it tell of a private guide. Reads the guides that the public list does not vouch for: few, or
 * none where the crawl had no token.
 */
export async function hiddenContexts(cache: CacheReader, lists: Lists): Promise<Hidden> {
  const list = await lists.index('guides')
  const guides = new Set<number>()
  const steps = new Set<number>()
  for (const place of list?.places() ?? []) if (list?.number('isPublic', place) === 0) guides.add(list.number('id', place))
  for await (const key of cache.keys('guide')) {
    const guideid = Number(key.id)
    const isVouchedFor = list?.placeOf(guideid) !== undefined && !guides.has(guideid)
    const guide = isVouchedFor ? undefined : await cache.record(key)
    if (guide === undefined || (isPublic(guide) && !guides.has(guideid))) continue
    guides.add(guideid)
    for (const step of listOf(guide, 'steps')) steps.add(numberIn(step, 'stepid'))
  }
  return { guides, steps }
}
