import type { TermFound } from './evidence.ts'
import type { Evidence } from './page-evidence.ts'
import type { Source } from './source.ts'

/** A ranked page, with its evidence. */
export interface Ranked {
  /** The number of the page's index. */
  at: number
  id: string
  score: number
  /** The share of the query that it covers, from 0 to 1. */
  covered: number
  evidence: Evidence[]
  /** The words that it lacks, as typed. */
  missingWords: string[]
  substitutes: Substitute[]
}

/** Synonyms for a typed word that the page itself lacks. */
export interface Substitute {
  typed: string
  /** As searched for: the page has them, or words of the same stem. */
  synonyms: readonly string[]
}

/** The bonus for a word in the title, the path or the lead, and for its frequency in the text. */
const WORTH = { title: 1.1, path: 0.8, lead: 0.4, strength: 0.4 }
/** The bonus for phrases. */
const NEIGHBOURS = 1
/** The bonus for having all words in the title and path together; half of them get half. */
const HEAD = 1.2
/** The exponent of the covered share: a missing word costs more than another in the title brings. */
const COVERAGE = 1.5
/** The quality from which evidence counts as the word itself. */
const CLEAR = 0.8
/** Factors of a page's score: guides are what most people look for; see MARK. */
const SORT = { guide: 1.05, minor: 0.5 }
/** Pages that cover less than this share of the best are dropped. */
const LEAST_OF_BEST = 0.45
/** The same for a page with a word of the query in its title. */
const LEAST_IN_TITLE = 0.2

/** The pages of an index that have each mark, and the share of the phrases that each has. */
export interface Marks extends Record<keyof typeof SORT, ReadonlySet<string>> {
  phraseShares: ReadonlyMap<string, number>
}

/** Ranks the pages found for the words, best first. */
export function rank(terms: readonly TermFound[], sources: readonly Source[], marks: readonly Marks[]): Ranked[] {
  const all = terms.reduce((sum, { weight, pages }) => sum + (pages.some(({ size }) => size > 0) ? weight : 0), 0) || 1
  const ranked = sources.flatMap((source, at) => {
    const ids = new Set(terms.flatMap(({ pages }) => [...(pages[at]?.keys() ?? [])]))
    return [...ids].map((id) => rankPage(terms, at, id, all, source.weight, marks[at]?.phraseShares.get(id) ?? 0))
  })
  const best = ranked.reduce((most, { covered }) => Math.max(most, covered), 0)
  for (const page of ranked) page.score *= sortOf(page, marks)
  const least = (page: Ranked): number => best * (page.evidence.some(isTitled) ? LEAST_IN_TITLE : LEAST_OF_BEST)
  const placeOf = ({ at, id }: Ranked): number => sources[at]?.placeOf(id) ?? 0
  return ranked.filter((page) => page.covered >= least(page)).sort((a, b) => b.score - a.score || placeOf(a) - placeOf(b))
}

const isTitled = ({ quality, inTitle, inPath, synonym }: Evidence): boolean =>
  (inTitle || inPath) && quality >= CLEAR && synonym === undefined

const sortOf = ({ at, id }: Ranked, marks: readonly Marks[]): number =>
  (marks[at]?.guide.has(id) ? SORT.guide : 1) * (marks[at]?.minor.has(id) ? SORT.minor : 1)

function rankPage(terms: readonly TermFound[], at: number, id: string, all: number, weight: number, phrases: number): Ranked {
  const page: Ranked = { at, id, score: 0, covered: 0, evidence: [], missingWords: [], substitutes: [] }
  let head = 0
  for (const one of terms) {
    const evidence = one.pages[at]?.get(id)
    if (!evidence) {
      if (!one.term.faint) page.missingWords.push(one.term.typed)
      continue
    }
    page.evidence.push(evidence)
    const synonyms = [...new Set([evidence.synonym, ...evidence.ways])].filter((way) => way !== undefined)
    if (synonyms.length > 0 && !evidence.ways.has(undefined)) page.substitutes.push({ typed: one.term.typed, synonyms })
    page.covered += (one.weight * evidence.quality) / all
    page.score += one.weight * worthOf(evidence)
    if (evidence.inTitle || evidence.inPath) head += (one.weight * evidence.quality) / all
  }
  page.score = (page.score / all + NEIGHBOURS * phrases + HEAD * head) * page.covered ** COVERAGE * weight
  return page
}

const worthOf = ({ quality, inTitle, inPath, inLead, strength }: Evidence): number =>
  quality * (1 + (inTitle ? WORTH.title : Math.max(inPath ? WORTH.path : 0, inLead ? WORTH.lead : 0)) + WORTH.strength * strength)
