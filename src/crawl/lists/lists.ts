import { RequestError } from '../../errors.ts'
import { type ListPage, readListPage } from '../../model/envelope.ts'
import type { Parsed } from '../../model/parse.ts'
import type { Client } from '../../fetch/client.ts'
import { depthNote } from '../../fetch/limits.ts'
import { type ListName, LISTS } from '../../model/resources.ts'
import { PAGE_SIZE, pageUrl } from '../endpoints.ts'
import { getJson, isTransientOrWrong } from '../json.ts'

/** Ten million items. A longer list is treated as endless. */
const MAX_PAGES = 50_000
/** After this many consecutive pages without new items, the service is assumed to ignore `offset`. */
export const MAX_REPEATS = 3
/** How often a list that changes while it is read is read again. */
const MAX_PASSES = 4

interface ListOptions {
  maxBytes: number
  includePrivate?: boolean
  maxPages?: number
  maxItems?: number
  onCut?: (url: string) => void
  warn: (sentence: string) => void
  /** Called at the end if items were too large to read, or the service announced more than it returned (duplicates count), with the reason. */
  onLack?: (reason: string) => void
}

/**
 * The items of a list, each once, page by page until an empty one: a short page is not the end (api-facts, Lists and paging). A list that
 * changes while it is read is read again, until it is stable or has nothing new. Throws a RequestError if a page cannot be fetched, so that
 * a failure is never taken for the end.
 */
export async function* readList(client: Client, base: string, list: ListName, options: ListOptions): AsyncGenerator {
  const { maxBytes, includePrivate } = options
  const pages = largePages((offset, limit) => {
    const url = pageUrl(base, list, offset, includePrivate, limit)
    return getPage(client, url, { maxBytes, onCut: () => options.warn(depthNote(url)) })
  })
  const seen = new Set<unknown>()
  let [total, got] = [0, 0]
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const before = seen.size
    const once = yield* readOnce(pages, base, list, seen, options)
    total = once.total
    // A count is meaningless if items moved meanwhile.
    got = once.hasMoved ? seen.size : Math.max(once.got, seen.size)
    if (!once.hasMoved || (pass > 1 && seen.size === before)) break
  }
  const { left, reason } = pages.lost
  const those = left === 1 ? 'one item is' : `${left} items are`
  if (left > 0) options.onLack?.(`${reason} Of the list ${those} too large to be read: the rest is here.`)
  else if (got < total) options.onLack?.(`${pageUrl(base, list, 0)} says that it has ${total} items (totalResults), and gave ${got}.`)
}

/** The number of refusals needed to locate about five oversized items; each may have cost a body of the maximum size. */
const MAX_REFUSALS = 40

/** The readable part of a page: `next` is the offset where the list continues. */
interface ReadPage extends ListPage {
  next?: number
}

/** Reads pages of a list with `ask`. A page that exceeds the size limit is split, so that only items too large by themselves are lost. */
function largePages(ask: (offset: number, limit: number) => Promise<ListPage>) {
  const lost = { left: 0, reason: '' }
  let refusals = 0

  async function unlessLarge(offset: number, limit: number): Promise<ListPage | undefined> {
    try {
      return await ask(offset, limit)
    } catch (error) {
      if (!(error instanceof RequestError) || error.outcome !== 'too large' || ++refusals > MAX_REFUSALS) throw error
      lost.reason ||= error.message
      return undefined
    }
  }

  async function at(offset: number): Promise<ReadPage> {
    const whole = await unlessLarge(offset, PAGE_SIZE)
    if (whole) return whole
    const page: ReadPage = { items: [] }
    const end = offset + PAGE_SIZE
    let [next, size] = [offset, PAGE_SIZE / 2]
    while (next < end) {
      const piece = await unlessLarge(next, Math.min(size, end - next))
      if (!piece && size === 1) {
        lost.left++
        next++
      } else if (!piece) size = Math.ceil(size / 2)
      else if (piece.items.length === 0) break
      else {
        page.items.push(...piece.items)
        if (piece.total !== undefined) page.total = piece.total
        next += piece.items.length
        size = Math.min(2 * size, PAGE_SIZE / 2)
      }
    }
    return { ...page, next }
  }

  const begin = () => void ([lost.left, refusals] = [0, 0])
  return { lost, at, begin }
}

