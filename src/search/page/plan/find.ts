import type { Found, SearchOptions } from '../../pagefind-api.ts'
import { MARK, titleKeys } from '../../title-key.ts'
import { evidenceOf, type TermFound } from './evidence.ts'
import { type Marks, rank, type Ranked } from './rank.ts'
import type { Indexes } from '../engine/indexes.ts'
import type { Source } from './source.ts'
import { asPagefind, type ParsedQuery, parseQuery } from './terms.ts'

/** A page with its matches. */
export interface Result extends Omit<Ranked, 'score' | 'covered'> {
  found: Found
  /** False for a page that covers less of the query than others. */
  isBest: boolean
}

export interface Findings {
  /** Best first. */
  results: Result[]
  /** True if a page has all words. */
  hasAll: boolean
  /** Typed words that no page of the site has in any form, nor synonyms of them. */
  unknown: string[]
}

/** Pages that cover as much as the best, with a tolerance for rounding. */
const AS_MUCH = 0.99

/** Plans the queries for a text, runs them in all indexes, and ranks the results. `text` is not empty. */
export async function findText(
  text: string,
  { sources, lexicon, words }: Pick<Indexes, 'sources' | 'lexicon' | 'words'>,
  lang: string,
  options: SearchOptions,
): Promise<Findings> {
  const query = parseQuery(text, lexicon, lang)
  const deciding = query.terms.filter(({ ignored }) => !ignored)
  const [found, titles, quoted, marks] = await Promise.all([
    Promise.all(deciding.map((term) => evidenceOf(term, sources, options))),
    Promise.all(sources.map((source) => exactTitles(text, source, options))),
    Promise.all(sources.map((source) => quotedIn(query, source, options))),
    Promise.all(sources.map((source) => marksIn(query, source, options))),
  ])
  // Pages hidden by filters still count.
  const isFiltered = Object.keys(options.filters ?? {}).length > 0
  const isLost = ({ known, pages, term }: TermFound): boolean =>
    !(known && isFiltered) && pages.every(({ size }) => size === 0) && !lexicon.isFaint(term.typed)
  const terms = found.some(isLost) ? await inParts(found, isLost, await words(), sources, options) : found
  const ranked = rank(terms, sources, marks).filter(({ at, id }) => quoted[at]?.has(id) ?? true)
  const best = ranked.reduce((most, { covered }) => Math.max(most, covered), 0)
  const results = ranked.flatMap((page) => {
    const [first] = page.evidence
    if (!first || titles[page.at]?.has(page.id)) return []
    return [{ ...page, found: first.found, isBest: page.covered >= best * AS_MUCH }]
  })
  const unknown = terms.filter(({ known }) => !known).map(({ term }) => term.typed)
  const all = [...inTitleOrder(titles, sources, ranked), ...results]
  return { results: all, hasAll: unknown.length === 0 && all.some(({ missingWords }) => missingWords.length === 0), unknown }
}

/** Words that no page has are searched for in parts; an incomplete last one, whose stem is shorter, as the words that begin like it. */
function inParts(
  found: readonly TermFound[],
  isLost: (one: TermFound) => boolean,
  { compounds, spelling }: Awaited<ReturnType<Indexes['words']>>,
  sources: readonly Source[],
  options: SearchOptions,
): Promise<TermFound[]> {
  return Promise.all(
    found.map(async (one) => {
      const whole = isLost(one) && one.term.open ? spelling.completed(one.term.typed) : []
      if (whole.length > 0) return evidenceOf({ ...one.term, forms: whole.map((text) => ({ text: asPagefind(text) })) }, sources, options)
      const forms = isLost(one) ? compounds(one.term.typed) : []
      if (forms.length === 0) return one
      const term = { ...one.term, forms: forms.map((form) => ({ ...form, text: asPagefind(form.text) })) }
      return { ...(await evidenceOf(term, sources, options)), known: false }
    }),
  )
}

async function marksIn({ phrases }: ParsedQuery, source: Source, options: SearchOptions): Promise<Marks> {
  const [guide, minor, ...found] = await Promise.all([
    source.exactly(MARK.guide, {}),
    source.exactly(MARK.minor, {}),
    ...phrases.map((phrase) => source.exactly(phrase, options)),
  ])
  const phraseShares = new Map<string, number>()
  for (const { exact } of found) for (const id of exact) phraseShares.set(id, (phraseShares.get(id) ?? 0) + 1 / phrases.length)
  return { guide: guide.exact, minor: minor.exact, phraseShares }
}

/** The pages of an index that have all quoted phrases; undefined if there are none. */
async function quotedIn({ quoted }: ParsedQuery, source: Source, options: SearchOptions): Promise<ReadonlySet<string> | undefined> {
  const sets = await Promise.all(quoted.map(async (phrase) => (await source.exactly(phrase, options)).exact))
  return sets.length > 0 ? sets.reduce((both, set) => new Set([...both].filter((id) => set.has(id)))) : undefined
}

interface ExactTitle {
  found: Found
  /** Higher is better; an identical title is best. */
  rank: number
}

/** The pages of an index whose whole title was typed. Quotes restrict Pagefind to the exact word. */
async function exactTitles(text: string, source: Source, options: SearchOptions): Promise<Map<string, ExactTitle>> {
  const { loose, strict } = titleKeys(text)
  const titles = new Map<string, ExactTitle>()
  const answers = await Promise.all([loose, strict].map((key) => source.search(`"${key}"`, options)))
  for (const found of answers.flatMap(({ results }) => results))
    titles.set(found.id, { found, rank: (titles.get(found.id)?.rank ?? 0) + found.score * source.weight })
  return titles
}

function inTitleOrder(titles: readonly ReadonlyMap<string, ExactTitle>[], sources: readonly Source[], ranked: readonly Ranked[]): Result[] {
  const pages = titles.flatMap((some, at) => [...some].map(([id, title]) => ({ at, id, place: sources[at]?.placeOf(id) ?? 0, ...title })))
  return pages
    .toSorted((a, b) => b.rank - a.rank || a.place - b.place)
    .map(({ at, id, found }) => {
      const page = ranked.find((other) => other.at === at && other.id === id)
      return { at, id, found, evidence: page?.evidence ?? [], missingWords: [], substitutes: [], isBest: true }
    })
}
