import { FACTS_PREFIX, type SearchFacts } from '../../document.ts'
import type { Fragment } from '../../pagefind-api.ts'
import { openingOf, type Part, partsOf } from '../plan/excerpt.ts'
import { fromPairs } from '../../unspaced.ts'

/** A place in a result's page. `excerpt` is as in {@link Part}. */
export interface HitSection {
  href: string
  title: string
  excerpt: string
}

/** A result as it is displayed. */
export interface Hit extends HitSection, SearchFacts {
  /** A {@link SearchKind}; '' if unknown. */
  kind: string
  breadcrumb: string
  /** The page's language. */
  lang: string
  /** The best matching steps, in page order. */
  sections: HitSection[]
  /** Typed words missing from the page. */
  missingWords: readonly string[]
  /** Synonyms that it has instead of typed words. */
  synonyms: readonly string[]
}

const MOST_SECTIONS = 3

/** `places` are the positions of the matched words, with their weights. */
export function toHit(page: Fragment, places: ReadonlyMap<number, number>, why: Pick<Hit, 'missingWords' | 'synonyms'>): Hit {
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

function bestSections(url: string, parts: readonly Part[]): HitSection[] {
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
const readable = (excerpt: string, title: string): string => withoutTitle(fromPairs(excerpt), title).replace(/^· | ·$/g, '')

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
