import { RequestError } from '../errors.ts'
import type { Parsed } from '../model/parse.ts'
import type { Client } from './client.ts'
import { type CrawledList, PAGE_SIZE, pageUrl } from './endpoints.ts'
import { getJson, isPassingOrWrong } from './json.ts'

/** Ten million items. A list that is longer has no end. */
const MAX_PAGES = 50_000
/** So many pages in a row without anything new: the service ignores `offset`. */
const MAX_REPEATS = 3

/**
 * The items of a list, each once, page by page until an empty one: a short page is not the end (api-facts, Lists and paging).
 * Throws a RequestError when a page cannot be had, so that nothing passes for the end.
 */
export async function* readList(
  client: Client,
  base: string,
  list: CrawledList,
  { maxBytes, warn }: { maxBytes: number; warn: (sentence: string) => void },
): AsyncGenerator {
  const seen = new Set<unknown>()
  let offset = 0
  let covered = 0
  let repeats = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = pageUrl(base, list, offset)
    const { value: items } = await getJson(client, url, { maxBytes, understand: asPage, retry: isPassingOrWrong })
    if (items.length === 0) {
      if (offset >= covered) return
      offset = covered
      continue
    }
    const before = seen.size
    for (const item of items) {
      const size = seen.size
      if (seen.add(identityOf(list, item)).size > size) yield item
    }
    const isFresh = seen.size > before
    repeats = isFresh ? 0 : repeats + 1
    if (repeats === MAX_REPEATS) return warn(`The list ${url} repeats itself without an end; its ${seen.size} different items are kept.`)
    // A short page may be filtered, or the service's own limit may be lower: pages overlap rather than leave a gap.
    covered = offset + PAGE_SIZE
    offset = isFresh ? offset + items.length : covered
  }
  const url = pageUrl(base, list, 0)
  throw new RequestError('failed', `The list ${url} has no end: reading stopped at ${seen.size} items.`, { url })
}

/** An empty list is `[]`; whatever else says nothing (`null`, `{}`, an error) is no page. */
export function asPage(answer: unknown): Parsed<unknown[]> {
  if (Array.isArray(answer)) return { ok: true, value: answer as unknown[] }
  return { ok: false, field: '(the whole answer)', problem: `expected a list, received ${answer === null ? 'null' : typeof answer}` }
}

const ID_FIELDS: Record<CrawledList, string> = {
  guides: 'guideid',
  'guides-featured': 'guideid',
  'wikis-CATEGORY': 'title',
  'wikis-ITEM': 'title',
  'wikis-TEAM': 'title',
  'wikis-USER': 'title',
  'wikis-INFO': 'title',
  'wikis-WIKI': 'title',
  tags: '',
  teams: 'teamid',
  comments: 'commentid',
}

function identityOf(list: CrawledList, item: unknown): unknown {
  const id: unknown = typeof item === 'object' && item ? (item as Record<string, unknown>)[ID_FIELDS[list]] : item
  return id ?? JSON.stringify(item)
}
