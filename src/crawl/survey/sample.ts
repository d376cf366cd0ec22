import { RequestError } from '../../errors.ts'
import type { Body } from '../../fetch/body.ts'
import type { Client } from '../../fetch/client.ts'
import { orError } from '../../fetch/outcome.ts'
import type { ListPage } from '../../model/envelope.ts'
import { type ListName, WIKI_LISTS } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'
import { readAnswer, readItem } from '../answers.ts'
import { PAGE_SIZE, pageUrl, recordUrl } from '../endpoints.ts'
import { getJson } from '../json.ts'
import { guideSummarySchema } from '../../model/guide.ts'
import { parsedItem } from '../../model/parse.ts'
import { getPage } from '../lists/lists.ts'
import type { CrawlOptions } from '../options.ts'
import type { References, Scope } from '../references.ts'

/** What a survey needs for its requests, and what is known before any record is sampled. */
export interface Surveyor {
  client: Client
  base: string
  options: CrawlOptions
  scope: Scope
  lengths: Map<ListName, number | undefined>
  /** Names of the categories in the trees, such as `CATEGORY/Kettle`. */
  categories: Set<string>
}

export async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  const result = await orError(answer)
  return result instanceof RequestError ? undefined : result
}

/** A page of a list. Throws a RequestError if it is unavailable. */
export const pageOf = (
  { client, base, options }: Surveyor,
  list: ListName,
  offset: number,
  { limit = PAGE_SIZE, includePrivate = false } = {},
): Promise<ListPage> => getPage(client, pageUrl(base, list, offset, includePrivate, limit), { maxBytes: options.maxBodyBytes })

/** A record's references; undefined if the service does not return it. */
export function recordOf({ client, base, options, scope }: Surveyor, key: RecordKey) {
  const understand = (answer: unknown) => readAnswer(key, answer, scope)
  return orUndefined(getJson(client, recordUrl(base, key), { maxBytes: options.maxBodyBytes, understand }))
}

/** A longer list is treated as endless. */
const MOST_ITEMS = 10_000_000

/** The number of items of a list, by bisection of offsets: slightly too large if pages are filtered; undefined if it is endless. */
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

const GUIDES = 20
const CATEGORIES = 10
const OTHER_WIKIS = 2
const PICTURES = 20

export type Sample = Awaited<ReturnType<typeof takeSample>>
export type SampledKind = Sample['guides']

/** Reads guides and wikis spread over their lists, and some of their pictures. What cannot be read is not in the sample. */
export async function takeSample(surveyor: Surveyor) {
  const places = spread(surveyor.lengths.get('guides') ?? 0, GUIDES)
  const items = await Promise.all(places.map((offset) => itemAt(surveyor, 'guides', offset)))
  const summaries = items.flatMap((item) => parsedItem(guideSummarySchema, item) ?? [])
  const guideKeys = summaries.map(({ guideid }): RecordKey => ({ kind: 'guide', id: String(guideid) }))
  const start = performance.now()
  const readWikis = wikiKeys(surveyor).then((keys) => readAll(surveyor, keys))
  const [guides, wikis] = await Promise.all([readAll(surveyor, guideKeys), readWikis])
  const records = performance.now()
  const [ofGuides, ofWikis] = await Promise.all([samplePictures(surveyor, guides.read), samplePictures(surveyor, wikis.read)])
  return {
    guides: { ...guides, pictures: ofGuides },
    wikis: { ...wikis, pictures: ofWikis },
    hasTags: summaries.length > 0 && summaries.every(({ tags }) => tags),
    /** Between two answers of the API, at a crawl's request rate. */
    msPerRecord: (records - start) / Math.max(1, guides.read.length + wikis.read.length),
    msPerPicture: (performance.now() - records) / Math.max(1, ofGuides.read + ofWikis.read),
  }
}

async function wikiKeys(surveyor: Surveyor): Promise<RecordKey[]> {
  const { lengths, scope } = surveyor
  const places = WIKI_LISTS.flatMap((list) =>
    spread(lengths.get(list) ?? 0, list === 'wikis-CATEGORY' ? CATEGORIES : OTHER_WIKIS).map((offset) => ({ list, offset })),
  )
  const records = await Promise.all(
    places.map(async ({ list, offset }) => readItem(list, await itemAt(surveyor, list, offset), scope).records),
  )
  return records.flatMap(([key]) => key ?? [])
}

const itemAt = async (surveyor: Surveyor, list: ListName, offset: number): Promise<unknown> =>
  (await orUndefined(pageOf(surveyor, list, offset, { limit: 1 })))?.items[0]

/** The records that the service returns, and the mean length of their answers in bytes. */
async function readAll(surveyor: Surveyor, keys: readonly RecordKey[]) {
  const answers = await Promise.all(keys.map((key) => recordOf(surveyor, key)))
  const known = answers.flatMap((answer) => (answer?.value ? { found: answer.value, bytes: answer.bytes } : []))
  return { read: known.map(({ found }) => found), bytes: mean(known.map(({ bytes }) => bytes)) }
}

async function samplePictures({ client, base, options }: Surveyor, records: readonly References[]) {
  const media = records.flatMap(({ media }) => media)
  const urls = new Set(
    media.flatMap(({ kind, urls: [url], isLinked }) => (kind === 'picture' && url && !isLinked ? (URL.parse(url, base)?.href ?? []) : [])),
  )
  const all = options.media === 'none' ? [] : [...urls]
  const read = async ({ chunks }: Body) => {
    let bytes = 0
    for await (const { length } of chunks) bytes += length
    return bytes
  }
  const ask = (url: string) => client.get(url, { of: 'media', maxBytes: options.maxMediaBytes, read })
  const sizes = await Promise.all(spread(all.length, PICTURES).map((at) => orUndefined(ask(all[at] ?? ''))))
  const known = sizes.filter((bytes) => bytes !== undefined)
  return { read: known.length, bytes: mean(known) }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Shifts each number within its interval, so that the sample does not coincide with periodic patterns such as the sizes of a picture. */
const GOLDEN = 0.618

/** `wanted` integers from 0 to `all` - 1, one from each of equal intervals; all of them if there are fewer. */
export function spread(all: number, wanted: number): number[] {
  const count = Math.min(all, wanted)
  const startOf = (at: number) => Math.floor((at * all) / count)
  return Array.from({ length: count }, (_, at) => startOf(at) + Math.floor(((at * GOLDEN) % 1) * (startOf(at + 1) - startOf(at))))
}
