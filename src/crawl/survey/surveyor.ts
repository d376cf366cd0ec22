import { RequestError } from '../../errors.ts'
import type { Client } from '../../fetch/client.ts'
import { orError } from '../../fetch/outcome.ts'
import type { ListPage } from '../../model/envelope.ts'
import type { ListName } from '../../model/resources.ts'
import { PAGE_SIZE, pageUrl } from '../endpoints.ts'
import { getJson, isTransientOrWrong } from '../json.ts'
import { asListPage } from '../lists/lists.ts'
import type { CrawlOptions } from '../options.ts'
import type { Scope } from '../references.ts'

/** What a survey needs for its requests. */
export interface Asking {
  client: Client
  /** The API's base. */
  base: string
  options: CrawlOptions
  scope: Scope
}

/** … and what is known before any record is read. */
export interface Surveyor extends Asking {
  /** Undefined for a list that is unavailable or endless. */
  lengths: ReadonlyMap<ListName, number | undefined>
  /** Names of the categories in the trees, such as `CATEGORY/Kettle`. */
  categories: ReadonlySet<string>
}

/** Undefined for what the service does not return. */
export async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  const result = await orError(answer)
  return result instanceof RequestError ? undefined : result
}

/** A page of a list. Throws a RequestError if it is unavailable. */
export async function pageOf(
  { client, base, options }: Asking,
  list: ListName,
  offset: number,
  { limit = PAGE_SIZE, includePrivate = false } = {},
): Promise<ListPage> {
  const url = pageUrl(base, list, offset, includePrivate, limit)
  return (await getJson(client, url, { maxBytes: options.maxBodyBytes, understand: asListPage, retry: isTransientOrWrong })).value
}

/** A longer list is treated as endless. */
const MOST_ITEMS = 10_000_000

/**
 * The number of items of a list, from about twice the logarithm of its pages: offsets double until a page is empty, and the gap is then
 * bisected. Exact unless the service filters after paging, in which case it is slightly too large; undefined for an endless list. Throws
 * what `askPage` throws.
 */
export async function lengthOf(askPage: (offset: number) => Promise<ListPage>, lastOffset = Infinity): Promise<number | undefined> {
  const { items: first, total } = await askPage(0)
  if (total !== undefined || first.length === 0) return total ?? 0
  /** Items are known up to here, and a page that starts at `empty` has none. */
  let [there, empty] = [first.length, Infinity]
  while (there < empty) {
    const offset = isFinite(empty) ? Math.floor((there + empty) / 2) : there < 2 * first.length ? there : 2 * there
    const items = offset > lastOffset ? [] : (await askPage(offset)).items
    if (offset > MOST_ITEMS) return undefined
    if (items.length === 0) empty = offset
    // The service ignores the offset: there is only one page.
    else if (JSON.stringify(items) === JSON.stringify(first)) return first.length
    else there = offset + items.length
    // A short page is likely to be the last.
    if (items.length > 0 && items.length < first.length && there < empty && (await askPage(there)).items.length === 0) empty = there
  }
  return there
}
