import { contentPolicy, REFERRER_POLICY } from '../../policy.ts'
import { addressFrom, pageAt, type PageRef, pathBehind, withBase } from '../../routes.ts'
import { stripBidiControls } from '../../words/strip-bidi-controls.ts'
import { isApp, manifestAt } from './app.ts'
import { interfaceLang } from './lang.ts'
import { placesOf } from './places.ts'
import type { Site } from './site.ts'

/** A step of the way down to a page; the last one is the page itself and has no link. */
export interface Crumb {
  title: string
  /** Its language, where it is another than the page's. */
  lang?: string | undefined
  href?: string
}

/** What a page tells browsers, search engines and those who pass its link on. */
export interface PageHead {
  title: string
  description: string
  /** The page's path, before the base; '' for one that has no address of its own. */
  path: string
  /** What the page is about, where that is a record. */
  ref?: PageRef
  /** The languages in which a record's text exists; absent for pages that every language has in its own words. */
  written?: readonly string[] | undefined
  /** A picture's address in the site, for previews. */
  picture?: string | undefined
  /** Search engines are told to leave the page out: it is private, or says only that it cannot be shown. */
  isPrivate?: boolean
  isEmpty?: boolean
  article?: { published: string | undefined; modified: string | undefined }
  crumbs?: Crumb[]
  /** JSON-LD of what the page is about. */
  data?: Record<string, unknown>[]
}

/** How much of a text stands in a result list of a search engine. */
const DESCRIPTION_LENGTH = 160

export function describe(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  return `${line.slice(0, line.lastIndexOf(' ', DESCRIPTION_LENGTH) + 1 || DESCRIPTION_LENGTH).trimEnd()}…`
}

/** A path or local address, as the page writes it, as an absolute one where the site knows its own; else as it is. */
export function absolute(site: Site, href: string): string {
  const path = site.address ? pathBehind(site, href) : href
  return site.address && path.startsWith('/') ? new URL(path, site.address).href : href
}

/** A file of the program's, which Astro names from the root of the host, as the page names it. */
export const ownFile = (site: Site, address: string): string => addressFrom(site, address)

/** The address of a page in a language, for search engines. */
export interface Alternate {
  hreflang: string
  href: string
}

/** A feed that a page points to. */
export interface FeedLink {
  title: string
  type: string
  href: string
}

/** A page's head, ready to be written down. What needs absolute addresses is left out when the site does not know its own. */
export interface HeadTags {
  /** The page's own address, as it writes it. */
  here: string
  contentPolicy: string
  referrerPolicy: string
  title: string
  fullTitle: string
  /** The language of the title, where it is another than the page's content. */
  titleLang: string | undefined
  siteName: string
  description: string
  icon: string
  touchIcon: string | undefined
  /** Undefined for a site that is no app. */
  manifest: string | undefined
  /** A page in words of another language points to the source's, so that search engines see it once. */
  canonical: string | undefined
  /** The page in the languages that have it in their own words, `x-default` last. */
  alternates: Alternate[]
  feeds: FeedLink[]
  picture: string | undefined
  article: PageHead['article']
  noindex: boolean
  /** The JSON-LD script's text; '' for none. */
  jsonLd: string
}

export function headTags(site: Site, head: PageHead, alternates: Alternate[] = [], feeds: FeedLink[] = []): HeadTags {
  const { title, description, path, picture, article, crumbs = [], data = [] } = head
  const { icon, touchIcon, socialCard } = placesOf(site)
  const here = pageAt(site, path)
  const trail = breadcrumbList(site, crumbs, here)
  return {
    here,
    contentPolicy: contentPolicy(site.config.links, site.config.mediaBase),
    referrerPolicy: REFERRER_POLICY,
    title,
    fullTitle: stripBidiControls(title === site.name ? title : `${title} – ${site.name}`),
    titleLang: titleLang(site, head),
    siteName: site.name,
    description,
    icon,
    touchIcon,
    manifest: isApp(site) ? manifestAt(site) : undefined,
    canonical: site.address && path ? absolute(site, isCopy(site, head) ? withBase(site.root, path) : here) : undefined,
    alternates,
    feeds,
    picture: site.address ? absolute(site, picture ?? socialCard) : undefined,
    article,
    noindex: !!head.isPrivate || !!head.isEmpty,
    jsonLd: jsonLd(trail ? [...data, trail] : data),
  }
}

/** The way to a record ends with its title, in its language; all other pages are named by the interface, or as the site is. */
function titleLang(site: Site, { title, crumbs }: PageHead): string | undefined {
  const lang = crumbs?.at(-1)?.lang ?? (title === site.name ? undefined : interfaceLang(site))
  return lang === site.lang ? undefined : lang
}

const isCopy = ({ lang }: Site, { written }: PageHead): boolean => written !== undefined && !written.includes(lang)

/** The breadcrumbs as schema.org says them; undefined for a page without a way. */
function breadcrumbList(site: Site, crumbs: readonly Crumb[], here: string): Record<string, unknown> | undefined {
  if (crumbs.length < 2) return undefined
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ title, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: title,
      item: absolute(site, href ?? here),
    })),
  }
}

/** `<` is escaped, so that no title can end the script. */
function jsonLd(data: readonly Record<string, unknown>[]): string {
  if (data.length === 0) return ''
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': data }).replaceAll('<', '\\u003c')
}
