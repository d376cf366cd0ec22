import { type Guide, guideSchema } from '../../model/guide.ts'
import type { Product } from '../../model/media.ts'
import { pageAt, SHOPPING } from '../../routes.ts'
import type { PageHead } from '../site/head.ts'
import { foreignLang } from '../site/lang.ts'
import { guideKey } from '../site/links.ts'
import { productViews, type ProductView } from '../wiki/product.ts'
import { readIfReadable } from '../catalog/records.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/tracked-site.ts'

/** The number of visible items of a list; one more takes no more space than the button for the rest. */
export const SHOWN_PRODUCTS = 6

/** A tool or part of a guide, with the language of that guide's text if it differs from the page's. */
export type NeededView = ProductView & { lang: string | undefined; isPart: boolean }

/** True if guides name tools or parts. */
export const hasNeeds = question('names tools or parts', ({ catalog }: Site): boolean => catalog.items.size > 0)

/** The page of the shopping list; undefined if there is none. */
export const shoppingAt = (site: Site): string | undefined => (hasNeeds(site) ? pageAt(site, SHOPPING) : undefined)

/** The metadata of the shopping list, which search engines must not index. */
export const shoppingHead = ({ words }: Site): PageHead => ({
  title: words.say('shopping.title'),
  description: words.say('shopping.lead'),
  path: SHOPPING,
  isEmpty: true,
})

/**
 * The tools, then the parts, of all direct and indirect prerequisites, without duplicates, each in the largest quantity that one of them
 * needs, and without what the guide itself lists.
 */
export async function neededBefore(site: Site, guide: Guide): Promise<NeededView[]> {
  const before = await guidesBefore(site, guide)
  const own = new Set([...guide.tools, ...guide.parts].map(nameOf))
  const things = new Map<string, { product: Product; lang: string | undefined; isPart: boolean }>()
  for (const list of ['tools', 'parts'] as const) {
    for (const { langid, locale, [list]: products } of before) {
      for (const product of products.filter((product) => !own.has(nameOf(product)))) {
        const known = things.get(nameOf(product))
        things.set(nameOf(product), {
          product: known ? merged(known.product, product) : product,
          lang: known ? known.lang : foreignLang(site, langid || locale),
          isPart: known ? known.isPart : list === 'parts',
        })
      }
    }
  }
  const views = [...things.values()].flatMap(({ product, ...rest }) => productViews(site, [product]).map((view) => ({ ...view, ...rest })))
  return views.sort((a, b) => Number(a.optional) - Number(b.optional))
}

/** Names that differ only in case are the same item. */
const nameOf = ({ text, type }: Product): string => `${text.trim()} ${type.trim()}`.toLowerCase()

const merged = (one: Product, other: Product): Product => ({
  ...one,
  quantity: Math.max(one.quantity, other.quantity),
  isoptional: one.isoptional && other.isoptional,
})

type Needs = Pick<Guide, 'tools' | 'parts' | 'langid' | 'locale'> & { before: number[] }

const needsSchema = guideSchema.pick({ tools: true, parts: true, langid: true, locale: true, prerequisites: true })

/** The tools and parts of a guide, and its prerequisites. */
const needsOf = question('needs of guide', async (site: Site, guideid: number): Promise<Needs | undefined> => {
  const guide = await readIfReadable(site.cache, guideKey(site, guideid), needsSchema)
  if (!guide) return undefined
  const { tools, parts, langid, locale, prerequisites } = guide
  return { tools, parts, langid, locale, before: prerequisites.map((prerequisite) => prerequisite.guideid) }
})

async function guidesBefore(site: Site, guide: Guide): Promise<Needs[]> {
  const seen = new Set([guide.guideid])
  const before: Needs[] = []
  const open = [guide.prerequisites.map(({ guideid }) => guideid)]
  for (let next = open.shift(); next; next = open.shift()) {
    for (const guideid of next) {
      if (seen.has(guideid) || !site.catalog.guides.has(guideid)) continue
      seen.add(guideid)
      const found = await needsOf(site, guideid)
      if (!found) continue
      before.push(found)
      open.push(found.before)
    }
  }
  return before
}
