import type { Checked } from '../../cache/checked.ts'
import type { LineLog } from '../../cache/json-lines.ts'
import type { CacheReader } from '../../cache/reader.ts'
import { nameOf } from '../endpoints.ts'
import { hashOf } from '../../model/addresses/safe-name.ts'
import { type ExtraOwner, extraOf, isExtra } from '../../model/extras.ts'
import { type RecordKind, RECORDS } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

const DAY_SECONDS = 86_400

export type RevalidationStore = ReturnType<typeof revalidationStore>

/** When each record was last requested, its validator, and what was missing: of the last crawl, for the next one. In seconds. */
export function revalidationStore(log: LineLog<Checked>) {
  const now = Date.now() / 1000
  /** By name: when it was last requested; without those that have a line in the log. */
  const asked = new Map<string, number>()
  const validators = new Map<string, string>()
  const missing = new Map<string, Checked>()
  const missingNow = new Map<string, Checked>()

  const daysSince = (at: number): number => (now - at) / DAY_SECONDS

  /** A time in the future comes from a wrong clock: it counts as now, or it would never expire. */
  const atMostNow = (at: number): number => Math.min(at, now)

  /** The time since a record was requested, in days; Infinity if unknown. */
  function ageDays(name: string): number {
    const at = missing.get(name)?.at ?? asked.get(name) ?? 0
    return at > 0 ? daysSince(at) : Number.POSITIVE_INFINITY
  }

  /** What is known of something missing that is not requested: kept for the next crawl. */
  function stillMissing(name: string): Checked | undefined {
    const note = missing.get(name)
    if (note) missingNow.set(name, note)
    return note
  }

  return {
    ageDays,
    stillMissing,
    validator: (key: RecordKey): string | undefined => validators.get(nameOf(key)),
    missing: (name: string): Checked | undefined => missing.get(name),
    isToday: (at: number): boolean => daysSince(atMostNow(at)) < 1,
    /** `includePrivate`: what was private to a crawl without private records is requested again. */
    async load(previous: CacheReader, includePrivate = false): Promise<void> {
      const isOutOfDate = ({ missing }: Checked) => missing === 'private' && includePrivate && !previous.manifest.includesPrivate
      const finishedAt = atMostNow(Date.parse(previous.manifest.finishedAt) / 1000)
      for await (const key of previous.keys()) asked.set(nameOf(key), finishedAt)
      for await (const note of previous.checked()) {
        const at = atMostNow(note.at)
        if (isOutOfDate(note)) continue
        if (note.missing) missing.set(note.name, { ...note, at })
        else if (asked.has(note.name)) {
          asked.set(note.name, at)
          if (note.validator) validators.set(note.name, note.validator)
        }
      }
    },
    /** A share of the records, given in percent: those requested longest ago. What is requested each night does not count. */
    oldest(percent: number): Set<string> {
      const share = Math.ceil((asked.size * percent) / 100)
      if (share === 0) return new Set()
      const isAlwaysAsked = (name: string) => name.endsWith(' ')
      const others = [...asked].filter(([name]) => !isAlwaysAsked(name)).sort(([, a], [, b]) => a - b)
      return new Set(others.slice(0, share).map(([name]) => name))
    },
    /** The service returned a record, with a validator or ''. Resolves when there is room for more. */
    noteFound(key: RecordKey, validator: string): Promise<void> {
      const name = nameOf(key)
      asked.delete(name)
      validators.delete(name)
      return log.write({ name, at: now, ...(validator && { validator }) })
    },
    /** An interrupted crawl fetched a record, whose validator is unknown. */
    resumed(key: RecordKey, at: number): void {
      asked.set(nameOf(key), atMostNow(at))
      validators.delete(nameOf(key))
    },
    /** A request for a record failed: the next crawl repeats it, regardless of the lists. */
    failed(key: RecordKey): void {
      asked.set(nameOf(key), 0)
      missingNow.delete(nameOf(key))
    },
    /** The service did not return something (a record, or a file by its hash). `withheld`: it is available, but not requested. */
    noteMissing(name: string, outcome: 'gone' | 'private', why: 'withheld' | 'refused'): void {
      const refusals = (missing.get(name)?.refusals ?? 0) + 1
      missingNow.set(name, { name, at: now, missing: outcome, ...(why === 'withheld' ? { isWithheld: true } : { refusals }) })
    },
    /** {@link stillMissing} for a file, until it is due for another request. */
    missingMedia(hash: string): 'gone' | 'private' | undefined {
      const name = `media ${hash}`
      return ageDays(name) < missingDays(missing.get(name), name) ? stillMissing(name)?.missing : undefined
    },
    /** True if the service recently lacked a kind altogether: at least `enough` were missing, and none was found. */
    isLacking(kind: RecordKind, enough: number): boolean {
      const isOf = (name: string) => name.startsWith(`${kind} `)
      const names = [...missing.keys()].filter((name) => isOf(name) && ageDays(name) < MAX_MISSING_AGE_DAYS)
      if (names.length < enough || [...asked.keys()].some(isOf)) return false
      for (const name of names) stillMissing(name)
      return true
    },
    /** Stores for the next crawl what remains of the previous one's notes, and what was missing. */
    async finish(kept: Iterable<RecordKey>): Promise<void> {
      for (const key of kept) {
        const [at, validator] = [asked.get(nameOf(key)), validators.get(nameOf(key))]
        if (at !== undefined) await log.write({ name: nameOf(key), at, ...(validator && { validator }) })
      }
      for (const note of missingNow.values()) await log.write(note)
      await log.flush()
    },
  }
}

