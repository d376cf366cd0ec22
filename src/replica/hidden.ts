import { privacyName } from '../cache/private-keys.ts'
import type { CacheReader } from '../cache/reader.ts'
import { NAMESPACES } from '../model/ref.ts'
import { listOf, numberIn, textIn } from './fields.ts'
import type { Lists } from './index/lists.ts'
import type { Refused } from './refused.ts'

/** By context of a comment: the ids of what only the holder of the token may read. */
export type Hidden = Readonly<Record<'guide' | 'step' | 'wiki', ReadonlySet<number>>>

/**
 * What a comment must not be about, so that it reveals nothing private: guides, their steps, and wikis that are private or that the service
 * refused. Reads only the private guides: few, or none if the crawl had no token.
 */
export async function hiddenContexts(
  cache: CacheReader,
  lists: Lists,
  { privateKeys, refused }: { privateKeys: ReadonlySet<string>; refused: Refused },
): Promise<Hidden> {
  const guides = new Set(refused.ids('guide').map(Number))
  const steps = new Set<number>()
  for (const name of privateKeys) if (name.startsWith('guide ')) guides.add(Number(name.slice('guide '.length)))
  for (const guideid of guides)
    for (const step of listOf(await cache.record({ kind: 'guide', id: String(guideid) }), 'steps')) steps.add(numberIn(step, 'stepid'))
  return { guide: guides, step: steps, wiki: await secretWikis(lists, privateKeys) }
}

async function secretWikis(lists: Lists, privateKeys: ReadonlySet<string>): Promise<Set<number>> {
  const ids = new Set<number>()
  if (![...privateKeys].some((name) => name.startsWith('wiki '))) return ids
  for (const namespace of NAMESPACES)
    for await (const item of (await lists.index(`wikis-${namespace}`))?.all() ?? []) {
      if (privateKeys.has(privacyName({ kind: 'wiki', id: `${namespace}/${textIn(item, 'title')}` }))) ids.add(numberIn(item, 'wikiid'))
    }
  return ids
}
