import { RequestError } from '../errors.ts'
import { EXTRA_KINDS, EXTRA_NAMES, type ExtraKind, type ExtraName, extraOf, variableOf } from '../model/extras.ts'
import type { Parsed } from '../model/parse.ts'
import { NAMESPACES } from '../model/ref.ts'
import type { Client } from './client.ts'
import { type CrawledKey, PAGE_SIZE } from './endpoints.ts'
import { type Answer, getJson, type JsonQuestion } from './json.ts'
import { asPage } from './lists.ts'

/** So many pages; more than that has no end. */
const MAX_PAGES = 1000

/** What `--extra` asks for; `all` is every one of them. */
export function readExtras(names: readonly string[] = []): ReadonlySet<ExtraName> {
  return new Set(names.includes('all') ? EXTRA_NAMES : EXTRA_NAMES.filter((name) => names.includes(name)))
}

/** Those that belong to no record. */
export function extrasOfSite(wanted: ReadonlySet<string>): CrawledKey[] {
  return EXTRA_KINDS.filter((kind) => wanted.has(kind)).flatMap((kind) => {
    const { of } = extraOf(kind)
    if (of === 'namespace') return NAMESPACES.map((id) => ({ kind, id }))
    return of === 'site' ? [{ kind, id: '' }] : []
  })
}

/** Those that there is one of for each item of an answer: their ids stand in the field that has the variable's name, or in `id`. */
export function extrasIn(owner: ExtraKind, answer: unknown, wanted: ReadonlySet<string>): CrawledKey[] {
  const items: unknown[] = Array.isArray(answer) ? answer : []
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

/** Asks for an extra: page by page until one brings nothing new, where it may come in pages. One page is kept as it came. */
export async function getExtra<T>(client: Client, url: string, kind: ExtraKind, question: JsonQuestion<T>): Promise<Answer<T>> {
  const extra = extraOf(kind)
  const pageAt = (offset: number) => `${url}${url.includes('?') ? '&' : '?'}limit=${PAGE_SIZE}&offset=${offset}`
  if (extra.isCounted) {
    const { value, ...answer } = await getJson(client, url, { ...question, stored: undefined, understand: asPage })
    return understood({ ...answer, validator: '', text: JSON.stringify({ views: value.length }) }, question)
  }
  // What one page is named by says nothing of the others.
  const first = await (extra.isPaged ? getJson(client, pageAt(0), { ...question, stored: undefined }) : getJson(client, url, question))
  const items: unknown = JSON.parse(first.text)
  if (!extra.isPaged || !Array.isArray(items) || items.length === 0) return first
  const all = new Map<string, unknown>()
  let page: unknown[] = items
  for (let pages = 1; pages < MAX_PAGES; pages++) {
    const before = all.size
    for (const item of page) all.set(JSON.stringify(item), item)
    if (all.size === before) break
    page = (await getJson(client, pageAt(all.size), { ...question, stored: undefined, understand: asItems })).value
  }
  if (all.size <= items.length) return first
  return understood({ ...first, validator: '', text: JSON.stringify([...all.values()]) }, question)
}

/** An answer that is made of others. */
function understood<T>(answer: Omit<Answer<T>, 'value'>, { understand }: JsonQuestion<T>): Answer<T> {
  const { text, url } = answer
  const parsed = understand(JSON.parse(text))
  if (parsed.ok) return { ...answer, value: parsed.value }
  throw new RequestError('wrong shape', `${url} has the wrong shape: ${parsed.problem}.`, { url, field: parsed.field })
}

/** What ends a list in pages, in whatever form. */
const asItems = (answer: unknown): Parsed<unknown[]> => ({ ok: true, value: Array.isArray(answer) ? answer : [] })
