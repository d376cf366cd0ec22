import { isLetter, keyOfLetter } from '../../letters.ts'
import { keyOfSigned } from '../../signs.ts'
import type { Found, SearchOptions } from '../../pagefind-api.ts'
import { judge, type Match } from './judge.ts'
import { type Evidence, evidenceIn, merge, mostIn, together } from './on-page.ts'
import type { Looked, Source } from './source.ts'
import { isNumber, type Term } from './terms.ts'

/** What the indexes contain of a word. */
export interface TermFound {
  term: Term
  /** By index, by the id of a page. */
  pages: ReadonlyMap<string, Evidence>[]
  /** Its rarity: higher for rarer words. */
  weight: number
  /** False when no page of the site has it, nor a longer one, nor a form of it, nor another word for it: it may be misspelled. */
  known: boolean
  /** True when it stands in the title of a page, or in that of what the page is about. */
  isTitle: boolean
}

/** What 13 counts for where 13" was typed and the site has it. */
const UNSIGNED = 0.5
/** The weight of a faint word, relative to another of the same rarity. */
const FAINT = 0.3
const QUALITY = { exact: 1, begun: 0.8, longer: 0.5, stretched: 0.5, also: 0.8 }

/** Searches for one word in all indexes. */
export async function evidenceOf(term: Term, sources: readonly Source[], options: SearchOptions): Promise<TermFound> {
  const letter = isLetter(term.word) && !isNumber(term.word)
  const look = term.isSign ? lookForNothing : letter ? lookForLetter : lookForWord
  const [lookedFor, signed] = await Promise.all([
    Promise.all(sources.map((source) => look(source, term, options))),
    lookForSigns(sources, term, options),
  ])
  const looked = longestOnly(lookedFor)
  const most = mostIn(looked.map(({ found }) => found))
  const own = looked.map((one) => ({ ...one, evidence: evidenceIn(one.found, one.qualityOf, most) }))
  const isSigned = signed.some(({ pagesWithIt }) => pagesWithIt > 0)
  const isKnown = letter || isSigned || own.some(({ match }) => match === 'exact' || match === 'begun')
  const others = await lookForForms(sources, term, options)
  const beside = await Promise.all(sources.map((source) => besideIn(source, term, options)))
  const pages = sources.map((_, at) => {
    const found = new Map<string, Evidence>()
    const { match, evidence } = own[at] ?? { match: 'none', evidence: [] }
    // A word is absent only if every index lacks it: what an index matches then is another word.
    if (match === 'exact' || match === 'begun' || (isStretched(match) && !isKnown))
      merge(found, isSigned ? evidence.map(([id, one]) => [id, { ...one, quality: one.quality * UNSIGNED }]) : evidence)
    merge(found, others[at]?.evidence ?? [])
    const near = beside[at]
    if (near) for (const [id, { inTitle, inPath }] of found) if (!inTitle && !inPath && !near.has(id)) found.delete(id)
    merge(found, signed[at]?.evidence ?? [])
    return found
  })
  const total = sources.reduce((sum, source) => sum + source.pages, 0)
  const exact = (isSigned ? signed : own).reduce((sum, { pagesWithIt }) => sum + pagesWithIt, 0)
  const having = (exact || pages.reduce((sum, { size }) => sum + size, 0)) + others.reduce((sum, { pagesWithIt }) => sum + pagesWithIt, 0)
  const isForm = own.some(({ match }) => match === 'stretched') || others.some(({ pagesWithIt }) => pagesWithIt > 0)
  const known = isKnown || isForm
  const isTitle = pages.some((some) => [...some.values()].some(({ inTitle, inPath }) => inTitle || inPath))
  return { term, pages, weight: rarity(having, total) * (term.faint ? FAINT : 1), known, isTitle }
}

/** The root of BM25's, and never nothing: as it is, one rare word would weigh more than the two others that say what is asked about. */
const rarity = (having: number, total: number): number =>
  Math.sqrt(Math.log(1 + Math.max(total - having + 0.5, 0.5) / (Math.min(having, total) + 0.5)) + 0.1)

const isStretched = (match: Match): boolean => match === 'stretched' || match === 'doubtful'

