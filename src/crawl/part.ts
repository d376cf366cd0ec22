import type { z } from 'zod'
import type { Manifest } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { CacheError, RequestError } from '../errors.ts'
import { type OrderedCategory, hierarchyOrderSchema, hierarchySchema, orderTree, categoryTreeSchema } from '../model/hierarchy.ts'
import { parse, parsedItem } from '../model/parse.ts'
import { canonicalTitle } from '../model/title.ts'
import type { Client } from '../fetch/client.ts'
import { recordUrl } from './endpoints.ts'
import { guideSummarySchema } from '../model/guide.ts'
import { getJson } from './json.ts'
import { newestDate } from './revalidate/fingerprints.ts'

/** Which guides to copy: the first so many of the list, those in or below a category, those that changed since a date. */
export type PartChoice = NonNullable<Manifest['part']>

/** The selection made by the options; undefined for everything. */
export function partOf({ limit, category, since }: { limit?: number; category?: string; since?: string }): PartChoice | undefined {
  const part = { ...(limit && { limit }), ...(category && { category: canonicalTitle(category) }), ...(since && { since }) }
  return Object.keys(part).length > 0 ? part : undefined
}

/** Throws a {@link CacheError} if a part would replace another finished or unfinished crawl. A complete crawl can continue any part. */
export function refuseOtherPart(
  folder: string,
  crawled: { part?: PartChoice | undefined } | undefined,
  part: PartChoice | undefined,
  isFinished: boolean,
): void {
  if (!crawled || !part || inWords(crawled.part) === inWords(part)) return
  const message = isFinished
    ? `${folder} holds ${inWords(crawled.part)}, which a crawl of ${inWords(part)} would replace. Name another folder with \`cache\`.`
    : `${folder} holds an unfinished crawl of ${inWords(crawled.part)}, and ${inWords(part)} would throw away what it has stored. Bring it to its end first, or name another folder with \`cache\`.`
  throw new CacheError(message, { code: 'ERR_CACHE_OTHER_PART', option: 'cache', path: folder })
}

/** A selection in words: the part `limit` 5 `category` "Phone", or the whole service. */
export const inWords = (part: PartChoice | undefined): string => (part ? `the part ${inOptions(part)}` : 'the whole service')

export function inOptions({ limit, category, since }: PartChoice): string {
  const options = [limit && `\`limit\` ${limit}`, category && `\`category\` ${JSON.stringify(category)}`, since && `\`since\` ${since}`]
  return options.filter(Boolean).join(' ')
}

export type GuideSelection = ReturnType<typeof guideSelection>

/** Decides which items of the list of guides are copied. `categories`: the selected one and its descendants. */
export function guideSelection({ limit = Infinity, category, since }: PartChoice, categories: ReadonlySet<string>) {
  let taken = 0
  return {
    taken: () => taken,
    isFull: () => taken >= limit,
    /** True if a guide is selected; counts those that are. */
    takes(item: unknown): boolean {
      const guide = parsedItem(guideSummarySchema, item)
      if (!guide || taken >= limit || (category && !categories.has(canonicalTitle(guide.category)))) return false
      if (since && newestDate(item) * 1000 < Date.parse(since)) return false
      taken++
      return true
    },
  }
}

/** The titles of a category and its descendants, from the first form of the tree that the service has; only its own if there is none. */
export async function categoriesBelow(client: Client, base: string, title: string, maxBytes: number): Promise<Set<string>> {
  for (const [kind, schema] of TREES) {
    try {
      const understand = (answer: unknown) => parse<z.ZodType<OrderedCategory[]>>(schema, answer)
      const { value } = await getJson(client, recordUrl(base, { kind, id: '' }), { maxBytes, understand })
      if (value.length > 0) return titlesBelow(value, title)
    } catch (error) {
      if (!(error instanceof RequestError) || error.outcome === 'throttled' || error.outcome === 'failed') throw error
    }
  }
  return new Set([title])
}

/** {@link categoriesBelow} for a cache. */
export async function storedCategoriesBelow(cache: Pick<CacheReader, 'record'>, title: string): Promise<Set<string>> {
  for (const [kind, schema] of TREES) {
    const parsed = parse<z.ZodType<OrderedCategory[]>>(schema, await cache.record({ kind, id: '' }))
    if (parsed.ok && parsed.value.length > 0) return titlesBelow(parsed.value, title)
  }
  return new Set([title])
}

function titlesBelow(tree: readonly OrderedCategory[], title: string): Set<string> {
  const titles = new Set([title])
  const collect = (categories: readonly OrderedCategory[], isBelow: boolean) => {
    for (const category of categories) {
      const isIn = isBelow || canonicalTitle(category.title) === title
      if (isIn) titles.add(canonicalTitle(category.title))
      collect(category.children, isIn)
    }
  }
  collect(tree, false)
  return titles
}

/** A service that lacks a form of the tree returns something else, without categories. */
const TREES = [
  ['hierarchy-order', hierarchyOrderSchema],
  ['hierarchy', hierarchySchema.transform(({ hierarchy }) => orderTree(hierarchy))],
  ['categories', categoryTreeSchema.transform((tree) => orderTree(tree))],
] as const
