import { nameText } from '../model/php.ts'
import { NAMESPACES } from '../model/ref.ts'
import { canonicalTitle } from '../model/title.ts'
import { NAMES_PRIVACY, saysPrivate } from '../model/visibility.ts'
import type { RecordKey } from './layout.ts'
import { parseWhole } from './parse-stored.ts'
import type { CacheReader } from './reader.ts'
import type { ListName } from '../model/resources.ts'

/** `guide 44`, `wiki INFO/Solder`, by any spelling of the title; tags go by what they stand on. Undefined for what has no privacy of its own. */
export function privacyName(key: { kind: 'guide' | 'wiki'; id: string }): string
export function privacyName(key: Pick<RecordKey, 'kind' | 'id'>): string | undefined
export function privacyName({ kind, id }: Pick<RecordKey, 'kind' | 'id'>): string | undefined {
  if (kind === 'guide' || kind === 'guide-tags') return `guide ${id}`
  if (kind !== 'wiki' && kind !== 'wiki-tags') return undefined
  const slash = id.indexOf('/')
  return `wiki ${id.slice(0, slash)}/${canonicalTitle(id.slice(slash + 1))}`
}

/** {@link privacyName} of what an item of a list is about. */
export function privacyNameOfItem(list: ListName, item: unknown): string | undefined {
  const { guideid, title } = (typeof item === 'object' && item ? item : {}) as { guideid?: unknown; title?: unknown }
  if (list === 'guides' || list === 'guides-featured') return privacyName({ kind: 'guide', id: nameText(guideid) })
  return list.startsWith('wikis-') ? privacyName({ kind: 'wiki', id: `${list.slice('wikis-'.length)}/${nameText(title)}` }) : undefined
}

const LISTS: readonly ListName[] = ['guides', 'guides-featured', ...NAMESPACES.map((namespace) => `wikis-${namespace}` as const)]

/** Hears of a damaged record that counts as private because it names the field. */
export type OnDamaged = (key: RecordKey) => void

/** {@link readPrivateKeys}, and what the service let nobody read: all that a site for anyone is made without. */
export async function readPrivateNames(cache: CacheReader, onDamaged?: OnDamaged): Promise<Set<string>> {
  const names = await readPrivateKeys(cache, onDamaged)
  for await (const { name, missing } of cache.checked()) {
    const key = missing === 'private' && checkedKey(name)
    // What stays although it could not be read (see docs/report.md) is still to be shown.
    if (key && (await cache.recordText(key)) === undefined) names.add(privacyName(key) ?? '')
  }
  return names
}

/**
 * What a cache knows to be private of itself, by {@link privacyName}: where a list, an answer or a translation of it says so, and what
 * the crawl left out for that reason. Reads every guide and wiki of a cache that may hold private ones.
 */
export async function readPrivateKeys(cache: CacheReader, onDamaged?: OnDamaged): Promise<Set<string>> {
  const names = new Set<string | undefined>()
  for (const list of LISTS) for await (const item of cache.list(list)) if (saysPrivate(item)) names.add(privacyNameOfItem(list, item))
  for await (const { name, isWithheld } of cache.checked()) {
    const key = isWithheld && checkedKey(name)
    if (key && (await cache.recordText(key)) === undefined) names.add(privacyName(key))
  }
  if (cache.manifest.includesPrivate !== false)
    for (const kind of ['guide', 'wiki'] as const)
      for await (const key of cache.keys(kind)) if (await isStoredPrivate(cache, key, onDamaged)) names.add(privacyName(key))
  return new Set([...names].filter((name) => name !== undefined))
}

/** The guide or wiki that a note names. */
function checkedKey(name: string): RecordKey | undefined {
  const [, kind, id = ''] = /^(guide|wiki) (.*)$/s.exec(name) ?? []
  return kind === 'guide' || kind === 'wiki' ? { kind, id } : undefined
}

/** Few answers name the field with such a value at all; only those are worth parsing. One that is damaged may be private for all we know. */
async function isStoredPrivate(cache: CacheReader, key: RecordKey, onDamaged?: OnDamaged): Promise<boolean> {
  const text = await cache.recordText(key)
  if (text === undefined || !NAMES_PRIVACY.test(text)) return false
  const answer = parseWhole(text)
  if (answer === undefined) onDamaged?.(key)
  return answer === undefined || saysPrivate(answer)
}
