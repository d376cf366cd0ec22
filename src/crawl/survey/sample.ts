import type { Body } from '../../fetch/body.ts'
import { type ListName, WIKI_LISTS } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'
import { readAnswer } from '../answers.ts'
import { recordUrl } from '../endpoints.ts'
import { getJson } from '../json.ts'
import { asGuideSummary, readItem } from '../lists/items.ts'
import type { References, WantedMedia } from '../references.ts'
import { orUndefined, pageOf, type Surveyor } from './surveyor.ts'

/** The sample size of each kind. */
const GUIDES = 20
const CATEGORIES = 10
/** Of each other namespace. */
const OTHER_WIKIS = 2
/** Of guides, and as many of wikis. */
const PICTURES = 20

/** The records that were read, and their cost. */
export interface Sample {
  guides: SampledKind
  wikis: SampledKind
  /** True if the list of guides contains their tags. */
  hasTags: boolean
  /** Between two answers of the API, at a crawl's request rate. */
  msPerRecord: number
  msPerPicture: number
}

export interface SampledKind {
  read: References[]
  /** Of an answer, on average. */
  bytes: number
  pictures: { read: number; bytes: number }
}

/** Reads guides and wikis spread over their lists, and some of their pictures. What cannot be read is not in the sample. */
export async function takeSample(surveyor: Surveyor): Promise<Sample> {
  const places = spread(surveyor.lengths.get('guides') ?? 0, GUIDES)
  const items = await Promise.all(places.map((offset) => itemAt(surveyor, 'guides', offset)))
  const summaries = items.flatMap((item) => asGuideSummary(item) ?? [])
  const start = performance.now()
  const [guides, wikis] = await Promise.all([
    readAll(
      surveyor,
      summaries.map(({ guideid }) => ({ kind: 'guide', id: String(guideid) })),
    ),
    wikiKeys(surveyor).then((keys) => readAll(surveyor, keys)),
  ])
  const records = performance.now()
  const [ofGuides, ofWikis] = await Promise.all(
    [guides, wikis].map(({ read }) =>
      samplePictures(
        surveyor,
        read.flatMap(({ media }) => media),
      ),
    ),
  )
  const end = performance.now()
  const nothing = { read: 0, bytes: 0 }
  return {
    guides: { ...guides, pictures: ofGuides ?? nothing },
    wikis: { ...wikis, pictures: ofWikis ?? nothing },
    hasTags: summaries.length > 0 && summaries.every(({ tags }) => tags),
    msPerRecord: (records - start) / Math.max(1, guides.read.length + wikis.read.length),
    msPerPicture: (end - records) / Math.max(1, (ofGuides?.read ?? 0) + (ofWikis?.read ?? 0)),
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

async function itemAt(surveyor: Surveyor, list: ListName, offset: number): Promise<unknown> {
  return (await orUndefined(pageOf(surveyor, list, offset, { limit: 1 })))?.items[0]
}

async function readAll(surveyor: Surveyor, keys: readonly RecordKey[]): Promise<Omit<SampledKind, 'pictures'>> {
  const { client, base, options, scope } = surveyor
  const ask = (key: RecordKey) =>
    getJson(client, recordUrl(base, key), { maxBytes: options.maxBodyBytes, understand: (answer) => readAnswer(key, answer, scope) })
  const answers = (await Promise.all(keys.map((key) => orUndefined(ask(key))))).filter((answer) => answer?.value !== undefined)
  return { read: answers.flatMap((answer) => answer?.value ?? []), bytes: mean(answers.map((answer) => answer?.bytes ?? 0)) }
}

async function samplePictures({ client, base, options }: Surveyor, media: readonly WantedMedia[]): Promise<SampledKind['pictures']> {
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
