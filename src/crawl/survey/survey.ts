import { RequestError } from '../../errors.ts'
import { Client } from '../../fetch/client.ts'
import { type ListName, LISTS } from '../../model/resources.ts'
import { readAnswer } from '../answers.ts'
import { CRAWLED_LISTS, recordUrl, TREE_KINDS } from '../endpoints.ts'
import { readExtras } from '../extras.ts'
import { getJson } from '../json.ts'
import type { CrawlOptions } from '../options.ts'
import { findService, isClosedToStrangers } from '../probe.ts'
import type { Scope } from '../references/references.ts'
import { type Forecast, forecastOf } from './forecast.ts'
import { lengthOf } from './list-length.ts'
import { takeSample } from './sample.ts'
import { type Asking, pageOf, type Surveyor } from './surveyor.ts'

/** What a look at a service found. */
export interface Survey {
  /** The API's base. */
  base: string
  /** True when it answers nobody without a token. */
  isClosed: boolean
  /** How many items each list has; null for one that it does not give, or that has no end. */
  lists: Record<string, number | null>
  /** Of all trees together, with those that have no page. */
  categories: number
  /** Guides that only the token shows; absent without one, null where it may not list them. */
  privateGuides?: number | null
  /** How many were read. */
  sampled: { guides: number; wikis: number; pictures: number }
  forecast: Forecast
  /** That were made to find this out. */
  requests: number
  warnings: string[]
}

/** Somebody waits for what a look finds. */
const MOST_RETRIES = 2

/**
 * Looks at a service as a crawl with these options would find it, without a cache: how many records of each kind it has, and from a sample of
 * them how many requests, bytes and milliseconds a first crawl would take. Throws what a crawl would throw where there is no service.
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

/** Undefined for a list that the service does not give. */
async function lengthOfList(asking: Asking, list: ListName): Promise<number | undefined> {
  try {
    return await lengthOf((offset) => pageOf(asking, list, offset), LISTS[list].lastOffset)
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

/** The titles in the trees that the service has. */
async function categoriesOf({ client, base, options, scope }: Asking): Promise<Set<string>> {
  const titles = new Set<string>()
  const trees = TREE_KINDS.map(async (kind) => {
    const key = { kind, id: '' }
    const understand = (answer: unknown) => readAnswer(key, answer, scope)
    const { value } = await getJson(client, recordUrl(base, key), { maxBytes: options.maxBodyBytes, understand })
    for (const { id } of value?.records ?? []) titles.add(id)
  })
  for (const tree of await Promise.allSettled(trees))
    if (tree.status === 'rejected' && !(tree.reason instanceof RequestError)) throw tree.reason
  return titles
}

/** Null where the token may not list private guides. */
async function privateGuidesOf(asking: Asking, open = 0): Promise<number | null> {
  try {
    const all = await lengthOf((offset) => pageOf(asking, 'guides', offset, { includePrivate: true }))
    return all === undefined ? null : Math.max(0, all - open)
  } catch (error) {
    if (error instanceof RequestError) return null
    throw error
  }
}
