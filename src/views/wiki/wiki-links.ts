import type { CategoryList, Listed } from '../../model/wiki-lists.ts'
import type { Named, Wiki } from '../../model/wiki.ts'
import { isNamespace, type Ref } from '../../model/ref.ts'
import { foreignLang } from '../site/lang.ts'
import { hrefOf } from '../site/links.ts'
import { wikiName } from '../catalog/names.ts'
import { type Picture, pictureOf } from '../media/picture.ts'
import { linkOf } from './product.ts'
import type { Site } from '../site/site.ts'
import { howMany } from '../site/words.ts'

/** A link with a short note. */
export interface LinkView {
  title: string
  /** The languages of title and note if they differ from the page's. */
  lang: string | undefined
  noteLang: string | undefined
  href: string | undefined
  leaving: boolean
  note: string
  picture: Picture | undefined
}

export const namedLink = (site: Site, { title, text, url, image }: Named, lang: string | undefined): LinkView => ({
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
  const ours = { noteLang: undefined, picture: undefined }
  const kinds = (parts?.categories ?? []).map(({ tag, count, url }) => ({
    title: tag,
    lang,
    ...linkOf(site, url),
    note: howMany(site.words, 'count.kinds', count),
    ...ours,
  }))
  const all = { title: site.words.say('wiki.allParts'), lang: undefined, ...linkOf(site, parts?.url ?? ''), note: '', ...ours }
  return all.href ? [...kinds, all] : kinds
}
