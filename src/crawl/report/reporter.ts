import { z } from 'zod'
import { type Entry, entryLog, type KindReport, type ListReport, type State } from '../../cache/report.ts'
import type { RecordKey } from '../../cache/layout.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import { isLanguageTag, languageTag } from '../../model/language.ts'
import { parse } from '../../model/parse.ts'
import { int, text } from '../../model/php.ts'
import { nameOf } from '../endpoints.ts'
import type { Frontier } from '../frontier/frontier.ts'
import type { Counters } from './counters.ts'
import { driftWatch } from './drift.ts'
import { makeRefusals } from './refusals.ts'

/** A list, a category tree (by kind) or the records of a kind that shrank so much that the service may be wrong. */
export interface Shrinkage {
  of: 'list' | 'tree' | 'records'
  list: string
  items: number
  before: number
}

/** True if a list lost more than `allowPercent` of `before` items. One lost item is normal, unless it was the only one. */
export function hasShrunk(items: number, before: number, allowPercent: number): boolean {
  const lost = before - items
  return (lost > 1 || items === 0) && lost > (before * allowPercent) / 100
}

/** The maximum number of records named in the report as changed unnoticed. */
const MAX_NAMED = 1000

export type EntryDetails = Pick<Entry, 'url' | 'tries'> & Partial<Pick<Entry, 'reason' | 'change' | 'since' | 'instead'>>

export type Reporter = ReturnType<typeof makeReporter>

/** What a crawl reports: what it expected and why, and its outcome. Figures stay in memory, entries go to disk. */
export function makeReporter(cache: string, counters: Counters) {
  const log = entryLog(cache)
  const drift = driftWatch()
  const lists: ListReport[] = []
  const languages: Record<string, Record<string, { expected: number; got: number }>> = {}
  /** Records requested only because they were due: how many, and which had changed. */
  const verified = { asked: 0, changed: [] as string[] }
  const expected = new Map<string, KindReport['from']>()
  /** Records referenced only by a text so far, with the record that contains the text. */
  const linked = new Map<string, string>()

  function count(kind: string, from: string, by: 1 | -1): void {
    const counts = expected.get(kind) ?? {}
    counts[from] = (counts[from] ?? 0) + by
    if (counts[from] === 0) Reflect.deleteProperty(counts, from)
    expected.set(kind, counts)
  }

  async function write({ kind, id, lang }: Pick<Entry, 'kind' | 'id' | 'lang'>, state: State, details: EntryDetails): Promise<void> {
    const linkedFrom = lang ? undefined : linked.get(`${kind} ${id}`)
    if (linkedFrom) linked.delete(`${kind} ${id}`)
    const at = new Date().toISOString()
    await log.write({ kind, id, ...(lang && { lang }), state, at, ...details, ...(linkedFrom && { linkedFrom }) })
  }

  function translation(kind: string, lang: string, what: 'expected' | 'got'): void {
    const figures = ((languages[kind] ??= {})[lang] ??= { expected: 0, got: 0 })
    figures[what]++
  }

  /** Counts the language of a record or list item, if it has one. */
  function speak(kind: string, answer: unknown, what: 'expected' | 'got'): void {
    if ((kind !== 'guide' && kind !== 'wiki') || typeof answer !== 'object' || !answer) return
    const { locale, langid } = answer as { locale?: unknown; langid?: unknown }
    const lang = locale || langid
    const tag = typeof lang === 'string' ? languageTag(lang) : ''
    if (isLanguageTag(tag)) translation(kind, tag, what)
  }

  return {
    counters,
    comments: commentPlaces(),
    refusals: makeRefusals(),
    drift,
    lists,
    languages,
    shrunk: [] as Shrinkage[],
    verified,
    write,
    translation,
    speak,
    origins: (kind: string): KindReport['from'] => expected.get(kind) ?? {},
    entries: (): AsyncGenerator<Entry> => log.values(),
    /** Counts a record, by kind and id, that was requested only because it was due. */
    noteVerified(name: string, hasChanged: boolean): void {
      verified.asked++
      if (hasChanged && verified.changed.length < MAX_NAMED) verified.changed.push(name)
    },
    /** A record is referenced for the first time: by a list, the tree, a field of `by`, or a link in its text. */
    expect(key: RecordKey, from: string, by: string): void {
      if (from === 'link') linked.set(nameOf(key), by)
      count(key.kind, from, 1)
    },
    /** A record is referenced again: one that a text linked to may be in a list after all. */
    confirm(key: RecordKey, from: string): void {
      if (from === 'link' || !linked.delete(nameOf(key))) return
      count(key.kind, 'link', -1)
      count(key.kind, from, 1)
    },
    /** Counts the outcome of a list, and writes it. `code` is that of the error that it failed with. */
    async settleList(list: ListReport, details: EntryDetails, code?: ErrorCode): Promise<void> {
      const { name, state, isShrunk } = list
      const { url, reason = '' } = details
      lists.push(list)
      if (isShrunk || (state !== 'failed' && state !== 'stale')) counters.settle('list', state)
      else counters.fail({ kind: 'list', id: name, url, reason, ...(code && { code }) }, state)
      await write({ kind: 'list', id: name }, state, details)
    },
    /** Notes an answer's language and its unknown keys and values. */
    look({ kind, id, lang }: RecordKey, answer: unknown): void {
      if (lang) translation(kind, lang, 'got')
      else speak(kind, answer, 'got')
      drift.look({ kind, id }, answer)
    },
  }
}

const placeSchema = z.looseObject({ context: text, contextid: int })

function placeOf(item: unknown): string | undefined {
  const parsed = parse(placeSchema, item)
  return parsed.ok ? `${parsed.value.context} ${parsed.value.contextid}` : undefined
}

/** What comments are about, and which of that has a page: guides, their steps, and wikis (specification, section 4.6). */
function commentPlaces() {
  /** By context and contextid: the number of comments in the list. */
  const listed = new Map<string, number>()
  const found = new Set<string>()
  return {
    /** Starts a reading of the list of comments, possibly a repeated one. */
    begin: (): void => listed.clear(),
    note(item: unknown): void {
      const place = placeOf(item)
      if (place) listed.set(place, (listed.get(place) ?? 0) + 1)
    },
    /** A kept record contains these: `step 12`, `wiki 514`. */
    found(places: readonly string[]): void {
      for (const place of places) found.add(place)
    },
    /** True for a comment on one of these records, by kind and id, and on a step or wiki that may belong to one of them. */
    mayBeOn(records: ReadonlySet<string>, item: unknown): boolean {
      const place = placeOf(item) ?? ''
      return records.has(place) || (/^(step|wiki) /.test(place) && !found.has(place))
    },
    /** The number of comments without a page, by context: posts, stories, and deleted content. */
    withoutPage(frontier: Frontier): Record<string, number> {
      const counts = new Map<string, number>()
      for (const [place, count] of listed) {
        const [context = '', id = ''] = place.split(' ')
        const hasPage = context === 'guide' ? frontier.isKept({ kind: 'guide', id }) : found.has(place)
        if (!hasPage) counts.set(context, (counts.get(context) ?? 0) + count)
      }
      return Object.fromEntries(counts)
    },
  }
}
