import { HASH_LENGTH, HashSet } from '../../disk/hash-set.ts'
import type { Manifest, RecordKey } from '../../cache/layout.ts'
import { hashOf } from '../../model/addresses/safe-name.ts'
import { nameOf } from '../endpoints.ts'

/** This many may be refused, or may fail, whatever their share. */
export const FEW = 3

/** A kind (of record, or `file`) of which the service refuses more than permitted. `before`: in the previous crawl. */
export interface Refusal {
  kind: string
  refused: number
  all: number
  before: number
}

/** Counts listed records and files of records that the service does not return: many may be a fault. Linked ones do not count. */
export function makeRefusals() {
  const listed = new Map<string, HashSet>()
  const refused = new Map<string, Set<string>>()
  /** Files of all kinds count together. */
  const files = { kind: 'file', all: 0, refused: 0 }
  return {
    list: (key: RecordKey): void => void listed.set(key.kind, (listed.get(key.kind) ?? new HashSet()).add(hashOfKey(key))),
    refuse: (key: RecordKey): void => void refused.set(key.kind, (refused.get(key.kind) ?? new Set()).add(hashOfKey(key))),
    file(isRefused: boolean): void {
      files.all++
      if (isRefused) files.refused++
    },
    /** Kinds of which `allowedPercent` more are refused than the previous crawl accepted, if known. `accepted` is for the next crawl. */
    judge(allowedPercent: number, previous: Manifest | undefined): { beyond: Refusal[]; accepted: NonNullable<Manifest['refused']> } {
      const isKnown = !previous || previous.refused !== undefined
      const records = [...listed].map(([kind, all]) => {
        return { kind, all: all.size, refused: [...(refused.get(kind) ?? [])].filter((hash) => all.has(hash)).length }
      })
      const judged = [...records, files].map(({ kind, all, refused }) => {
        const before = previous?.refused?.[kind] ?? 0
        return { kind, refused, all, before, isBeyond: isKnown && refused - before > Math.max(FEW, (all * allowedPercent) / 100) }
      })
      const accepted = judged.map(({ kind, refused, before, isBeyond }) => [kind, isBeyond ? before : refused] as const)
      return {
        beyond: judged.flatMap(({ isBeyond, ...refusal }) => (isBeyond ? refusal : [])),
        accepted: Object.fromEntries(accepted.filter(([, refused]) => refused > 0)),
      }
    },
  }
}

const hashOfKey = (key: RecordKey): string => hashOf(nameOf(key), HASH_LENGTH)
