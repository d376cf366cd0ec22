import type { Client } from '../fetch/client.ts'
import type { CacheReader } from '../cache/reader.ts'
import type { RecordKey } from '../cache/layout.ts'
import { baseOf, recordUrl } from './endpoints.ts'
import { makeLanguages } from './languages.ts'
import { guideSummarySchema } from '../model/guide.ts'
import { parsedItem } from '../model/parse.ts'
import { missingEndpoints } from './missing-endpoints.ts'
import type { CrawlOptions } from './options.ts'
import type { Counters } from './report/counters.ts'

export type Service = ReturnType<typeof makeService>

/** The service that is copied: its client, and what is known about it. `base` is the API's. */
export function makeService(
  { sourceWas, lang, maxBodyBytes }: CrawlOptions,
  { client, base, counters, previous }: { client: Client; base: string; counters: Counters; previous: CacheReader | undefined },
) {
  const moves = movesOf(base, sourceWas, previous)
  const languages = makeLanguages(lang)
  return {
    client,
    base,
    maxBodyBytes,
    facts: siteFacts(base, moves.origins),
    moves,
    languages,
    missingEndpoints: missingEndpoints(counters),
    isPrivate: false,
    urlOf: (key: RecordKey): string => recordUrl(base, key, languages.langidOf(key)),
  }
}

/** What the guides of a service say about it: its public address and its language. */
export function siteFacts(source: string, formerly: readonly string[]) {
  const origins = new Map<string, number>()
  const locales = new Map<string, number>()
  const tagged = new Set<number>()
  let sorted: readonly string[] | undefined
  return {
    learn(item: unknown): void {
      const guide = parsedItem(guideSummarySchema, item)
      if (!guide) return
      if (guide.tags) tagged.add(guide.guideid)
      if (guide.locale) increment(locales, guide.locale)
      if (!/^https?:\/\//.test(guide.url) || !URL.canParse(guide.url)) return
      increment(origins, new URL(guide.url).origin)
      sorted = undefined
    },
    /** Origins whose links are links to records: the one of most guides, then others, then the source, then former ones. */
    origins: () => (sorted ??= [...new Set([...byFrequency(origins), new URL(source).origin, ...formerly])]),
    lang: (): string => byFrequency(locales)[0] ?? 'en',
    /** True if a list contains the guide's tags, so they need not be requested. */
    namesTags: ({ id }: RecordKey): boolean => tagged.has(Number(id)),
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const byFrequency = (counts: Map<string, number>): string[] => [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key)

export type Moves = ReturnType<typeof movesOf>

/** Maps former addresses to the new ones. `base` is the API's, `named` are from the options; the previous crawl knows others. */
export function movesOf(base: string, named: readonly string[] = [], previous?: CacheReader) {
  const here = new URL(base).origin
  const known = previous ? [previous.manifest.source, ...(previous.manifest.movedFrom ?? [])] : []
  const bases = [...new Set([...named.map(baseOf), ...known])].filter((former) => new URL(former).origin !== here)
  const hosts = [...new Set(bases.map((former) => new URL(former).host))]
  const names = hosts.map((host) => host.replace(/[.[\]]/g, '\\$&')).join('|')
  const pattern = names ? new RegExp(`https?://(?:${names})(?![\\w.:-])`, 'gi') : undefined
  const inNewWords = (_: string, value: unknown) => (typeof value === 'string' && pattern ? value.replace(pattern, here) : value)
  const origins = hosts.flatMap((host) => [`https://${host}`, `http://${host}`]).filter((origin) => origin !== here)
  return {
    /** Former API bases, the newest first. */
    bases,
    origins,
    /** An answer with the former addresses replaced by the new ones: a change of address alone is not a change. */
    inNewWords: (answer: unknown): unknown => (pattern ? JSON.parse(JSON.stringify(answer), inNewWords) : answer),
    formerly: (url: string): string[] => (url.startsWith(`${here}/`) ? origins.map((origin) => origin + url.slice(here.length)) : []),
  }
}
