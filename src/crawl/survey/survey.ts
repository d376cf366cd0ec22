import { Client } from '../../fetch/client.ts'
import { LISTS, WIKI_LISTS } from '../../model/resources.ts'
import { CRAWLED_LISTS, PAGE_SIZE, TREE_KINDS } from '../endpoints.ts'
import { readExtras } from '../extras.ts'
import type { CrawlOptions } from '../options.ts'
import { findService, isClosedToStrangers } from '../probe.ts'
import type { References, WantedMedia } from '../references.ts'
import { lengthOf, orUndefined, pageOf, recordOf, type Sample, type SampledKind, type Surveyor, takeSample } from './sample.ts'

/** The result of a survey of a service. */
export interface Survey {
  /** The API's base. */
  base: string
  /** True if it requires a token. */
  isClosed: boolean
  /** The number of items of each list; null for a list that is unavailable or endless. */
  lists: Record<string, number | null>
  /** Of all trees together, including those without a page. */
  categories: number
  /** Guides that only the token shows; absent without one, null if it may not list them. */
  privateGuides?: number | null
  /** The number of records read. */
  sampled: { guides: number; wikis: number; pictures: number }
  forecast: Forecast
  /** The number of requests made for the survey. */
  requests: number
  warnings: string[]
}

/** A person is waiting for the result. */
const MOST_RETRIES = 2

/** Estimates a first crawl with these options from a sample, without a cache. Throws what a crawl throws if there is no service. */
export async function survey(options: CrawlOptions): Promise<Survey> {
  const warnings: string[] = []
  const patience = { retries: Math.min(options.retries, MOST_RETRIES) }
  const client = new Client(options.source, { ...options, ...patience }, options.signal ?? new AbortController().signal, (sentence) =>
    warnings.push(sentence),
  )
  try {
    const { base } = await findService(client, options.source, { maxBytes: options.maxBodyBytes, hasToken: !!options.token })
    const { sizes, zoomSize } = options
    const scope = { origins: [new URL(base).origin], sizes, zoomSize, extras: readExtras(options.extra) }
    const surveyor: Surveyor = { client, base, options, scope, lengths: new Map(), categories: new Set() }
    const { lengths, categories } = surveyor
    const readLength = async (list: (typeof CRAWLED_LISTS)[number]) =>
      [list, await orUndefined(lengthOf((offset) => pageOf(surveyor, list, offset), LISTS[list].lastOffset))] as const
    const lists = await Promise.all(CRAWLED_LISTS.map(readLength))
    for (const [list, items] of lists) lengths.set(list, items)
    const trees = await Promise.all(TREE_KINDS.map((kind) => recordOf(surveyor, { kind, id: '' })))
    for (const { id } of trees.flatMap((tree) => tree?.value?.records ?? [])) categories.add(id)
    const sample = await takeSample(surveyor)
    const privateGuides = options.token ? await privateGuidesOf(surveyor) : undefined
    return {
      base,
      isClosed: options.token ? await isClosedToStrangers(client, base, options.maxBodyBytes) : false,
      lists: Object.fromEntries(lists.map(([list, items]) => [list, items ?? null])),
      categories: categories.size,
      ...(privateGuides !== undefined && { privateGuides }),
      sampled: {
        guides: sample.guides.read.length,
        wikis: sample.wikis.read.length,
        pictures: sample.guides.pictures.read + sample.wikis.pictures.read,
      },
      forecast: forecastOf(surveyor, sample),
      requests: client.requests,
      warnings,
    }
  } finally {
    await client.close()
  }
}

/** Null if the token may not list private guides. */
async function privateGuidesOf(surveyor: Surveyor): Promise<number | null> {
  const all = await orUndefined(lengthOf((offset) => pageOf(surveyor, 'guides', offset, { includePrivate: true })))
  return all === undefined ? null : Math.max(0, all - (surveyor.lengths.get('guides') ?? 0))
}

