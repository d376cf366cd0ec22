import { hashOf } from '../../model/addresses/safe-name.ts'
import { type ExtraOwner, extraOf, isExtra } from '../../model/extras.ts'
import { type RecordKind, RECORDS } from '../../model/resources.ts'
import type { Checked } from '../../cache/checked.ts'
import type { RecordKey } from '../../cache/layout.ts'

/** For services that list wikis by date of change. */
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
export const MAX_MISSING_AGE_DAYS = 7
/** A nightly run may start some hours early. */
const EARLY_DAYS = 0.25

/**
 * The age in days after which a record is requested again although nothing suggests a change: between half of its maximum and all of it, so
 * that records fetched in one night are not all due in one night. `isDated`: a list reveals each change of it.
 */
export function maxAgeDays(
  { kind, id, lang }: RecordKey,
  { isDated, missing }: { isDated: boolean; missing?: Checked | undefined },
): number {
  if (missing) return missingDays(missing, id)
  if (lang && agesOf(kind) > 0) return spread(MAX_TRANSLATION_AGE_DAYS, `${lang} ${id}`)
  if (isDated && kind === 'guide') return Number.POSITIVE_INFINITY
  return spread(isDated && kind === 'wiki' ? MAX_DATED_WIKI_AGE_DAYS : agesOf(kind), id)
}

function agesOf(kind: RecordKind): number {
  return RECORDS[kind].maxAgeDays ?? (isExtra(kind) ? AGES_OF_EXTRAS[extraOf(kind).of] : undefined) ?? MAX_EXTRA_AGE_DAYS
}

/** Days until something missing is requested again: 1, 2, 4 … by consecutive refusals, at most {@link MAX_MISSING_AGE_DAYS}. */
export function missingDays(missing: Pick<Checked, 'refusals'> | undefined, name: string): number {
  const most = spread(MAX_MISSING_AGE_DAYS, name)
  return missing?.refusals ? Math.min(most, 2 ** (missing.refusals - 1) - EARLY_DAYS) : most
}

/** A share of the maximum that is always the same for a name. */
function spread(days: number, name: string): number {
  return days * (0.5 + Number.parseInt(hashOf(name, 6), 16) / 0x2000000)
}
