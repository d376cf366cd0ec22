import { Client } from '../../fetch/client.ts'
import { type ListName, LISTS } from '../../model/resources.ts'
import { readAnswer } from '../answers.ts'
import { CRAWLED_LISTS, recordUrl, TREE_KINDS } from '../endpoints.ts'
import { readExtras } from '../extras.ts'
import { getJson } from '../json.ts'
import type { CrawlOptions } from '../options.ts'
import { findService, isClosedToStrangers } from '../probe.ts'
import type { Scope } from '../references.ts'
import { type Forecast, forecastOf } from './forecast.ts'
import { takeSample } from './sample.ts'
import { type Asking, lengthOf, orUndefined, pageOf, type Surveyor } from './surveyor.ts'

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

/**
 * Surveys a service for a crawl with these options, without a cache: the number of records of each kind, and, estimated from a sample, the
 * requests, bytes and milliseconds of a first crawl. Throws what a crawl would throw if there is no service.
 */
export async function survey(options: CrawlOptions): Promise<Survey> {
  const warnings: string[] = []
  const patience = { retries: Math.min(options.retries, MOST_RETRIES) }
  const client = new Client(options.source, { ...options, ...patience }, options.signal ?? new AbortController().signal, (sentence) =>
    warnings.push(sentence),
  )
  try {
    const { base } = await findService(client, options.source, { maxBytes: options.maxBodyBytes, hasToken: !!options.token })
    const scope: Scope = {
      origins: [new URL(base).origin],
      sizes: options.sizes,
      zoomSize: options.zoomSize,
      extras: readExtras(options.extra),
    }
    const asking = { client, base, options, scope }
    const lists = await Promise.all(CRAWLED_LISTS.map(async (list) => [list, await lengthOfList(asking, list)] as const))
    const lengths = new Map(lists)
    const surveyor: Surveyor = { ...asking, lengths, categories: await categoriesOf(asking) }
    const sample = await takeSample(surveyor)
    const privateGuides = options.token ? await privateGuidesOf(asking, lengths.get('guides')) : undefined
    return {
      base,
      isClosed: options.token ? await isClosedToStrangers(client, base, options.maxBodyBytes) : false,
      lists: Object.fromEntries(lists.map(([list, items]) => [list, items ?? null])),
      categories: surveyor.categories.size,
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

/** Undefined for a list that the service does not return. */
const lengthOfList = (asking: Asking, list: ListName): Promise<number | undefined> =>
  orUndefined(lengthOf((offset) => pageOf(asking, list, offset), LISTS[list].lastOffset))

/** The titles in the service's trees. */
async function categoriesOf({ client, base, options, scope }: Asking): Promise<Set<string>> {
  const titles = new Set<string>()
  const trees = TREE_KINDS.map(async (kind) => {
    const key = { kind, id: '' }
    const understand = (answer: unknown) => readAnswer(key, answer, scope)
    const answer = await orUndefined(getJson(client, recordUrl(base, key), { maxBytes: options.maxBodyBytes, understand }))
    for (const { id } of answer?.value?.records ?? []) titles.add(id)
  })
  await Promise.all(trees)
  return titles
}

/** Null if the token may not list private guides. */
async function privateGuidesOf(asking: Asking, open = 0): Promise<number | null> {
  const all = await orUndefined(lengthOf((offset) => pageOf(asking, 'guides', offset, { includePrivate: true })))
  return all === undefined ? null : Math.max(0, all - open)
}
