import type { RecordKey } from '../cache/layout.ts'
import { privacyName, privacyNameOfItem } from '../cache/private-keys.ts'
import type { CacheReader } from '../cache/reader.ts'
import { NAMESPACES } from '../model/ref.ts'
import { canonicalTitle } from '../model/title.ts'
import { saysPrivate } from '../model/visibility.ts'
import { fieldOf, listOf, numberIn, textIn } from './fields.ts'
import type { ListOf } from './index/list-index.ts'

/** What the service refused to the crawl, by its notes: see {@link refusedName}. */
export async function refusedNames(cache: CacheReader): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name, missing } of cache.checked()) if (missing === 'private') names.add(canonicalTitle(name))
  return names
}

/** Names a record, or a file by the hash of its address. */
export const refusedName = ({ kind, id }: RecordKey | { kind: 'media'; id: string }): string => canonicalTitle(`${kind} ${id}`)

/** By context of a comment: the ids of what only the holder of the token may read. */
export type Hidden = ReadonlyMap<string, ReadonlySet<number>>

/**
 * What a comment must not be about, so that it reveals nothing private: guides, their steps, and wikis that are private or that the service
 * refused. Reads only the private guides: few, or none if the crawl had no token.
 */
export async function hiddenContexts(
  cache: CacheReader,
  list: ListOf,
  { privateKeys, refused }: { privateKeys: ReadonlySet<string>; refused: ReadonlySet<string> },
): Promise<Hidden> {
  const [guide, step, wiki] = [new Set<number>(), new Set<number>(), new Set<number>()]
  for (const name of [...refused, ...privateKeys]) if (name.startsWith('guide ')) guide.add(Number(name.slice('guide '.length)))
  for (const guideid of guide)
    for (const one of listOf(await cache.record({ kind: 'guide', id: String(guideid) }), 'steps')) step.add(numberIn(one, 'stepid'))
  const hasWikis = [...privateKeys].some((name) => name.startsWith('wiki '))
  for (const namespace of hasWikis ? NAMESPACES : [])
    for await (const { item } of (await list(`wikis-${namespace}`))?.all() ?? []) {
      if (privateKeys.has(privacyName({ kind: 'wiki', id: `${namespace}/${textIn(item, 'title')}` }))) wiki.add(numberIn(item, 'wikiid'))
    }
  return new Map(Object.entries({ guide, step, wiki }))
}

/** True for a comment about something hidden. */
export const isAboutHidden = (comment: unknown, hidden: Hidden): boolean =>
  hidden.get(textIn(comment, 'context'))?.has(numberIn(comment, 'contextid')) ?? false

/** Suffixes of keys that may need removal from public answers. Omitting the first quote makes the search twice as fast. */
const SUSPECT = /mail"|public"\s*:\s*(?!true|1)/

/**
 * The public form of JSON: a crawl with a token stores more, such as e-mail addresses, and private guides among the prerequisites of a
 * public one or on a category's page. `privateKeys` contains guides that are private even if the references to them do not say so.
 */
export function publicView(json: Buffer, privateKeys: ReadonlySet<string>): Buffer {
  const bytes = json.toString('latin1')
  const isSuspect = SUSPECT.test(bytes) || (privateKeys.size > 0 && bytes.includes('guideid"'))
  return isSuspect ? Buffer.from(JSON.stringify(JSON.parse(json.toString('utf8'), without(privateKeys)))) : json
}

const without = (privateKeys: ReadonlySet<string>) => {
  const isShown = (item: unknown): boolean =>
    fieldOf(item, 'guideid') === undefined || !(saysPrivate(item) || privateKeys.has(privacyNameOfItem('guides', item) ?? ''))
  return (key: string, value: unknown): unknown => {
    if (key === 'email') return undefined
    return Array.isArray(value) ? value.filter(isShown) : value
  }
}
