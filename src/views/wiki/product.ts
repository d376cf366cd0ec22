import type { Product } from '../../model/media.ts'
import { sourceUrl } from '../../model/link.ts'
import { needOf, withName } from '../item/need.ts'
import { itemOf } from '../item/item-of.ts'
import { hrefOf, originalOf, sourceLink } from '../site/links.ts'
import { type Picture, pictureAt } from '../media/picture.ts'
import type { Site } from '../site/site.ts'

/** A tool or part. */
export interface ProductView {
  name: string
  /** Which of its kind: `PH2`, `3 V`; often '', also where the name says it. */
  type: string
  quantity: number
  notes: string
  optional: boolean
  /** A page of this site or where the service sends people; undefined when there is neither. */
  href: string | undefined
  leaving: boolean
  picture: Picture | undefined
}

/** Tools or parts, needed ones before optional ones. */
export function productViews(site: Site, products: readonly Product[]): ProductView[] {
  return withName(products)
    .map((product) => ({
      name: product.text,
      type: product.text.includes(product.type) ? '' : product.type,
      quantity: Math.max(1, product.quantity),
      notes: product.notes,
      optional: product.isoptional,
      ...linkOfProduct(site, product),
      picture: pictureAt(site, product.thumbnail, ''),
    }))
    .sort((a, b) => Number(a.optional) - Number(b.optional))
}

/** A thing without a page that its link names is led to by its name; a link to a shop elsewhere stays. */
function linkOfProduct(site: Site, product: Product): Pick<ProductView, 'href' | 'leaving'> {
  const link = linkOf(site, product.url)
  const { origins } = site.cache.manifest
  if (link.href && (!link.leaving || !sourceUrl(product.url, origins))) return link
  const page = itemOf(site, needOf(product, origins))?.page
  const href = page === undefined ? undefined : hrefOf(site, { kind: 'wiki', namespace: 'ITEM', title: page })
  return href ? { href, leaving: false } : link
}

/** Where a link of the service's leads: to the site's own page if it has one. */
export function linkOf(site: Site, url: string): { href: string | undefined; leaving: boolean } {
  const link = url ? sourceLink(site, url) : undefined
  const local = link && link.ref.kind !== 'document' ? hrefOf(site, link.ref) : undefined
  return { href: local ?? originalOf(site, url), leaving: !local }
}
