import { ContentError } from '../errors.ts'
import { nameText } from '../model/php.ts'
import { NAMESPACES } from '../model/ref.ts'
import { canonicalTitle } from '../model/title.ts'
import { NAMES_PRIVACY, saysPrivate } from '../model/visibility.ts'
import type { RecordKey } from './layout.ts'
import { parseWhole } from './parse-stored.ts'
import type { CacheReader } from './reader.ts'
import type { ListName } from '../model/resources.ts'

/** `guide 44`, `wiki INFO/Solder` (any spelling of the title), `user 7`; tags count with their record. Undefined for other kinds. */
export function privacyName(key: { kind: 'guide' | 'wiki' | 'user'; id: string }): string
export function privacyName(key: Pick<RecordKey, 'kind' | 'id'>): string | undefined
export function privacyName({ kind, id }: Pick<RecordKey, 'kind' | 'id'>): string | undefined {
  if (kind === 'guide' || kind === 'guide-tags') return `guide ${id}`
  if (kind === 'user' || kind.startsWith('user-')) return `user ${id}`
  if (kind !== 'wiki' && kind !== 'wiki-tags') return undefined
  const slash = id.indexOf('/')
  return `wiki ${id.slice(0, slash)}/${canonicalTitle(id.slice(slash + 1))}`
}

const tagName = (tag: unknown): string => `tag ${canonicalTitle(nameText(tag))}`

type Fields = Partial<Record<'guideid' | 'title' | 'userid' | 'author' | 'tags', unknown>>
const fieldsOf = (item: unknown): Fields => (typeof item === 'object' && item ? item : {})

/** {@link privacyName} of the record that a list item describes, `tag lever` for a tag. */
export function privacyNameOfItem(list: ListName, item: unknown): string | undefined {
  const { guideid, title } = fieldsOf(item)
  if (list === 'tags') return tagName(typeof item === 'string' ? item : (item as { tag?: unknown } | null)?.tag)
  if (list === 'users') return privacyName({ kind: 'user', id: nameText(fieldsOf(item).userid) })
  if (list === 'guides' || list === 'guides-featured') return privacyName({ kind: 'guide', id: nameText(guideid) })
  return list.startsWith('wikis-') ? privacyName({ kind: 'wiki', id: `${list.slice('wikis-'.length)}/${nameText(title)}` }) : undefined
}

const LISTS: readonly ListName[] = ['guides', 'guides-featured', ...NAMESPACES.map((namespace) => `wikis-${namespace}` as const)]

/** Called for a damaged record that counts as private because it contains the field. */
export type OnDamaged = (key: RecordKey) => void

/** {@link readPrivateKeys}, plus what the service refused: everything that a public site leaves out. */
export async function readPrivateNames(cache: CacheReader, onDamaged?: OnDamaged): Promise<Set<string>> {
  const names = await readPrivateKeys(cache, onDamaged)
  for await (const { name, missing } of cache.checked()) {
    const key = missing === 'private' && checkedKey(name)
    // Stale records that were kept (see docs/report.md) are still shown.
    if (key && !isThere(await textOf(cache, key))) names.add(privacyName(key) ?? '')
  }
  return names
}

/** The {@link privacyName}s of what a list, an answer or a translation marks as private, or was left out for that. Reads every guide and wiki. */
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
  await addOnlyTheirs(cache, names)
  return new Set([...names].filter((name) => name !== undefined))
}

/** Adds the tags and authors that only private guides have: the name of either would reveal them. */
async function addOnlyTheirs(cache: CacheReader, names: Set<string | undefined>): Promise<void> {
  if (![...names].some((name) => name?.startsWith('guide '))) return
  const [theirs, others] = [new Set<string>(), new Set<string>()]
  const note = (bearer: string | undefined, item: unknown) => {
    for (const name of namesIn(item)) (names.has(bearer) ? theirs : others).add(name)
  }
  const listed = new Set<string | undefined>()
  for await (const item of cache.list('guides')) {
    const name = privacyNameOfItem('guides', item)
    listed.add(name)
    note(name, item)
  }
  for await (const key of cache.keys('guide')) {
    const name = privacyName(key)
    if (names.has(name) || !listed.has(name)) note(name, parseWhole((await textOf(cache, key)) ?? ''))
  }
  if (theirs.size === 0) return
  for (const kind of ['guide-tags', 'wiki-tags', 'wiki', 'team-members'] as const)
    for await (const key of cache.keys(kind)) {
      const answer = parseWhole((await textOf(cache, key)) ?? '')
      note(privacyName(key), kind.endsWith('-tags') ? { tags: answer } : answer)
      if (kind === 'team-members') for (const member of membersIn(answer)) note(undefined, member)
    }
  for (const name of theirs) if (!others.has(name)) names.add(name)
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const membersIn = (team: unknown): unknown[] => listIn(Array.isArray(team) ? team : (team as { members?: unknown } | undefined)?.members)

/** {@link privacyName}s of the author of an answer, and of its tags. */
function namesIn(item: unknown): string[] {
  const { userid, author, tags } = fieldsOf(item)
  const ids = [userid, fieldsOf(author).userid].map(nameText).filter((id) => id && id !== '0')
  return [...ids.map((id) => privacyName({ kind: 'user', id })), ...listIn(tags).map(tagName)]
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

/** Replaces a text that is not JSON. */
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
