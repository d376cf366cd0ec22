import { fold } from './fold.ts'
import { otherSpellings } from './index/spellings.ts'
import { letterKeys } from './letters.ts'
import { MARK, titleKeys } from './title-key.ts'
import { toPairs } from './unspaced.ts'

/** Durations in minutes, from short to long. */
export const TIME_SPANS = ['up-to-15', '15-30', '30-60', '60-120', 'over-120'] as const
export type TimeSpan = (typeof TIME_SPANS)[number]

/** What a page is about. */
export type SearchKind = 'guide' | 'category' | 'wiki' | 'info' | 'item' | 'page' | 'tag' | 'team' | 'user'

/** The facets of a page, as codes (see page/view/shown.ts for their labels). */
export interface SearchFilters {
  kind: SearchKind
  /** The service's value, such as `replacement`. */
  type?: string
  /** `very-easy`, or the service's own value. */
  difficulty?: string
  time?: TimeSpan
  /** The category and its ancestors. */
  category: string[]
  tag: string[]
  /** The names of the tools that a guide requires. */
  tool?: string[]
}

/** What the index contains of one page. */
export interface SearchDocument {
  /** From the site's root, before the base: `/guide/12/`. */
  path: string
  /** A language tag such as `en`. */
  lang: string
  /** True for a translation, which is found only in its own language. Otherwise the page is the source's and found in all languages. */
  isTranslation: boolean
  /** For source pages: the languages that have a translation and therefore do not find this one. */
  translatedInto: readonly string[]
  title: string
  /** The displayed category path, `Kitchen › Kettle`. */
  breadcrumb: string
  /** A thumbnail's path before the base; '' if none. */
  image: string
  /** UNIX timestamp, seconds; 0 when unknown. */
  modified: number
  /** True for an archived guide, or one that is only a part of others: it ranks lower. */
  isArchived?: boolean
  filters: SearchFilters
  /** A one-line summary, placed before the text. */
  lead: string
  text: string
  /** Sections with an anchor of their own, which hits link to. */
  sections: { anchor: string; title: string; text: string }[]
  /** Order of pages with the same title: 1 guides, 2 other pages, 3 people, whose words also weigh less. */
  rank: 1 | 2 | 3
}

/** Displayed in a result but not searched. Stored in an `id`, the only value that Pagefind passes through without indexing it. */
export interface SearchFacts {
  /** A thumbnail's path before the base; '' if none. */
  image: string
  /** UNIX timestamp, seconds; 0 when unknown. */
  modified: number
}
export const FACTS_PREFIX = 'facts:'

/** The filter for languages that have their own translation of a page. */
export const TRANSLATED = 'translated'

/**
 * A document as the minimal HTML that Pagefind indexes. The title is metadata only, where it weighs most (see WEIGHTS in load-pagefind.ts),
 * so that excerpts do not repeat it. A page without text gets its title as text, since Pagefind omits pages without words.
 */
export function toSearchHtml(document: SearchDocument): string {
  const { lang, title, breadcrumb, lead, text, sections, modified, image, rank, isArchived, filters } = document
  // The list of pages with a tag is not an answer to the tag's name.
  const isList = filters.kind === 'tag'
  const facts: SearchFacts = { modified, image }
  const texts = [lead, text, ...sections.flatMap((section) => [section.title, section.text])]
  const metadata = {
    title: toPairs(title),
    [`key${rank}`]: isList ? '' : Object.values(titleKeys(title)).join(' '),
    breadcrumb: toPairs(breadcrumb),
    lead: toPairs(lead),
    titleSpellings: otherSpellings([title]),
    pathSpellings: otherSpellings([breadcrumb]),
    spellings: otherSpellings(texts),
    letters: letterKeys(title, texts),
    marks: [filters.kind === 'guide' && MARK.guide, (isArchived || isList || rank === 3) && MARK.minor].filter(Boolean).join(' '),
  }
  return `<!doctype html><html lang="${escape(lang)}"><body data-pagefind-body${rank === 3 ? ' data-pagefind-weight="0.1"' : ''}>
${Object.entries(metadata)
  .map(([key, value]) => mark('meta', key, value))
  .join('')}
${mark('sort', 'title', sortTitle(title))}${mark('sort', 'date', String(Math.floor(modified)))}${filterMarks(document)}
<i id="${escape(FACTS_PREFIX + JSON.stringify(facts))}"></i><p>${escape(toPairs(textOf(document)))}</p>
${sections.map((section) => `<h2 id="${escape(section.anchor)}" data-pagefind-weight="2">${escape(toPairs(section.title))}</h2><p>${escape(toPairs(section.text))}</p>`).join('\n')}
</body></html>`
}

/** The searchable text of a page; falls back to its title or path, so that it is never empty. */
function textOf({ lead, text, sections, title, path }: SearchDocument): string {
  // Adds a separator if the lead does not end like a sentence.
  const whole = [lead, text].filter(Boolean).join(/[\p{L}\p{N})]$/u.test(lead) ? ' · ' : ' ')
  if ([whole, ...sections.map((section) => `${section.title} ${section.text}`)].some(hasWords)) return whole
  return [title, path].find(hasWords) ?? ''
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** The sort key of a title: without capitals and accents. */
export const sortTitle = (title: string): string => fold(title).trim()

const filterMarks = ({ lang, filters, translatedInto }: SearchDocument): string =>
  Object.entries({ ...filters, language: lang, [TRANSLATED]: [...translatedInto] })
    .flatMap(([key, values]: [string, string | string[]]) => [values].flat().map((value) => mark('filter', key, value)))
    .join('')

/** An element that only carries a value; unlike in `key:value`, commas and colons are safe in it. */
const mark = (use: 'meta' | 'filter' | 'sort', key: string, value: string): string =>
  value.trim() && `<meta data-pagefind-${use}="${key}[content]" content="${escape(value)}">`

/** Lone surrogates, which JSON can contain and UTF-8 cannot, would end the indexing. */
const escape = (text: string): string =>
  text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
