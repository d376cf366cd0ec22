import { hashOf } from '../../model/title.ts'
import { type ExtraOwner, extraOf, isExtra } from '../../model/extras.ts'
import { type RecordKind, RECORDS } from '../../model/resources.ts'
import type { RecordKey } from '../../cache/layout.ts'

/** Where the service lists its wikis by date of change. */
const MAX_DATED_WIKI_AGE_DAYS = 30
/** Lists show the source language only. */
const MAX_TRANSLATION_AGE_DAYS = 14
const MAX_EXTRA_AGE_DAYS = 30
/** What there is one of is asked for each night; what a picture is does not change. */
const AGES_OF_EXTRAS: Partial<Record<ExtraOwner, number>> = {
  site: 0,
  namespace: 0,
  image: Number.POSITIVE_INFINITY,
  video: Number.POSITIVE_INFINITY,
}
export const MAX_MISSING_AGE_DAYS = 7
export const MAX_MISSING_MEDIA_AGE_DAYS = 30

/**
 * When a record is asked for again although nothing speaks for it: between half of its worst case and all of it, so that what was fetched
 * in one night does not fall due in one night. `isDated`: a list tells each change of it.
 */
export function maxAgeDays({ kind, id, lang }: RecordKey, { isDated, wasMissing }: { isDated: boolean; wasMissing: boolean }): number {
  if (wasMissing) return spread(MAX_MISSING_AGE_DAYS, id)
  if (lang && agesOf(kind) > 0) return spread(MAX_TRANSLATION_AGE_DAYS, `${lang} ${id}`)
  if (isDated && kind === 'guide') return Number.POSITIVE_INFINITY
  return spread(isDated && kind === 'wiki' ? MAX_DATED_WIKI_AGE_DAYS : agesOf(kind), id)
}

function agesOf(kind: RecordKind): number {
  return RECORDS[kind].maxAgeDays ?? (isExtra(kind) ? AGES_OF_EXTRAS[extraOf(kind).of] : undefined) ?? MAX_EXTRA_AGE_DAYS
}

/** A share of the worst case that is always the same for a name. */
export function spread(days: number, name: string): number {
  return days * (0.5 + Number.parseInt(hashOf(name, 6), 16) / 0x2000000)
}
