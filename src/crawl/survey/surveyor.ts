import type { Client } from '../../fetch/client.ts'
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