/** Of a number, the pages that have it beside a word beside which it was typed: elsewhere it counts something else. Undefined for a word. */
async function besideIn(source: Source, { beside }: Term, options: SearchOptions): Promise<ReadonlySet<string> | undefined> {
  if (beside.length === 0) return undefined
  const found = await Promise.all(beside.map((phrase) => source.exactly(phrase, options)))
  return new Set(found.flatMap(({ exact }) => [...exact]))
}

interface Own {
  match: Match
  found: readonly Found[]
  qualityOf: (id: string) => number
  pagesWithIt: number
  shorter?: number | undefined
}

/** Of shorter words that large indexes have instead of the typed one, the longest alone may be a form of it, as if all pages were in one index. */
function longestOnly(looked: readonly Own[]): Own[] {
  const longest = Math.max(0, ...looked.map(({ shorter = 0 }) => shorter))
  return looked.map((one) => (one.shorter !== undefined && one.shorter < longest ? { ...one, match: 'none', found: [] } : one))
}

async function lookForWord(source: Source, term: Term, options: SearchOptions): Promise<Own> {
  const { found, exact, pagesWithIt, shorter } = await source.look(term.word, options)
  const match = pagesWithIt > 0 ? 'exact' : await judge(term, found)
  const others = isStretched(match) ? QUALITY.stretched : term.open ? QUALITY.begun : QUALITY.longer
  // A longer number is a different number.
  const some = isNumber(term.word) && !term.open ? found.filter(({ id }) => exact.has(id)) : found
  return { match, pagesWithIt, shorter, found: some, qualityOf: (id) => (exact.has(id) ? QUALITY.exact : others) }
}

async function lookForLetter(source: Source, term: Term, options: SearchOptions): Promise<Own> {
  const { exact, pagesWithIt, found } = await source.lookExactly(keyOfLetter(term.word), options)
  return {
    match: pagesWithIt > 0 ? 'exact' : 'none',
    pagesWithIt,
    found,
    qualityOf: (id) => (exact.has(id) ? QUALITY.longer : 0),
  }
}

const lookForNothing = (): Promise<Own> => Promise.resolve({ match: 'none', found: [], qualityOf: () => 0, pagesWithIt: 0 })

/** In one index. */
interface Others {
  evidence: [id: string, Evidence][]
  pagesWithIt: number
}

async function lookForSigns(sources: readonly Source[], { signs }: Term, options: SearchOptions): Promise<Others[]> {
  const looked = await lookForEach(sources, signs.map(keyOfSigned), options)
  return looked.map((inSource) => ({
    pagesWithIt: Math.max(0, ...inSource.map((one) => one.pagesWithIt)),
    evidence: inSource
      .flatMap(({ found, most }) => evidenceIn(found, () => QUALITY.exact, most))
      .map(([id, one]): [string, Evidence] => [id, { ...one, signs }]),
  }))
}

async function lookForForms(sources: readonly Source[], { forms }: Term, options: SearchOptions): Promise<Others[]> {
  const looked = await lookForEach(
    sources,
    forms.map(({ text }) => text),
    options,
  )
  return looked.map((inSource) => ({
    pagesWithIt: Math.max(0, ...inSource.map((one) => one.pagesWithIt)),
    evidence: together(
      inSource.flatMap(({ found, most }, at) => {
        const form = forms[at]
        const quality = form?.quality ?? (form?.also ? QUALITY.also : QUALITY.exact)
        return evidenceIn(found, () => quality, most).map(([id, evidence]): [string, Evidence] => [
          id,
          {
            ...evidence,
            ...(form?.also && { also: form.also }),
            ways: new Set([form?.also]),
            isPart: form?.quality !== undefined,
            needsOther: form?.needsOther ?? false,
          },
        ])
      }),
    ),
  }))
}

/** By index, what it has of each of some texts exactly, and the most that a page of any index has of it. */
async function lookForEach(
  sources: readonly Source[],
  texts: readonly string[],
  options: SearchOptions,
): Promise<(Looked & { most: number })[][]> {
  const looked = await Promise.all(sources.map((source) => Promise.all(texts.map((text) => source.lookExactly(text, options)))))
  const most = texts.map((_, at) => mostIn(looked.map((inSource) => inSource[at]?.found ?? [])))
  return looked.map((inSource) => inSource.map((one, at) => ({ ...one, most: most[at] ?? 1 })))
}
