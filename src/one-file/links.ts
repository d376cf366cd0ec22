import { DomUtils } from 'htmlparser2'
import { type GuidePage, pageAddress } from './guide-page.ts'
import { dropAttributes, type Element, hasClass, withTag } from './markup.ts'

/** Attributes that reference an id, or several. */
const NAMING = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls']

/** Schemes allowed in external links. */
const OUTWARD = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** The targets for links of the site. */
export interface LinkTargets {
  /** The guides of the file, by the addresses of their pages. */
  guides: ReadonlyMap<string, GuidePage>
  /** The addresses on the original site, by those of the site's pages. */
  originals: ReadonlyMap<string, string>
  /** The fallback address if the original's is unknown; '' for none. */
  elsewhere: (url: string) => string
}

/** The addresses of the site's pages that a guide links to. */
export const pagesLinked = ({ article, url }: GuidePage): string[] =>
  withTag(article, 'a').flatMap(({ attribs: { href } }) => (href === undefined ? [] : (pageAddress(href, url) ?? [])))

/** Prefixes every id and the links to it within the file; other links lead to the original, and are marked. */
export function relink(guide: GuidePage, targets: LinkTargets): void {
  const { article: root, url: pageUrl, prefix, original } = guide
  for (const { attribs } of DomUtils.findAll(() => true, [root])) {
    if (attribs.id) attribs.id = `${prefix}-${attribs.id}`
    for (const name of NAMING) if (attribs[name]) attribs[name] = attribs[name].replace(/\S+/g, `${prefix}-$&`)
  }
  root.attribs.id ||= prefix
  if (targets.guides.size > 1) tellApart(guide)
  for (const link of withTag(root, 'a')) {
    const { href } = link.attribs
    if (href === undefined || hasClass(link, 'step-picture')) continue
    if (!URL.canParse(href, pageUrl)) {
      lead(link, undefined)
      continue
    }
    const target = new URL(href, pageUrl)
    const page = pageAddress(href, pageUrl)
    const inFile = targets.guides.get(page ?? '')
    if (inFile) link.attribs.href = `#${inFile.prefix}${target.hash.length > 1 ? `-${target.hash.slice(1)}` : ''}`
    else if (page) lead(link, targets.originals.get(page) ?? targets.elsewhere(target.href))
    else if (target.origin === new URL(pageUrl).origin) lead(link, original?.attribs.href ?? targets.elsewhere(target.href))
    else if (!OUTWARD.has(target.protocol)) lead(link, undefined)
  }
}

/** Each guide has a section "Steps": landmarks are labelled with their guide's title as well. */
function tellApart({ article: root, prefix, title }: GuidePage): void {
  const [heading] = withTag(root, 'h1')
  if (!heading) return
  heading.attribs.id ||= `${prefix}-title`
  for (const { attribs } of [...withTag(root, 'section'), ...withTag(root, 'nav')]) {
    if (attribs['aria-labelledby']) attribs['aria-labelledby'] += ` ${heading.attribs.id}`
    else if (attribs['aria-label']) attribs['aria-label'] += ` – ${title}`
  }
}

/** Makes a link external, or plain text if there is no address. */
export function lead(link: Element, address: string | undefined): void {
  dropAttributes(link, ['href', 'download', 'data-embed'])
  if (!address) return
  const classes = (link.attribs.class ?? '').split(' ').filter((name) => name && name !== 'leaving')
  Object.assign(link.attribs, { href: address, class: [...classes, 'leaving'].join(' '), rel: 'noopener external' })
}
