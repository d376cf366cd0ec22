import { FIELD } from '../../fields.ts'
import type { Found } from '../../pagefind-api.ts'

/** The evidence of a word on a page. */
export interface Evidence {
  /** 1 for the word itself, less for longer words, for other forms of it and for other words. */
  quality: number
  inTitle: boolean
  inPath: boolean
  inLead: boolean
  /** Relative frequency in its text, from 0 to 1. */
  strength: number
  /** True for a part of the word. */
  isPart?: boolean
  /** The synonym that was found instead. */
  also?: string
  /** Every way in which the page may have it: synonyms, and undefined for the word itself. */
  ways: ReadonlySet<string | undefined>
  found: Found
}

/** The most that the parts of a word count for, relative to the whole. */
const ALL_PARTS = 0.75

/** A page that has several parts of a word is nearer to the whole than one that has one. Each part has a quality of its own. */
export function together(found: readonly [string, Evidence][]): [string, Evidence][] {
  const parts = new Map<string, Set<number>>()
  for (const [id, { quality, isPart }] of found) if (isPart) parts.set(id, (parts.get(id) ?? new Set()).add(quality))
  const sumOf = (id: string): number => [...(parts.get(id) ?? [])].reduce((sum, quality) => sum + quality, 0)
  return found.map(([id, one]) => [id, one.isPart ? { ...one, quality: Math.min(sumOf(id), ALL_PARTS) } : one])
}

const ITSELF: ReadonlySet<string | undefined> = new Set([undefined])

/** The most that one of the pages of all indexes has of a word. */
export const mostIn = (found: readonly (readonly Found[])[]): number =>
  found.reduce((most, some) => some.reduce((most, { score }) => Math.max(most, score), most), 0) || 1

/** What pages have of a word. `qualityOf` gives it by the id of a page; `most` is the most that any page has of it. */
export function evidenceIn(
  found: readonly Found[],
  qualityOf: (id: string) => number,
  most: number,
  extra: Partial<Evidence> = {},
): [string, Evidence][] {
  return found.map((one) => [
    one.id,
    {
      quality: qualityOf(one.id),
      inTitle: (one.fields & FIELD.title) > 0,
      inPath: (one.fields & FIELD.path) > 0,
      inLead: (one.fields & FIELD.lead) > 0,
      strength: one.score / most,
      ways: ITSELF,
      found: one,
      ...extra,
    },
  ])
}

/** Keeps the better of two, the word itself before synonyms, with the ways of both. */
export function merge(into: Map<string, Evidence>, evidence: readonly [string, Evidence][]): void {
  for (const [id, one] of evidence) {
    const other = into.get(id)
    if (!other) into.set(id, one)
    else into.set(id, { ...(worth(one) > worth(other) ? one : other), ways: new Set([...other.ways, ...one.ways]) })
  }
}

const worth = ({ quality, inTitle, inPath, inLead, strength }: Evidence): number =>
  quality * (1 + Number(inTitle) + (inPath ? 0.3 : 0) + (inLead ? 0.3 : 0) + strength / 2)
