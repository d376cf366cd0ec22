import { changedAt } from '../../cache/changed.ts'
import { parse } from '../../model/parse.ts'
import { guideSummarySchema } from '../../model/guide.ts'
import { CATEGORIES, HOME, pageAt } from '../../routes.ts'
import { sizeOf } from '../category/categories.ts'
import { type Card, categoryCards, guideCards } from '../catalog/card.ts'
import { toolsAt } from '../item/tools-page.ts'
import type { PageHead } from './head.ts'
import type { Site } from './site.ts'
import { type Moment, momentOf } from './time.ts'

export interface HomeView {
  head: PageHead
  /** What the site is, in a sentence; '' when the service does not say. */
  description: string
  /** `1,234 guides in 56 categories`. */
  size: string
  /** What a copy that is handed on says of itself: when its content changed last, and its category if it is of one. */
  copied: { changed: Moment | undefined; category: string } | undefined
  categories: Card[]
  /** What can be mended with the tools that somebody has; undefined where no guide names tools. */
  tools: string | undefined
  /** Where there are more categories than shown. */
  more: string | undefined
  featured: Card[]
  changed: Card[]
}

const TOP_CATEGORIES = 16
const FEATURED = 8
const CHANGED = 9

/** The first page: the top of the tree by picture, what the service features, what changed last. */
export async function homeView(site: Site): Promise<HomeView> {
  const { guides, categories, roots } = site.catalog
  const top = roots.length > 0 ? roots : [...categories.values()]
  const filled = top.filter(({ guideCount }) => guideCount > 0)
  const shown = (filled.length > 0 ? filled : top).slice(0, TOP_CATEGORIES)
  const featured = await featuredIds(site)
  const latest = [...guides.values()].filter(({ archived }) => !archived).sort((a, b) => b.modified_date - a.modified_date)
  const changed = latest.filter(({ guideid }) => !featured.includes(guideid)).slice(0, CHANGED)
  const size = sizeOf(site)
  return {
    head: { title: site.name, description: site.description || site.words.say('home.description', { size, site: site.name }), path: HOME },
    description: site.description,
    size,
    copied: site.config.links === 'relative' ? copiedOf(site) : undefined,
    categories: await categoryCards(site, shown),
    tools: toolsAt(site),
    more: shown.length < categories.size ? pageAt(site, CATEGORIES) : undefined,
    featured: await guideCards(site, featured),
    changed: await guideCards(
      site,
      changed.map(({ guideid }) => guideid),
    ),
  }
}

const copiedOf = ({ cache: { manifest }, words }: Site): HomeView['copied'] => ({
  changed: momentOf(Date.parse(changedAt(manifest)) / 1000, words.lang),
  category: manifest.part?.category ?? '',
})

async function featuredIds(site: Site): Promise<number[]> {
  const ids: number[] = []
  for await (const item of site.cache.list('guides-featured')) {
    const parsed = parse(guideSummarySchema, item)
    if (parsed.ok && site.catalog.guides.has(parsed.value.guideid)) ids.push(parsed.value.guideid)
    if (ids.length === FEATURED) break
  }
  return ids
}
