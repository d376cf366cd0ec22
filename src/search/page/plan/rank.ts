import type { Found } from '../../pagefind-api.ts'
import type { TermFound } from './evidence.ts'
import type { Evidence } from './on-page.ts'
import type { Source } from './source.ts'
import { isNumber } from './terms.ts'

/** A ranked page, with its evidence. */
export interface Ranked {
  /** The number of its index. */
  at: number
  id: string
  score: number
  /** The share of the query that it covers, from 0 to 1. */
  covered: number
  evidence: Evidence[]
  /** False where it has numbers alone: they may count anything. */
  hasWord: boolean
  /** The words that it lacks, as typed. */
  without: string[]
  /** What stands for a word that was typed and that it has not itself. */
  stands: Stand[]
}

/** Other words for one that was typed. */
export interface Stand {
  typed: string
  /** As they were looked for: the page has them, or others of the same stem. */
  also: readonly string[]
  found: Found
}

/** The bonus for a word in the title, the path or the lead, and for its frequency in the text. */
const WORTH = { title: 1.1, path: 0.8, lead: 0.4, strength: 0.4 }
/** The bonus for phrases. */
const NEIGHBOURS = 1
/** The bonus for having all words in the title and path together; half of them get half. */
const HEAD = 1.2
/** People rank behind other pages, unless the query names them. */
const PERSON = 0.1
/** The quality from which evidence counts as the word itself. */
const CLEAR = 0.8
/** Factors of a page's score: guides are what people look for, archived ones rarely. */
const SORT = { guide: 1.05, archived: 0.5 }
/** Pages that cover less than this share of the best are dropped. */
const LEAST_OF_BEST = 0.45
/** The same for a page with a word of the query in its title. */
const LEAST_IN_TITLE = 0.2

/** By index: the share of the phrases that each page has. */
export type Phrases = readonly ReadonlyMap<string, number>[]

/** The pages of an index with each mark. */
export type Marked = Readonly<Record<keyof typeof SORT, ReadonlySet<string>>>

/** Ranks the pages found for the words, best first. */
export function rank(terms: readonly TermFound[], sources: readonly Source[], phrases: Phrases, marked: readonly Marked[]): Ranked[] {
  const asked = terms.filter(({ term }) => !term.ignored)
  const all = asked.reduce((sum, { weight, pages }) => sum + (pages.some(({ size }) => size > 0) ? weight : 0), 0) || 1
  const ranked = sources.flatMap((source, at) => {
    const ids = new Set(asked.flatMap(({ pages }) => [...(pages[at]?.keys() ?? [])]))
    return [...ids].map((id) => rankPage(asked, at, id, all, source.weight, phrases[at]?.get(id) ?? 0))
  })
  const best = ranked.reduce((most, { covered }) => Math.max(most, covered), 0)
  for (const page of ranked) page.score *= sortOf(page, marked)
  const least = (page: Ranked): number => best * (page.evidence.some(isTitled) ? LEAST_IN_TITLE : LEAST_OF_BEST)
  const placeOf = ({ at, id }: Ranked): number => sources[at]?.placeOf(id) ?? 0
  const byPlace = (a: Ranked, b: Ranked): number => placeOf(a) - placeOf(b)
  const someHaveWords = ranked.some(({ hasWord }) => hasWord)
  return numberedFirst(
    ranked
      .filter((page) => page.covered >= least(page) && (page.hasWord || !someHaveWords))
      .sort((a, b) => b.score - a.score || byPlace(a, b)),
  )
}

/** What has a digit in it names one thing: a page that lacks it comes behind all that have every word. */
export function numberedFirst(ranked: readonly Ranked[]): Ranked[] {
  const last = ranked.findLastIndex(({ without, evidence }) => without.length === 0 && evidence.every(({ isPart }) => !isPart))
  const before = ranked.slice(0, last + 1)
  const isBehind = ({ without }: Ranked): boolean => without.some((word) => /\p{N}/u.test(word))
  return [...before.filter((page) => !isBehind(page)), ...before.filter(isBehind), ...ranked.slice(last + 1)]
}

const isTitled = ({ quality, inTitle, inPath, also }: Evidence): boolean => (inTitle || inPath) && quality >= CLEAR && also === undefined

const sortOf = ({ at, id }: Ranked, marked: readonly Marked[]): number =>
  (marked[at]?.guide.has(id) ? SORT.guide : 1) * (marked[at]?.archived.has(id) ? SORT.archived : 1)

function rankPage(asked: readonly TermFound[], at: number, id: string, all: number, weight: number, phrases: number): Ranked {
  const page: Ranked = { at, id, score: 0, covered: 0, evidence: [], hasWord: false, without: [], stands: [] }
  let head = 0
  const isNamed = namesPerson(asked, at, id)
  for (const one of asked) {
    const evidence = one.pages[at]?.get(id)
    if (!evidence) {
      if (!one.term.faint && !isEnding(one)) page.without.push(one.term.typed)
      continue
    }
    page.evidence.push(evidence)
    page.hasWord ||= !isNumber(one.term.word)
    const also = [...new Set([evidence.also, ...evidence.ways])].filter((way) => way !== undefined)
    if (also.length > 0 && !evidence.ways.has(undefined)) page.stands.push({ typed: one.term.typed, also, found: evidence.found })
    page.covered += (one.weight * evidence.quality) / all
    page.score += one.weight * worthOf(evidence, isNamed)
    if (evidence.inTitle || evidence.inPath || (isNamed && evidence.inName)) head += (one.weight * evidence.quality) / all
  }
  page.score = (page.score / all + NEIGHBOURS * phrases + HEAD * head) * page.covered * weight
  return page
}

/** True for a rest of a Japanese sentence: what a browser cuts off a verb is no word that anybody looks for. */
const isEnding = ({ term, pages }: TermFound): boolean =>
  /^[\p{Script=Hiragana}ー]+$/u.test(term.typed) && pages.every(({ size }) => size === 0)

/**
 * True of a page of a person or team that has all that was asked, and half of it in the name, or the word for what it is (`zips team`). One word alone is rather looked
 * for in guides, unless it is in no title.
 */
function namesPerson(asked: readonly TermFound[], at: number, id: string): boolean {
  const all = asked.map(({ pages }) => pages[at]?.get(id))
  if (!all.every((one) => one?.ofPerson && one.quality >= CLEAR && one.also === undefined)) return false
  if (all.length === 1) return all.some((one) => one?.inName) && !asked.some(({ isTitle }) => isTitle)
  return all.some((one) => one?.inLead) || 2 * all.filter((one) => one?.inName).length >= all.length
}

const worthOf = ({ quality, inTitle, inName, inPath, inLead, strength, ofPerson }: Evidence, isNamed: boolean): number =>
  quality *
  (ofPerson && !isNamed ? PERSON : 1) *
  (1 +
    (inTitle || (isNamed && inName) ? WORTH.title : Math.max(inPath ? WORTH.path : 0, inLead ? WORTH.lead : 0)) +
    WORTH.strength * strength)
