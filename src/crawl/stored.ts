import { parseWhole } from '../cache/parse-stored.ts'
import { readAnswer } from './answers.ts'
import type { References } from './references/references.ts'
import type { CrawlParts } from './crawl-parts.ts'
import { lastGood, type EntryDetails } from './report/log.ts'
import type { Selection } from './selection.ts'
import type { RecordKey } from '../cache/layout.ts'

/** The references of a stored answer; undefined if it can no longer be used. */
export function readStored(selection: Selection, key: RecordKey, text: string): References | undefined {
  const answer = parseWhole(text)
  if (selection.isWithheld(answer)) return undefined
  const parsed = readAnswer(key, answer, selection.scope())
  return parsed.ok ? parsed.value : undefined
}

/** Keeps an earlier crawl's copy of a record, and reports it as stale. */
export async function keepStale(
  { store, frontier, reporter }: Pick<CrawlParts, 'store' | 'frontier' | 'reporter'>,
  key: RecordKey,
  details: EntryDetails,
): Promise<void> {
  const since = await lastGood(store.previous, key)
  frontier.settle(key, true)
  store.stale.push({ ...key, since })
  await reporter.log.settle(key, 'stale', { ...details, since })
}
