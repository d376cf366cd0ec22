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
  /** The variant: `PH2`, `3 V`; often '', also if the name contains it. */
  type: string
  quantity: number
  notes: string
  optional: boolean
  /** A page of this site or the service's link target; undefined if there is neither. */
  href: string | undefined
  leaving: boolean
  picture: Picture | undefined
}

/** Tools or parts, required ones before optional ones. */
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

/** An item whose linked page does not exist is resolved by name; a link to an external shop is kept. */
function linkOfProduct(site: Site, product: Product): Pick<ProductView, 'href' | 'leaving'> {
  const link = linkOf(site, product.url)
  const { origins } = site.cache.manifest
  if (link.href && (!link.leaving || !sourceUrl(product.url, origins))) return link
  const page = itemOf(site, needOf(product, origins))?.page
  const href = page === undefined ? undefined : hrefOf(site, { kind: 'wiki', namespace: 'ITEM', title: page })
  return href ? { href, leaving: false } : link
}

/** The target of a service link: the site's own page if it has one. */
export function linkOf(site: Site, url: string): { href: string | undefined; leaving: boolean } {
  const link = url ? sourceLink(site, url) : undefined
  const local = link && link.ref.kind !== 'document' ? hrefOf(site, link.ref) : undefined
  return { href: local ?? originalOf(site, url), leaving: !local }
}
