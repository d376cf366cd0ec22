import { RequestError } from '../errors.ts'
import { EXTRA_KINDS, EXTRA_NAMES, type ExtraKind, type ExtraName, extraOf, variableOf } from '../model/extras.ts'
import { readListPage } from '../model/envelope.ts'
import { NAMESPACES } from '../model/ref.ts'
import type { Client } from '../fetch/client.ts'
import { PAGE_SIZE } from './endpoints.ts'
import { type ParsedResponse, getJson, type JsonQuestion } from './json.ts'
import { asPage, MAX_REPEATS, overlapOf } from './lists/lists.ts'
import type { RecordKey } from '../cache/layout.ts'

/** A list with more pages is treated as endless. */
const MAX_PAGES = 1000

/** Parses the values of `--extra`; `all` selects every one. */
export const readExtras = (names: readonly string[] = []): ReadonlySet<ExtraName> =>
  new Set(names.includes('all') ? EXTRA_NAMES : EXTRA_NAMES.filter((name) => names.includes(name)))

/** Extras that belong to no record. */
export const extrasOfSite = (wanted: ReadonlySet<string>): RecordKey[] =>
  EXTRA_KINDS.filter((kind) => wanted.has(kind)).flatMap((kind) => {
    const { of } = extraOf(kind)
    if (of === 'namespace') return NAMESPACES.map((id) => ({ kind, id }))
    return of === 'site' ? [{ kind, id: '' }] : []
  })

/** Extras with one record per item of an answer: the id is in the field named like the variable, or in `id`. */
export function extrasIn(owner: ExtraKind, answer: unknown, wanted: ReadonlySet<string>): RecordKey[] {
  const { items } = readListPage(answer) ?? { items: [] }
  return EXTRA_KINDS.filter((kind) => wanted.has(kind) && extraOf(kind).of === owner).flatMap((kind) =>
    items.flatMap((item) => {
      const id = idIn(item, variableOf(kind))
      return id === undefined ? [] : [{ kind, id }]
    }),
  )
}

function idIn(item: unknown, field: string): string | undefined {
  if (typeof item !== 'object' || !item) return undefined
  const { [field]: named, id } = item as Record<string, unknown>
  const value = named ?? id
  return (typeof value === 'number' || typeof value === 'string') && /^[\w-]{1,64}$/.test(String(value)) ? String(value) : undefined
}

type ListQuestion<T> = JsonQuestion<T> & { onEndless?: ((pages: number) => void) | undefined }

/** Fetches an extra: if it may be paged, page by page until one has nothing new. A single page is kept unmodified. */
export async function getExtra<T>(client: Client, url: string, kind: ExtraKind, { onEndless, ...question }: ListQuestion<T>) {
  const { isCounted, isPaged } = extraOf(kind)
  if (isCounted) {
    const { value, ...answer } = await getJson(client, url, { ...question, stored: undefined, understand: asPage })
    return understood({ ...answer, validator: '', text: JSON.stringify({ views: value.length }) }, question)
  }
  // A page's validator says nothing about other pages.
  return getPages(client, url, { ...question, onEndless }, isPaged)
}

/** Fetches what may be in an envelope or in pages: with `limit` and `offset` if it is always paged, or the service says that there is more. */
export async function getPages<T>(client: Client, url: string, { onEndless, ...question }: ListQuestion<T>, isPaged = false) {
  const pageAt = (offset: number) => `${url}${url.includes('?') ? '&' : '?'}limit=${PAGE_SIZE}&offset=${offset}`
  const firstUrl = isPaged ? pageAt(0) : url
  const first = await getJson(client, firstUrl, isPaged ? { ...question, stored: undefined } : question)
  const opening = readListPage(JSON.parse(first.text))
  const { total = 0 } = opening ?? {}
  if (!opening || opening.items.length === 0 || !(isPaged || opening.hasMore || total > opening.items.length)) return first
  const all = new Map<string, unknown>()
  let { items } = opening
  let before: string[] = []
  // A duplicate counts twice; pages without new items count once a page with new items follows, or the end.
  let [got, doubtful, repeats, pages] = [0, 0, 0, 0]
  while (items.length > 0 && repeats < MAX_REPEATS) {
    if (++pages > MAX_PAGES) {
      onEndless?.(MAX_PAGES)
      break
    }
    const known = all.size
    const texts = items.map((item) => JSON.stringify(item))
    for (const [at, text] of texts.entries()) all.set(text, items[at])
    const isFresh = all.size > known
    if (!isFresh && overlapOf(before, texts) === texts.length) break
    // A page as long as the one before it reveals the service's own limit: both are full, and pages do not overlap.
    const isExact = before.length >= PAGE_SIZE || before.length === texts.length
    doubtful += texts.length - overlapOf(before, texts, isExact ? 0 : before.length)
    if (isFresh) [got, doubtful] = [got + doubtful, 0]
    repeats = isFresh ? 0 : repeats + 1
    before = texts
    items = (await getJson(client, pageAt(got + doubtful), { ...question, stored: undefined, understand: asPage })).value
  }
  if (items.length === 0) got += doubtful
  if (got < total)
    throw new RequestError('failed', `${firstUrl} says that it has ${total} items (totalResults), and gave ${got}.`, { url: firstUrl })
  if (all.size <= opening.items.length) return first
  return understood({ ...first, validator: '', text: JSON.stringify([...all.values()]) }, question)
}

function understood<T>(answer: Omit<ParsedResponse<T>, 'value'>, { understand }: JsonQuestion<T>): ParsedResponse<T> {
  const { text, url } = answer
  const parsed = understand(JSON.parse(text))
  if (parsed.ok) return { ...answer, value: parsed.value }
  throw new RequestError('wrong shape', `${url} has the wrong shape: ${parsed.problem}.`, { url, field: parsed.field })
}