/** The estimated cost of a first crawl. */
export interface Forecast {
  records: { guides: number; wikis: number; users: number; teams: number }
  /** Distinct files of the kinds that `media` selects. */
  media: { pictures: number; videos: number; documents: number }
  requests: number
  /** On disk. Only pictures are counted as files: the size of a video is known only after downloading it. */
  bytes: { records: number; pictures: number }
  /** At the pace of the sample. */
  ms: number
}

/** Extrapolates the cost of the sample to all records in the lists and trees. */
export function forecastOf(surveyor: Surveyor, sample: Sample): Forecast {
  const { lengths, options } = surveyor
  const guides = lengths.get('guides') ?? 0
  const wikis = wikisOf(surveyor)
  const teams = lengths.get('teams') ?? 0
  const users = differentInAll(timesSeen(sample.guides.read, userIds), shareOf(sample.guides, guides))
  const inGuides = (kind: MediaKind) => filesIn(sample.guides, guides, kind)
  const inWikis = (kind: MediaKind) => filesIn(sample.wikis, wikis, kind)
  const countOf = (kind: MediaKind): number =>
    options.media === 'none' || (options.media === 'pictures' && kind !== 'picture') ? 0 : inGuides(kind) + inWikis(kind)
  const media = { pictures: countOf('picture'), videos: countOf('video file'), documents: countOf('document') }
  const pages = CRAWLED_LISTS.reduce((sum, list) => sum + Math.ceil((lengths.get(list) ?? 0) / (PAGE_SIZE - 1)) + 1, 0)
  // Users also have badges, and guides tags if no list contains them.
  const records = guides * (sample.hasTags ? 1 : 2) + wikis + users * 2 + teams
  const files = media.pictures + media.videos + media.documents
  return {
    records: { guides, wikis, users, teams },
    media,
    requests: pages + records + files,
    bytes: {
      records: Math.round(guides * sample.guides.bytes + wikis * sample.wikis.bytes),
      pictures:
        media.pictures && Math.round(inGuides('picture') * sample.guides.pictures.bytes + inWikis('picture') * sample.wikis.pictures.bytes),
    },
    ms: Math.round((pages + records) * sample.msPerRecord + files * sample.msPerPicture),
  }
}

type MediaKind = WantedMedia['kind']

const userIds = ({ records }: References): string[] => records.flatMap(({ kind, id }) => (kind === 'user' ? id : []))

/** The number of distinct files of a kind in all records, if the others are like those of the sample. */
function filesIn(sample: SampledKind, all: number, kind: MediaKind): number {
  const addresses = ({ media }: References) => media.flatMap((file) => (file.kind === kind ? (file.urls[0] ?? []) : []))
  return sample.read.length === 0 ? 0 : differentInAll(timesSeen(sample.read, addresses), shareOf(sample, all))
}

const shareOf = ({ read }: SampledKind, all: number): number => (all === 0 ? 1 : read.length / all)

function timesSeen(sample: readonly References[], namesIn: (references: References) => string[]): Iterable<number> {
  const times = new Map<string, number>()
  for (const references of sample) for (const name of new Set(namesIn(references))) times.set(name, (times.get(name) ?? 0) + 1)
  return times.values()
}

function wikisOf({ lengths, categories }: Surveyor): number {
  const listed = WIKI_LISTS.map((list) =>
    list === 'wikis-CATEGORY' ? Math.max(lengths.get(list) ?? 0, categories.size) : (lengths.get(list) ?? 0),
  )
  return listed.reduce((sum, items) => sum + items, 0)
}

/** Estimates the number of distinct things from how often each occurred in a `share` of the places: rather too many than too few. */
export function differentInAll(timesSeen: Iterable<number>, share: number): number {
  let [once, repeated] = [0, 0]
  for (const times of timesSeen) {
    if (times === 1) once++
    else repeated++
  }
  return once === 0 ? repeated : Math.round(repeated + once / share)
}
