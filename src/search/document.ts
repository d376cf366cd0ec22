import { fold } from './fold.ts'
import { otherSpellings } from './index/spellings.ts'
import { letterKeys } from './letters.ts'
import { MARK } from './marks.ts'
import { titleKeys } from './title-key.ts'
import { toPairs } from './unspaced.ts'

/** How long something takes in minutes, from short to long. */
export const TIME_SPANS = ['up-to-15', '15-30', '30-60', '60-120', 'over-120'] as const
export type TimeSpan = (typeof TIME_SPANS)[number]

/** What a page is about. */
export type SearchKind = 'guide' | 'category' | 'wiki' | 'info' | 'item' | 'page' | 'tag' | 'team' | 'user'

/** What can be narrowed down to, in codes, for which the page has words (see filter-words.ts). */
export interface SearchFilters {
  kind: SearchKind
  /** As the service has it: `replacement`. */
  type?: string
  /** `very-easy`, or the service's own words. */
  difficulty?: string
  time?: TimeSpan
  /** The category and all above it. */
  category: string[]
  tag: string[]
}

/** What people search for on one page. */
export interface SearchDocument {
  /** From the site's root, before the base: `/guide/12/`. */
  path: string
  /** A language tag such as `en`. */
  lang: string
  /** True for what pages of its language alone find: a translation. Else it is the source's, and found in all languages. */
  isTranslation: boolean
  /** Of the source's: the languages that have a translation, and do not find this one. */
  translatedInto: readonly string[]
  title: string
  /** The category path as people read it, `Kitchen › Kettle`. */
  breadcrumb: string
  /** A small picture's path before the base; '' for none. */
  image: string
  /** UNIX timestamp, seconds; 0 when unknown. */
  modified: number
  /** True for a guide that is kept for the record and not to be followed any more, or exists only as a part of others: it ranks lower. */
  isArchived?: boolean
  filters: SearchFilters
  /** What it says of itself in a line: its subject, its summary. It comes before the text. */
  lead: string
  text: string
  /** Parts that have an anchor of their own: a hit leads there. */
  sections: { anchor: string; title: string; text: string }[]
  /** Which of two pages with the same title comes first: 1 guides, 2 other pages, 3 people, whose words weigh little as well. */
  rank: 1 | 2 | 3
}

/** What a result shows and nobody searches for. It travels in an `id`, the one place that Pagefind hands on without indexing its words. */
export interface SearchFacts {
  /** A small picture's path before the base; '' for none. */
  image: string
  /** UNIX timestamp, seconds; 0 when unknown. */
  modified: number
}
export const FACTS_PREFIX = 'facts:'

/** The filter of the languages that have a page in their own words. */
export const TRANSLATED = 'translated'

/**
 * A document as the small HTML that Pagefind reads. The title is metadata only, where it weighs most (see RANKING in engine.ts), so that
 * an excerpt does not repeat it; it stands in for the text of a page without any, since Pagefind leaves out a page without words.
 */
export function toSearchHtml(document: SearchDocument): string {
  const { lang, title, breadcrumb, lead, text, sections, modified, image, rank, isArchived, filters } = document
  // A list of what has a tag is no answer to its name.
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

/** What a page is found by: its words, or else its title or path, so that no page has none. */
function textOf({ lead, text, sections, title, path }: SearchDocument): string {
  // A dot ends what does not end like a sentence.
  const whole = [lead, text].filter(Boolean).join(/[\p{L}\p{N})]$/u.test(lead) ? ' · ' : ' ')
  if ([whole, ...sections.map((section) => `${section.title} ${section.text}`)].some(hasWords)) return whole
  return [title, path].find(hasWords) ?? ''
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** How a title is compared: without capitals and accents. */
export const sortTitle = (title: string): string => fold(title).trim()

const filterMarks = ({ lang, filters, translatedInto }: SearchDocument): string =>
  Object.entries({ ...filters, language: lang, [TRANSLATED]: [...translatedInto] })
    .flatMap(([key, values]: [string, string | string[]]) => [values].flat().map((value) => mark('filter', key, value)))
    .join('')

/** An element that only carries a value: unlike in `key:value`, commas and colons are safe in it. */
const mark = (use: 'meta' | 'filter' | 'sort', key: string, value: string): string =>
  value.trim() && `<meta data-pagefind-${use}="${key}[content]" content="${escape(value)}">`

/** Half a surrogate pair, which JSON can carry and UTF-8 cannot, would end the index. */
const escape = (text: string): string =>
  text.toWellFormed().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
