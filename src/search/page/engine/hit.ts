import { FACTS_PREFIX, type SearchFacts } from '../../document.ts'
import type { Fragment } from '../../pagefind-api.ts'
import { type Notes, notesOf } from './notes.ts'
import { openingOf, type Part, partsOf } from '../plan/excerpt.ts'
import type { Result } from '../plan/find.ts'
import { fromPairs } from '../../unspaced.ts'

/** A place in a result's page. `excerpt` is as in {@link Part}. */
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
