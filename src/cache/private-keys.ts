import { ContentError } from '../errors.ts'
import { nameText } from '../model/php.ts'
import { NAMESPACES } from '../model/ref.ts'
import { canonicalTitle } from '../model/title.ts'
import { NAMES_PRIVACY, saysPrivate } from '../model/visibility.ts'
import type { RecordKey } from './layout.ts'
import { parseWhole } from './parse-stored.ts'
import type { CacheReader } from './reader.ts'
import type { ListName } from '../model/resources.ts'

/** `guide 44`, `wiki INFO/Solder`, for any spelling of the title; tags count with their record. Undefined for kinds without privacy of their own. */
export function privacyName(key: { kind: 'guide' | 'wiki'; id: string }): string
export function privacyName(key: Pick<RecordKey, 'kind' | 'id'>): string | undefined
export function privacyName({ kind, id }: Pick<RecordKey, 'kind' | 'id'>): string | undefined {
  if (kind === 'guide' || kind === 'guide-tags') return `guide ${id}`
  if (kind !== 'wiki' && kind !== 'wiki-tags') return undefined
  const slash = id.indexOf('/')
  return `wiki ${id.slice(0, slash)}/${canonicalTitle(id.slice(slash + 1))}`
}

/** {@link privacyName} of the record that a list item describes. */
export function privacyNameOfItem(list: ListName, item: unknown): string | undefined {
  const { guideid, title } = (typeof item === 'object' && item ? item : {}) as { guideid?: unknown; title?: unknown }
  if (list === 'guides' || list === 'guides-featured') return privacyName({ kind: 'guide', id: nameText(guideid) })
  return list.startsWith('wikis-') ? privacyName({ kind: 'wiki', id: `${list.slice('wikis-'.length)}/${nameText(title)}` }) : undefined
}

const LISTS: readonly ListName[] = ['guides', 'guides-featured', ...NAMESPACES.map((namespace) => `wikis-${namespace}` as const)]

/** Called for a damaged record that counts as private because it contains the field. */
export type OnDamaged = (key: RecordKey) => void

/** {@link readPrivateKeys}, and what the service refused: everything that a public site leaves out. */
export async function readPrivateNames(cache: CacheReader, onDamaged?: OnDamaged): Promise<Set<string>> {
  const names = await readPrivateKeys(cache, onDamaged)
  for await (const { name, missing } of cache.checked()) {
    const key = missing === 'private' && checkedKey(name)
    // Stale records that were kept (see docs/report.md) are still shown.
    if (key && !isThere(await textOf(cache, key))) names.add(privacyName(key) ?? '')
  }
  return names
}

/**
 * The private records of a cache, by {@link privacyName}: those that a list, an answer or a translation marks as private, and those that
 * the crawl left out for that reason. Reads every guide and wiki of a cache that may hold private ones.
 */
export async function readPrivateKeys(cache: CacheReader, onDamaged?: OnDamaged): Promise<Set<string>> {
  const names = new Set<string | undefined>()
  for (const list of LISTS) for await (const item of cache.list(list)) if (saysPrivate(item)) names.add(privacyNameOfItem(list, item))
  for await (const { name, isWithheld } of cache.checked()) {
    const key = isWithheld && checkedKey(name)
    if (key && !isThere(await textOf(cache, key))) names.add(privacyName(key))
  }
  if (cache.manifest.includesPrivate !== false)
    for (const kind of ['guide', 'wiki'] as const)
      for await (const key of cache.keys(kind)) if (await isStoredPrivate(cache, key, onDamaged)) names.add(privacyName(key))
  return new Set([...names].filter((name) => name !== undefined))
}

/** The guide or wiki that a log entry names. */
function checkedKey(name: string): RecordKey | undefined {
  const [, kind, id = ''] = /^(guide|wiki) (.*)$/s.exec(name) ?? []
  return kind === 'guide' || kind === 'wiki' ? { kind, id } : undefined
}

/** Few answers contain the field with such a value, and only those need parsing. A damaged one has to count as private. */
async function isStoredPrivate(cache: CacheReader, key: RecordKey, onDamaged?: OnDamaged): Promise<boolean> {
  const text = await textOf(cache, key)
  if (text === undefined || (text !== UNREADABLE && !NAMES_PRIVACY.test(text))) return false
  const answer = parseWhole(text)
  if (answer === undefined) onDamaged?.(key)
  return answer === undefined || saysPrivate(answer)
}

const isThere = (text: string | undefined): boolean => text !== undefined && text !== UNREADABLE

/** In the place of a text: it is no JSON. */
const UNREADABLE = '\0'

/** {@link CacheReader.recordText}, and {@link UNREADABLE} where the system refuses to read the record. */
async function textOf(cache: CacheReader, key: RecordKey): Promise<string | undefined> {
  try {
    return await cache.recordText(key)
  } catch (error) {
    if (error instanceof ContentError) return UNREADABLE
    throw error
  }
}
