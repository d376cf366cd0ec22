import { FACTS_PREFIX, type SearchFacts } from '../../document.ts'
import type { Fragment } from '../../pagefind-api.ts'
import { openingOf, type PageExcerpt, partsOf } from '../plan/excerpt.ts'
import type { Result } from '../plan/find.ts'
import { fromPairs, hasUnspaced } from '../../unspaced.ts'
import { fold } from '../../fold.ts'
import { literal } from '../../literal.ts'
import type { Substitute } from '../plan/rank.ts'

/** A place in a result's page. `excerpt` is as in {@link PageExcerpt}. */
export interface HitSection {
  href: string
  title: string
  excerpt: string
}

/** A result as it is displayed. */
export interface Hit extends HitSection, SearchFacts, Notes {
  /** A {@link SearchKind}; '' if unknown. */
  kind: string
  breadcrumb: string
  /** The page's language. */
  lang: string
  /** Without a network: whether the page is on this device. */
  isHere?: boolean
  /** The best matching steps, in page order. */
  sections: HitSection[]
}

const MOST_SECTIONS = 3

/** Loads the page of a result, with the reasons why it was found. */
export async function loadHit({ found, evidence, missingWords, substitutes }: Result): Promise<Hit> {
  const [page, ...places] = await Promise.all([found.data(), ...evidence.map((one) => one.found.places())])
  const worth = new Map<number, number>()
  for (const place of places.flat()) worth.set(place, (worth.get(place) ?? 0) + 1)
  return toHit(page, worth, notesOf(page, missingWords, substitutes))
}

/** `places` are the positions of the matched words, with their weights. */
export function toHit(page: Fragment, places: ReadonlyMap<number, number>, why: Notes): Hit {
  const { url, meta, filters, anchors } = page
  const title = fromPairs(meta.title ?? url)
  const parts = partsOf(page, places)
  const sections = bestSections(url, parts)
  const top = parts.find(({ anchor }) => !anchor)?.excerpt ?? (sections.length > 0 ? '' : openingOf(page))
  return {
    href: url,
    title,
    excerpt: readable(top, title),
    kind: filters.kind?.[0] ?? '',
    breadcrumb: fromPairs(meta.breadcrumb ?? ''),
    lang: filters.language?.[0] ?? '',
    ...factsIn(anchors),
    sections,
    ...why,
  }
}

function bestSections(url: string, parts: readonly PageExcerpt[]): HitSection[] {
  const sections = parts.filter(({ anchor }) => anchor)
  const best = sections.toSorted((a, b) => b.worth - a.worth).slice(0, MOST_SECTIONS)
  return sections
    .filter((section) => best.includes(section))
    .map(({ anchor, title, excerpt }) => ({
      href: `${url}#${anchor}`,
      title: fromPairs(title),
      excerpt: readable(excerpt, fromPairs(title)),
    }))
}

/** Removes a separator dot at the start or end. */
const readable = (excerpt: string, title: string): string =>
  withoutTitle(fromPairs(excerpt), title)
    .trim()
    .replace(/^· | ·$/g, '')

/** Removes the heading from the start of an excerpt, since it is displayed above it. Marks never span words. */
function withoutTitle(excerpt: string, title: string): string {
  const words = excerpt.split(' ')
  const count = title.split(/\s+/).length
  const start = words
    .slice(0, count)
    .join(' ')
    .replace(/<\/?mark>/g, '')
  return start.replace(/\.$/, '') === title.replace(/\s+/g, ' ').replace(/\.$/, '') ? words.slice(count).join(' ') : excerpt
}

function factsIn(anchors: Fragment['anchors']): SearchFacts {
  const written = anchors.find(({ id }) => id.startsWith(FACTS_PREFIX))?.id.slice(FACTS_PREFIX.length)
  return written ? (JSON.parse(written) as SearchFacts) : { modified: 0, image: '' }
}

/** The words of the query that a result lacks, and its synonyms for them. */
interface Notes {
  /** Typed words. */
  missingWords: readonly string[]
  /** Synonyms that it has instead of typed words. */
  synonyms: readonly string[]
}

/** Two forms of a word have a common prefix of at least this length, and of this share of the typed word. */
const [SHORTEST_STEM, SHARE] = [4, 0.7]

/** Notes that are verified against the words of the page: Pagefind compares stems, and segments words differently than readers do. */
export function notesOf(page: Fragment, missingWords: readonly string[], substitutes: readonly Substitute[]): Notes {
  const text = fold(fromPairs([page.meta.title, page.meta.breadcrumb, page.content].filter(Boolean).join(' ')))
  const replaced = substitutes
    .filter(({ typed }) => !hasForm(text, typed))
    .map(({ typed, synonyms }) => ({
      typed,
      by: synonyms.find((one) => hasWords(text, one)) ?? synonyms.find((one) => hasForm(text, one)),
    }))
  const lacked = [
    ...missingWords.filter((word) => !hasForm(text, word)),
    ...replaced.flatMap(({ typed, by }) => (by === undefined ? typed : [])),
  ]
  return { missingWords: [...new Set(lacked)], synonyms: [...new Set(replaced.flatMap(({ by }) => by ?? []))] }
}

/** True if a folded text contains the exact words. */
function hasWords(text: string, words: string): boolean {
  const wanted = fold(words)
  return hasUnspaced(wanted) ? text.includes(wanted) : new RegExp(`(?<![\\p{L}\\p{N}])${literal(wanted)}(?![\\p{L}\\p{N}])`, 'u').test(text)
}

/** True if a folded text contains a form of the words, also within a compound: `Uhrenbatterie` for `Batterien`. */
const hasForm = (text: string, words: string): boolean =>
  hasWords(text, words) ||
  fold(words)
    .split(/\s+/)
    .every((word) =>
      /^\p{L}+$/u.test(word) && word.length >= SHORTEST_STEM
        ? text.includes(word.slice(0, Math.max(SHORTEST_STEM, Math.ceil(word.length * SHARE))))
        : [word, `${word}s`].some((form) => hasWords(text, form)),
    )
