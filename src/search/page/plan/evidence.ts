import { isLetter, keyOfLetter } from '../../letters.ts'
import type { Found, SearchOptions } from '../../pagefind-api.ts'
import { hasPairs, hasUnspaced } from '../../unspaced.ts'
import { type Evidence, evidenceIn, merge, mostIn, together } from './page-evidence.ts'
import type { Source } from './source.ts'
import type { Term } from './terms.ts'

/** The matches of a word in the indexes. */
export interface TermFound {
  term: Term
  /** By index, by the id of a page. */
  pages: ReadonlyMap<string, Evidence>[]
  /** Its rarity: higher for rarer words. */
  weight: number
  /** False if no page of the site has it, a longer word or a synonym: it may be misspelled. */
  known: boolean
}

/** The weight of a faint word, relative to another of the same rarity. */
const FAINT = 0.3
const QUALITY = { exact: 1, prefix: 0.8, longer: 0.5, synonym: 0.65 }

/** Searches for one word in all indexes. */
export async function evidenceOf(term: Term, sources: readonly Source[], options: SearchOptions): Promise<TermFound> {
  const look = isLetter(term.word) ? lookForLetter : lookForWord
  const [looked, others] = await Promise.all([
    Promise.all(sources.map((source) => look(source, term, options))),
    lookForForms(sources, term, options),
  ])
  const most = mostIn(looked.map(({ found }) => found))
  const pages = looked.map(({ found, qualityOf }, at) => {
    const evidence = new Map<string, Evidence>()
    merge(evidence, evidenceIn(found, qualityOf, most))
    merge(evidence, others[at]?.evidence ?? [])
    return evidence
  })
  const total = sources.reduce((sum, source) => sum + source.pages, 0)
  const exact = looked.reduce((sum, { pagesWithIt }) => sum + pagesWithIt, 0)
  const having = (exact || pages.reduce((sum, { size }) => sum + size, 0)) + others.reduce((sum, { pagesWithIt }) => sum + pagesWithIt, 0)
  const known =
    isLetter(term.word) ||
    looked.some(({ found, pagesWithIt }) => found.length > 0 || pagesWithIt > 0) ||
    others.some(({ pagesWithIt }) => pagesWithIt > 0)
  return { term, pages, weight: rarity(having, total) * (term.faint ? FAINT : 1), known }
}

/** The square root of BM25's, and never zero: otherwise one rare word would outweigh two others that carry the meaning. */
const rarity = (having: number, total: number): number =>
  Math.sqrt(Math.log(1 + Math.max(total - having + 0.5, 0.5) / (Math.min(having, total) + 0.5)) + 0.1)

/** The matches of a word itself in one index. */
interface Own {
  found: readonly Found[]
  qualityOf: (id: string) => number
  pagesWithIt: number
}

async function lookForWord(source: Source, term: Term, options: SearchOptions): Promise<Own> {
  const { found, exact, pagesWithIt } = await source.look(term.word, options)
  const longer = term.open ? QUALITY.prefix : QUALITY.longer
  const isFound = pagesWithIt > 0 || (await isPrefix(term, found))
  return { pagesWithIt, found: isFound ? found : [], qualityOf: (id) => (exact.has(id) ? QUALITY.exact : longer) }
}

/**
 * True if pages have words that start with the typed one. For Chinese and Japanese, Pagefind also matches only the first characters, then
 * in no or all pages.
 */
async function isPrefix({ typed }: Term, [first]: readonly Found[]): Promise<boolean> {
  if (!first || !hasUnspaced(typed)) return first !== undefined
  const { content, meta } = await first.data()
  return hasPairs(typed, [content, ...Object.values(meta)].join(' '))
}

async function lookForLetter(source: Source, term: Term, options: SearchOptions): Promise<Own> {
  const { pagesWithIt, found } = await source.lookExactly(keyOfLetter(term.word), options)
  return { pagesWithIt, found, qualityOf: () => QUALITY.longer }
}

/** By index, the evidence of other forms, which a page must have exactly. */
async function lookForForms(
  sources: readonly Source[],
  { forms }: Term,
  options: SearchOptions,
): Promise<{ evidence: [id: string, Evidence][]; pagesWithIt: number }[]> {
  const looked = await Promise.all(
    forms.map(async ({ text, synonym, quality }) => {
      const matches = await Promise.all(sources.map((source) => source.lookExactly(text, options)))
      const most = mostIn(matches.map(({ found }) => found))
      const qualityOf = (): number => quality ?? (synonym ? QUALITY.synonym : QUALITY.exact)
      const extra = { ways: new Set([synonym]), isPart: quality !== undefined, ...(synonym && { synonym }) }
      return matches.map(({ found, pagesWithIt }) => ({ pagesWithIt, evidence: evidenceIn(found, qualityOf, most, extra) }))
    }),
  )
  return sources.map((_, at) => {
    const here = looked.flatMap((form) => form[at] ?? [])
    return {
      pagesWithIt: Math.max(0, ...here.map(({ pagesWithIt }) => pagesWithIt)),
      evidence: together(here.flatMap(({ evidence }) => evidence)),
    }
  })
}
