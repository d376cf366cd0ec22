import { FIELD, type Found } from '../../pagefind-api.ts'

/** The evidence of a word on a page. */
export interface Evidence {
  /** 1 for the word itself, less for longer words, other forms and synonyms. */
  quality: number
  inTitle: boolean
  inPath: boolean
  inLead: boolean
  /** Relative frequency in its text, from 0 to 1. */
  strength: number
  /** True for a part of the word. */
  isPart?: boolean
  /** The synonym that was matched instead. */
  synonym?: string
  /** All forms that the page may have: synonyms, and undefined for the word itself. */
  ways: ReadonlySet<string | undefined>
  found: Found
}

/** The maximum quality of the combined parts of a word, relative to the whole. */
const ALL_PARTS = 0.75

/** Combines the evidence of parts: several parts of a word are closer to the whole than one. Each part has its own quality. */
export function together(found: readonly [string, Evidence][]): [string, Evidence][] {
  const parts = new Map<string, Set<number>>()
  for (const [id, { quality, isPart }] of found) if (isPart) parts.set(id, (parts.get(id) ?? new Set()).add(quality))
  const sumOf = (id: string): number => [...(parts.get(id) ?? [])].reduce((sum, quality) => sum + quality, 0)
  return found.map(([id, one]) => [id, one.isPart ? { ...one, quality: Math.min(sumOf(id), ALL_PARTS) } : one])
}

const ITSELF: ReadonlySet<string | undefined> = new Set([undefined])

/** The maximum score of a page in all indexes. */
export const mostIn = (found: readonly (readonly Found[])[]): number =>
  found.reduce((most, some) => some.reduce((most, { score }) => Math.max(most, score), most), 0) || 1

/** The evidence of a word on pages. `qualityOf` returns it by page id; `most` is the maximum score of any page. */
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

/** Keeps the better of two, the word itself before synonyms, and the ways of both. */
export function merge(into: Map<string, Evidence>, evidence: readonly [string, Evidence][]): void {
  for (const [id, one] of evidence) {
    const other = into.get(id)
    if (!other) into.set(id, one)
    else into.set(id, { ...(worth(one) > worth(other) ? one : other), ways: new Set([...other.ways, ...one.ways]) })
  }
}

const worth = ({ quality, inTitle, inPath, inLead, strength }: Evidence): number =>
  quality * (1 + Number(inTitle) + (inPath ? 0.3 : 0) + (inLead ? 0.3 : 0) + strength / 2)
