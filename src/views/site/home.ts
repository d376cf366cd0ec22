import { changedAt } from '../../cache/changed.ts'
import { guideSummarySchema } from '../../model/guide.ts'
import { CATEGORIES, HOME, pageAt } from '../../routes.ts'
import { firstLevel, sizeOf } from '../category/categories.ts'
import { type Card, categoryCards, guideCards, mostLackPictures } from '../catalog/card.ts'
import { parsedItem } from '../../model/parse.ts'
import { toolsAt } from '../item/tools.ts'
import type { PageHead } from './head.ts'
import type { Site } from './site.ts'
import { momentOf } from './time.ts'

const TOP_CATEGORIES = 16
const FEATURED = 8
const CHANGED = 9

export type HomeView = Awaited<ReturnType<typeof homeView>>

/** The home page: the largest categories with pictures, featured guides, latest changes. */
export async function homeView(site: Site) {
  const { guides, categories } = site.catalog
  const top = firstLevel(site).toSorted((a, b) => b.guideCount - a.guideCount)
  const filled = top.filter(({ guideCount }) => guideCount > 0)
  const shown = (filled.length > 0 ? filled : top).slice(0, TOP_CATEGORIES)
  const cards = await categoryCards(site, shown)
  const featured = await featuredIds(site)
  const latest = [...guides.values()].filter(({ archived }) => !archived).sort((a, b) => b.modified_date - a.modified_date)
  const changed = latest.map(({ guideid }) => guideid).filter((guideid) => !featured.includes(guideid))
  const lists = { featured: await guideCards(site, featured), changed: await guideCards(site, changed.slice(0, CHANGED + 1)) }
  const lead = leadOf(site, lists)
  const without = (list: Card[]): Card[] => list.filter((card) => card !== lead?.card)
  const size = sizeOf(site)
  return {
    head: {
      title: site.name,
      description: site.description || site.words.say('home.description', { size, site: site.name }),
      path: HOME,
    } satisfies PageHead,
    /** A one-sentence description of the site; '' if the service has none. */
    description: site.description,
    /** `1,234 guides in 56 categories`. */
    size,
    /** For a copy that is passed on: when its content last changed, and its category if it is partial. */
    copied: site.config.links === 'relative' ? copiedOf(site) : undefined,
    /** A highlighted guide: the first featured one, or the latest; undefined if none has a picture. */
    lead,
    /** First-level categories, those with the most guides first. */
    categories: cards,
    /** True if most of them have no picture. */
    areNames: mostLackPictures(cards),
    /** The page that finds guides by tools; undefined if no guide lists tools. */
    tools: toolsAt(site),
    /** If there are more categories than shown. */
    more: shown.length < categories.size ? pageAt(site, CATEGORIES) : undefined,
    featured: without(lists.featured),
    changed: without(lists.changed).slice(0, CHANGED),
  }
}

function leadOf({ words }: Site, { featured, changed }: Record<'featured' | 'changed', Card[]>) {
  const best = featured.find(({ picture }) => picture)
  if (best) return { heading: words.say('guides.featured'), card: best }
  const latest = changed.find(({ picture }) => picture)
  return latest && { heading: words.say('home.changed'), card: latest }
}

const copiedOf = ({ cache: { manifest }, words }: Site) => ({
  changed: momentOf(Date.parse(changedAt(manifest)) / 1000, words.lang),
  category: manifest.part?.category ?? '',
})

async function featuredIds(site: Site): Promise<number[]> {
  const ids: number[] = []
  for await (const item of site.cache.list('guides-featured')) {
    const guide = parsedItem(guideSummarySchema, item)
    if (guide && site.catalog.guides.has(guide.guideid)) ids.push(guide.guideid)
    if (ids.length === FEATURED) break
  }
  return ids
}
