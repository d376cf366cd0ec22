import { type Guide, guideSchema } from '../../model/guide.ts'
import type { Product } from '../../model/media.ts'
import { foreignLang } from '../site/lang.ts'
import { guideKey } from '../site/links.ts'
import { guidesBefore } from '../item/guides-before.ts'
import { productViews, type ProductView } from '../wiki/product.ts'
import { readIfReadable } from '../catalog/records.ts'
import type { Site } from '../site/site.ts'
import { question } from '../trace/question.ts'

/** A tool or part of some guide, with the language of that guide's text where it is another than the page's. */
export interface NeededView extends ProductView {
  lang: string | undefined
  isPart: boolean
}

/**
 * The tools, then the parts, of all guides that come before this one, and of those before them: each thing once, in the largest quantity
 * that one of them asks for, without what the guide itself lists.
 */
export async function neededBefore(site: Site, guide: Guide): Promise<NeededView[]> {
  const found = await Promise.all(guidesBefore(site, guide.guideid).map((guideid) => needsOf(site, guideid)))
  const before = found.filter((needs) => needs !== undefined)
  const own = new Set([...guide.tools, ...guide.parts].map(nameOf))
  const things = new Map<string, Pick<NeededView, 'lang' | 'isPart'> & { product: Product }>()
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
  const views = [...things.values()].flatMap(({ product, ...of }) => productViews(site, [product]).map((view) => ({ ...view, ...of })))
  return views.sort((a, b) => Number(a.optional) - Number(b.optional))
}

/** What differs in capitals only is one thing. */
const nameOf = ({ text, type }: Product): string => `${text.trim()} ${type.trim()}`.toLowerCase()

const merged = (one: Product, other: Product): Product => ({
  ...one,
  quantity: Math.max(one.quantity, other.quantity),
  isoptional: one.isoptional && other.isoptional,
})

type Needs = Pick<Guide, 'tools' | 'parts' | 'langid' | 'locale'>

/** Most of a guide is its steps, which need not be read for it. */
const withoutSteps = guideSchema.omit({ steps: true })

/** What a guide lists. */
const needsOf = question('needs of guide', async (site: Site, guideid: number): Promise<Needs | undefined> => {
  const guide = await readIfReadable(site.cache, guideKey(site, guideid), withoutSteps)
  if (!guide) return undefined
  const { tools, parts, langid, locale } = guide
  return { tools, parts, langid, locale }
})