/** One pass: yields items not in `seen`. Returns whether items moved, how many came (with duplicates), and the stated total, if shown, or 0. */
async function* readOnce(
  pages: ReturnType<typeof largePages>,
  base: string,
  list: ListName,
  seen: Set<unknown>,
  { maxPages = MAX_PAGES, maxItems = Infinity, onCut, warn }: ListOptions,
): AsyncGenerator<unknown, { hasMoved: boolean; got: number; total: number }> {
  const { lastOffset = Infinity } = LISTS[list]
  pages.begin()
  const inThisPass = new Set<unknown>()
  let [offset, covered, repeats, total, got, empty] = [0, 0, 0, 0, 0, 0]
  let before: { ids: unknown[]; overlap: number } | undefined
  let first: unknown[] | undefined
  /** The last item of a full page: the next page starts with it, unless items moved. */
  let last: unknown
  let hasMoved = false
  for (let page = 0; page < maxPages; page++) {
    const { items, total: details = total, hasMore, next } = await pages.at(offset)
    total = details
    if (next !== undefined && next > offset) {
      // It was read in pieces, so its neighbours are unknown.
      for (const item of items) {
        const size = seen.size
        if (seen.add(identityOf(list, item)).size > size) yield item
      }
      ;[last, before, covered, offset] = [undefined, undefined, next, Math.min(next, lastOffset)]
      if (seen.size < maxItems) continue
    }
    // An empty page before the stated total was filtered.
    if (items.length === 0 && hasMore && empty++ < MAX_REPEATS) covered = offset + PAGE_SIZE
    const isLast = offset === lastOffset
    if (items.length === 0 && (offset >= covered || isLast))
      return { hasMoved: hasMoved || (page > 2 && first !== undefined && !isSame(list, first, (await pages.at(0)).items)), got, total }
    if (items.length === 0) {
      offset = covered
      continue
    }
    const ids = items.map((item) => identityOf(list, item))
    if (page === 0) first = items
    else if (last !== undefined && ids[0] !== last) hasMoved = true
    const known = inThisPass.size
    for (const [at, id] of ids.entries()) {
      inThisPass.add(id)
      const size = seen.size
      if (seen.add(id).size > size) yield items[at]
    }
    if (seen.size >= maxItems) {
      onCut?.(pageUrl(base, list, 0))
      return { hasMoved: false, got, total: 0 }
    }
    const isFresh = inThisPass.size > known
    got += ids.length - (before ? overlapOf(before.ids, ids, before.overlap) : 0)
    repeats = isFresh ? 0 : repeats + 1
    if (repeats === MAX_REPEATS) {
      warn(`The list ${pageUrl(base, list, offset)} repeats itself without an end; its ${seen.size} different items are kept.`)
      return { hasMoved: false, got: 0, total }
    }
    // Pages of equal length below ours reveal the service's own limit.
    const isFull = items.length > 1 && (items.length >= PAGE_SIZE || (page > 0 && items.length === first?.length))
    last = isFull ? ids.at(-1) : undefined
    const isRepeated = !isFresh && (!isFull || !before || overlapOf(before.ids, ids) === ids.length)
    before = { ids, overlap: isFull ? 1 : ids.length }
    // A short page may be filtered, or the service's own limit may be lower: pages overlap rather than leave a gap.
    covered = offset + PAGE_SIZE
    if (isLast) {
      if (isFull) warn(`The list ${pageUrl(base, list, 0)} is shown no further than its first ${seen.size} items.`)
      return { hasMoved, got, total: 0 }
    }
    offset = Math.min(isRepeated ? covered : offset + items.length - (isFull ? 1 : 0), lastOffset)
  }
  const url = pageUrl(base, list, 0)
  throw new RequestError('failed', `The list ${url} has no end: reading stopped at ${seen.size} items.`, { url })
}

/** Compares two readings of a page: an item added or removed before it has moved all that follow. */
const isSame = (list: ListName, a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, at) => identityOf(list, item) === identityOf(list, b[at]))

/** The items of a page, in either form. An empty list is `[]`; any other empty answer (`null`, `{}`, an error) is not a page. */
export function asPage(answer: unknown): Parsed<unknown[]> {
  const page = asListPage(answer)
  return page.ok ? { ok: true, value: page.value.items } : page
}

/** Requests a page of a list. One of the wrong shape is requested again too: nothing may be mistaken for an empty page. */
export const getPage = async (client: Client, url: string, question: { maxBytes: number; onCut?: () => void }): Promise<ListPage> =>
  (await getJson(client, url, { ...question, understand: asListPage, retry: isTransientOrWrong })).value

function asListPage(answer: unknown): Parsed<ListPage> {
  const value = readListPage(answer)
  if (value) return { ok: true, value }
  return { ok: false, field: '(the whole answer)', problem: `expected a list, received ${answer === null ? 'null' : typeof answer}` }
}

function identityOf(list: ListName, item: unknown): unknown {
  const id: unknown = typeof item === 'object' && item ? (item as Record<string, unknown>)[LISTS[list].idField] : item
  // Objects are never identical between readings.
  return typeof id === 'object' || id === undefined ? JSON.stringify(item) : id
}

/** How many items, up to `most`, at the start of a page repeat the end of the previous one because they were requested twice. */
export function overlapOf(before: readonly unknown[], page: readonly unknown[], most = before.length): number {
  for (let length = Math.min(most, before.length, page.length); length > 0; length--) {
    const from = before.length - length
    if (page.slice(0, length).every((item, at) => item === before[from + at])) return length
  }
  return 0
}