const MAX_DATED_WIKI_AGE_DAYS = 30
/** Lists contain the source language only. */
const MAX_TRANSLATION_AGE_DAYS = 14
const MAX_EXTRA_AGE_DAYS = 30
/** Single records are requested each night; a picture's details never change. */
const AGES_OF_EXTRAS: Partial<Record<ExtraOwner, number>> = {
  site: 0,
  namespace: 0,
  image: Number.POSITIVE_INFINITY,
  video: Number.POSITIVE_INFINITY,
}
const MAX_MISSING_AGE_DAYS = 7
/** A nightly run may start some hours early. */
const EARLY_DAYS = 0.25

/** The age in days at which a record is requested in any case, between half of its maximum and all of it, to spread the load. */
export function maxAgeDays({ kind, id, lang }: RecordKey, { isDated, missing }: { isDated: boolean; missing?: Checked | undefined }) {
  if (missing) return missingDays(missing, id)
  if (lang && agesOf(kind) > 0) return spread(MAX_TRANSLATION_AGE_DAYS, `${lang} ${id}`)
  if (isDated && kind === 'guide') return Number.POSITIVE_INFINITY
  return spread(isDated && kind === 'wiki' ? MAX_DATED_WIKI_AGE_DAYS : agesOf(kind), id)
}

const agesOf = (kind: RecordKind): number =>
  RECORDS[kind].maxAgeDays ?? (isExtra(kind) ? AGES_OF_EXTRAS[extraOf(kind).of] : undefined) ?? MAX_EXTRA_AGE_DAYS

/** Days until something missing is requested again: 1, 2, 4 … by consecutive refusals, at most {@link MAX_MISSING_AGE_DAYS}. */
export function missingDays(missing: Pick<Checked, 'refusals'> | undefined, name: string): number {
  const most = spread(MAX_MISSING_AGE_DAYS, name)
  return missing?.refusals ? Math.min(most, 2 ** (missing.refusals - 1) - EARLY_DAYS) : most
}

/** A share of the maximum that is always the same for a name. */
const spread = (days: number, name: string): number => days * (0.5 + Number.parseInt(hashOf(name, 6), 16) / 0x2000000)
