import { FACTS_PREFIX, type SearchFacts } from './document.ts'
import type { Fragment, SubResult } from './pagefind-api.ts'
import { fromPairs } from './unspaced.ts'

/** A place in a found page. `excerpt` is as in {@link SubResult}. */
export interface HitSection {
  href: string
  title: string
  excerpt: string
}

/** One found page as the result list shows it. */
export interface Hit extends HitSection, SearchFacts {
  /** A {@link SearchKind}; '' when the index does not say. */
  kind: string
  breadcrumb: string
  /** The page's language. */
  lang: string
  /** The steps that match best, in the order of the page. */
  sections: HitSection[]
}

const MOST_SECTIONS = 3

export function toHit({ url, meta, filters, anchors, excerpt, sub_results }: Fragment): Hit {
  const title = fromPairs(meta.title ?? meta.name ?? url)
  const sections = bestSections(sub_results)
  const top = sub_results.find(({ anchor }) => !anchor)?.excerpt ?? (sections.length > 0 ? '' : excerpt)
  return {
    href: url,
    title,
    excerpt: readable(top, title),
    kind: filters.kind?.[0] ?? '',
    breadcrumb: fromPairs(meta.breadcrumb ?? ''),
    lang: filters.language?.[0] ?? '',
    ...factsIn(anchors),
    sections,
  }
}

function bestSections(found: SubResult[]): HitSection[] {
  const sections = found.filter(({ anchor }) => anchor)
  const best = sections.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MOST_SECTIONS)
  return sections
    .filter((section) => best.includes(section))
    .map(({ url, title, excerpt }) => ({
      href: url,
      title: fromPairs(title),
      excerpt: readable(excerpt, fromPairs(title)),
    }))
}

/** Neither begins nor ends with a dot that stands between two lines. */
const readable = (excerpt: string, title: string): string => withoutTitle(fromPairs(excerpt), title).replace(/^· | ·$/g, '')

/** An excerpt that starts with the heading above it would say it twice. Marks lie within words. */
function withoutTitle(excerpt: string, title: string): string {
  const words = excerpt.split(' ')
  const count = title.split(/\s+/).length
  const start = words
    .slice(0, count)
    .join(' ')
    .replace(/<\/?mark>/g, '')
  return start.replace(/\.$/, '') === title.replace(/\s+/g, ' ').replace(/\.$/, '') ? words.slice(count).join(' ') : excerpt
}

const weightOf = ({ weighted_locations }: SubResult): number =>
  weighted_locations.reduce((sum, { balanced_score }) => sum + balanced_score, 0)

function factsIn(anchors: Fragment['anchors']): SearchFacts {
  const written = anchors.find(({ id }) => id.startsWith(FACTS_PREFIX))?.id.slice(FACTS_PREFIX.length)
  return written ? (JSON.parse(written) as SearchFacts) : { modified: 0, image: '' }
}
