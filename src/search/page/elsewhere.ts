import type { BrowserWords } from '../../words/browser.ts'
import { Cached, onFirstUse } from '../cached.ts'
import type { SearchEngine, SearchResults } from './engine/engine.ts'
import { loadIndexList, placeOf, type SearchPlace } from './engine/search-place.ts'
import { startEngine } from './engine/start-engine.ts'
import { type Query, writeQuery } from './query.ts'
import { filterWords } from './view/shown.ts'

/** A part of the site in one language. */
interface LanguagePart {
  lang: string
  /** The base path of its pages. */
  base: string
  isSource: boolean
}

/** The maximum numbers of parts of the site and of indexes that are opened. */
const MOST_PARTS = 4
const MOST_INDEXES = 20

type PartEngine = Pick<SearchEngine, 'search'>
type OpenPart = (place: SearchPlace) => Promise<PartEngine>

interface FoundElsewhere {
  lang: string
  /** The number of results. */
  total: number
  /** The address of the same search there. */
  href: string
}

/**
 * Finds the other languages of a site with pages that have all words of a query, if no page of this language has. Reads the attributes of a
 * search form: `data-root`, `data-base`, `data-own-only` and `data-languages`, which starts with the source's. `pageLang` is the page's
 * language.
 */
export function otherLanguages(form: Pick<HTMLFormElement, 'action' | 'dataset'>, pageLang: string, open: OpenPart = startEngine) {
  const { base, root, ownOnly } = placeOf(form, pageLang)
  const { languages = '' } = form.dataset
  const searchPage = new URL(form.action).href.slice(new URL(base, form.action).href.length)
  const parts = languages
    .split(' ')
    .filter(Boolean)
    .map((lang, at) => ({ lang, base: at === 0 ? root : `${root}${lang}/`, isSource: at === 0 }))
    .filter(({ lang }) => lang.toLowerCase() !== pageLang.toLowerCase())
  const engines = new Cached<PartEngine>()
  const loadEntries = onFirstUse(() => loadIndexList({ root }))

  async function find({ text, filters }: Query, { hasAll, unknown }: Pick<SearchResults, 'hasAll' | 'unknown'>): Promise<FoundElsewhere[]> {
    const isFiltered = Object.keys(filters).length > 0
    if (parts.length === 0 || !text || hasAll || (unknown.length === 0 && isFiltered)) return []
    const query: Query = { text, filters: {}, sort: 'relevance' }
    const found: FoundElsewhere[] = []
    // One after the other: each opens indexes.
    for (const part of await worthAsking()) {
      const answer = await (await engineFor(part, !part.isSource)).search(query, 1)
      const [best] = await answer.next(1)
      if (best?.missingWords.length !== 0 || answer.unknown.length > 0) continue
      // The search there may also find source pages.
      const { total } = part.isSource || ownOnly ? answer : await (await engineFor(part, false)).search(query)
      found.push({ lang: part.lang, total, href: `${part.base}${searchPage}${writeQuery(query)}` })
    }
    return found
  }

  /** The source, the reader's browser languages, then others. */
  async function worthAsking(): Promise<LanguagePart[]> {
    const entries = await loadEntries()
    const indexesOf = ({ lang, isSource }: LanguagePart): number =>
      entries.filter((entry) => entry.isTranslation !== isSource && (isSource || entry.lang === lang)).length
    let left = MOST_INDEXES
    return parts
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .filter((part) => indexesOf(part) > 0 && (left -= indexesOf(part)) >= 0)
      .slice(0, MOST_PARTS)
  }

  const engineFor = (part: LanguagePart, ownOnly: boolean): Promise<PartEngine> =>
    engines.get(`${part.lang} ${ownOnly}`, () => open({ root, base: part.base, lang: part.lang, ownOnly }))

  return find
}

const rankOf = ({ lang, isSource }: LanguagePart): number => {
  const spoken = navigator.languages.findIndex((other) => other.split('-')[0] === lang.split('-')[0])
  return isSource ? -1 : spoken < 0 ? navigator.languages.length : spoken
}

/** A link to a search in another language, `3 results in German`. */
export interface LanguageLink {
  href: string
  lang: string
  text: string
}

/** Does not search while typing continues. */
const PAUSE_MS = 400

/**
 * Finds which other languages of the site have results, once typing pauses. `onFound` is called with none on each new query, and with the
 * links later.
 */
export function languageLinks(form: HTMLFormElement, words: BrowserWords, onFound: (links: readonly LanguageLink[]) => void) {
  const findElsewhere = otherLanguages(form, document.documentElement.lang)
  let pause: ReturnType<typeof setTimeout> | undefined
  let queries = 0

  /** Called when the query changes. */
  function cancel(): void {
    clearTimeout(pause)
    queries++
    onFound([])
  }

  /** Called with a query and its answer in this language. */
  function suggest(query: Query, answer: SearchResults): void {
    cancel()
    const asked = queries
    const find = async (): Promise<void> => {
      const found = await findElsewhere(query, answer)
      if (asked === queries) onFound(found.map((one) => linkTo(one)))
    }
    pause = setTimeout(() => void find().catch(reportError), PAUSE_MS)
  }

  const linkTo = ({ lang, total, href }: FoundElsewhere): LanguageLink => ({
    href,
    lang,
    text: words.count('found.elsewhere', total, { language: filterWords(words, 'language', lang) }),
  })

  return { cancel, suggest }
}
