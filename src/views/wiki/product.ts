import type { Product } from '../../model/media.ts'
import { sourceUrl } from '../../model/link.ts'
import { needOf, withName } from '../item/need.ts'
import { pageOfNeed, wikiName } from '../catalog/names.ts'
import { hrefOf, originalOf, sourceLink } from '../site/links.ts'
import { pictureAt, pictureOf } from '../media/picture.ts'
import type { Site } from '../site/site.ts'
import type { CategoryList, Listed, Named, Wiki } from '../../model/wiki.ts'
import { isNamespace, type Ref } from '../../model/ref.ts'
import { foreignLang } from '../site/lang.ts'
import { howMany } from '../site/words.ts'

/** A tool or part. */
export type ProductView = ReturnType<typeof productViews>[number]

/** Tools or parts, required ones before optional ones. */
export function productViews(site: Site, products: readonly Product[]) {
  return withName(products)
    .map((product) => ({
      name: product.text,
      /** The variant: `PH2`, `3 V`; often '', also if the name contains it. */
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
function linkOfProduct(site: Site, product: Product): ReturnType<typeof linkOf> {
  const link = linkOf(site, product.url)
  const { origins } = site.cache.manifest
  if (link.href && (!link.leaving || !sourceUrl(product.url, origins))) return link
  const { name, target } = needOf(product, origins)
  const page = pageOfNeed(site, name, target)
  const href = page === undefined ? undefined : hrefOf(site, { kind: 'wiki', namespace: 'ITEM', title: page })
  return href ? { href, leaving: false } : link
}

/** The target of a service link: the site's own page if it has one. */
export function linkOf(site: Site, url: string): { href: string | undefined; leaving: boolean } {
  const link = url ? sourceLink(site, url) : undefined
  const local = link && link.ref.kind !== 'document' ? hrefOf(site, link.ref) : undefined
  return { href: local ?? originalOf(site, url), leaving: !local }
}

/** A link with a short note. */
export type LinkView = ReturnType<typeof namedLink>

/** `lang` is the language of title and note if it differs from the page's. */
export const namedLink = (site: Site, { title, text, url, image }: Named, lang: string | undefined) => ({
  title,
  lang,
  noteLang: lang,
  ...linkOf(site, url),
  note: text,
  picture: pictureOf(site, image, ''),
})

/** The non-empty lists of a category. */
export const listLinks = (site: Site, lists: readonly CategoryList[], lang: string | undefined): { title: string; links: LinkView[] }[] =>
  lists
    .map(({ title, items }) => ({ title, links: items.filter((item) => item.title).map((item) => listedLink(site, item, lang)) }))
    .filter(({ links }) => links.length > 0)

function listedLink(site: Site, listed: Listed, lang: string | undefined): LinkView {
  const { title, display_title, namespace, guideid, url, image, note } = listed
  const word = namespace.toUpperCase()
  const ref: Ref = guideid > 0 ? { kind: 'guide', guideid } : { kind: 'wiki', namespace: isNamespace(word) ? word : 'CATEGORY', title }
  const href = hrefOf(site, ref)
  const own = href === undefined ? linkOf(site, url) : { href, leaving: false }
  const name = ref.kind === 'wiki' ? wikiName(site, ref) : undefined
  return {
    title: name || display_title || title,
    lang: name ? foreignLang(site, site.lang) : lang,
    ...own,
    note,
    noteLang: lang,
    picture: pictureOf(site, image, ''),
  }
}

/** The kinds of parts that a shop sells for a device, and a link to all of them. */
export function partsOf(site: Site, parts: Wiki['parts'], lang: string | undefined): LinkView[] {
  const withoutNote = { noteLang: undefined, picture: undefined }
  const kinds = (parts?.categories ?? []).map(({ tag, count, url }) => ({
    title: tag,
    lang,
    ...linkOf(site, url),
    note: howMany(site.words, 'count.kinds', count),
    ...withoutNote,
  }))
  const all = { title: site.words.say('wiki.allParts'), lang: undefined, ...linkOf(site, parts?.url ?? ''), note: '', ...withoutNote }
  return all.href ? [...kinds, all] : kinds
}
