import { resolve } from 'node:path'
import { openCache } from '../../src/cache/reader.ts'
import { type Guide, guideSchema } from '../../src/model/guide.ts'
import { parse } from '../../src/model/parse.ts'
import { pathOf } from '../../src/routes.ts'

/** The guides of the sample in the site's own language, as in its records. */
export async function sampleGuides(): Promise<Guide[]> {
  const cache = await openCache(resolve(import.meta.dirname, '../../sample'))
  const guides: Guide[] = []
  for await (const key of cache.keys('guide')) {
    const guide = parse(guideSchema, await cache.record(key))
    if (!key.lang && guide.ok && guide.value.public) guides.push(guide.value)
  }
  return guides
}

/** The first matching guide of the sample. */
export function theGuide(guides: readonly Guide[], is: (guide: Guide) => boolean): Guide {
  const guide = guides.find(is)
  if (!guide) throw new Error('The sample has no such guide.')
  return guide
}

export const hasMedia =
  (type: string) =>
  (guide: Guide): boolean =>
    guide.steps.some((step) => step.media?.type === type)

export const guidePath = ({ guideid }: { guideid: number }): string => pathOf({ kind: 'guide', guideid })
