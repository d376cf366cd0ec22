import { DomUtils } from 'htmlparser2'
import type { GuidePage } from './guide-page.ts'
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
export function pagesLinked({ article, url: pageUrl }: GuidePage): string[] {
  return withTag(article, 'a').flatMap(({ attribs: { href } }) => {
    if (href === undefined || !URL.canParse(href, pageUrl)) return []
    const url = new URL(href, pageUrl)
    return isPage(url, pageUrl) ? [withoutFragment(url)] : []
  })
}

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
    const inFile = targets.guides.get(withoutFragment(target))
    if (inFile) link.attribs.href = `#${inFile.prefix}${target.hash.length > 1 ? `-${target.hash.slice(1)}` : ''}`
    else if (isPage(target, pageUrl)) lead(link, targets.originals.get(withoutFragment(target)) ?? targets.elsewhere(target.href))
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

/** Page addresses end with a slash; anything else is a file. */
const isPage = ({ origin, pathname }: URL, pageUrl: string): boolean => origin === new URL(pageUrl).origin && pathname.endsWith('/')

function withoutFragment(url: URL): string {
  const page = new URL(url)
  page.hash = ''
  return page.href
}
