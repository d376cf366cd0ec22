import { contentPolicy, REFERRER_POLICY } from '../../policy.ts'
import { addressFrom, HOME, pageAt, type PageRef, pathBehind, withBase } from '../../routes.ts'
import { stripBidiControls } from '../../words/strip-bidi-controls.ts'
import { isApp } from './app.ts'
import { interfaceLang } from './lang.ts'
import { placesOf } from './places.ts'
import { shortened } from './presentable.ts'
import type { Site } from './site.ts'
import { hasPage } from '../catalog/catalog.ts'
import { directionOf } from '../../words/words.ts'
import { languageNames } from './formats.ts'

/** A breadcrumb; the last one is the page itself and has no link. */
export interface Crumb {
  title: string
  /** Its language if it differs from the page's. */
  lang?: string | undefined
  href?: string
}

/** Page metadata for browsers, search engines and link previews. */
export interface PageHead {
  title: string
  description: string
  /** The page's path without the base; '' for a page without an address. */
  path: string
  /** The record that the page is about, if any. */
  ref?: PageRef
  /** The languages in which a record's text exists; absent for pages that exist in every language. */
  written?: readonly string[] | undefined
  /** The address of a preview picture on the site. */
  picture?: string | undefined
  /** Excluded from search engines: the page is private, or only says that it cannot be shown. */
  isPrivate?: boolean
  isEmpty?: boolean
  article?: { published: string | undefined; modified: string | undefined }
  crumbs?: Crumb[]
  /** JSON-LD about the page's subject. */
  data?: Record<string, unknown>[]
}

/** The length of a search engine's description. */
const DESCRIPTION_LENGTH = 160

export const describe = (text: string): string => shortened(text.replace(/\s+/g, ' ').trim(), DESCRIPTION_LENGTH)

/** A path or local address as an absolute one if the site knows its address; otherwise unchanged. */
export function absolute(site: Site, href: string): string {
  const path = site.address ? pathBehind(site, href) : href
  return site.address && path.startsWith('/') ? new URL(path, site.address).href : href
}

/** The address of a bundled file, which Astro names from the host's root, relative to the page. */
export const ownFile = (site: Site, address: string): string => addressFrom(site, address)

/** A feed linked from a page. */
export interface FeedLink {
  title: string
  type: string
  href: string
}

/** A page's head, ready to be rendered. What requires absolute addresses is left out if the site does not know its own. */
export type HeadTags = ReturnType<typeof headTags>

export function headTags(site: Site, head: PageHead, alternates: ReturnType<typeof alternatesOf> = [], feeds: FeedLink[] = []) {
  const { title, description, path, picture, article, crumbs = [], data = [] } = head
  const { icon, touchIcon, socialCard } = placesOf(site)
  const here = pageAt(site, path)
  const trail = breadcrumbList(site, crumbs, here)
  return {
    /** The page's own address as used in the page. */
    here,
    contentPolicy: contentPolicy(site.config.links, site.config.mediaBase),
    referrerPolicy: REFERRER_POLICY,
    title,
    fullTitle: stripBidiControls(title === site.name ? title : `${title} – ${site.name}`),
    /** The title's language if it differs from the page content's. */
    titleLang: titleLang(site, head),
    siteName: site.name,
    description,
    icon,
    touchIcon,
    /** Undefined for a site that is not an app. */
    manifest: isApp(site) ? pageAt(site, '/app.webmanifest') : undefined,
    /** An untranslated page points to the source page, so that search engines index it once. */
    canonical: site.address && path ? absolute(site, isCopy(site, head) ? withBase(site.root, path) : here) : undefined,
    /** The page in the languages that have their own version, `x-default` last. */
    alternates,
    feeds,
    picture: site.address ? absolute(site, picture ?? socialCard) : undefined,
    article,
    noindex: !!head.isPrivate || !!head.isEmpty,
    /** The JSON-LD script's text; '' for none. */
    jsonLd: jsonLd(trail ? [...data, trail] : data),
  }
}

/** A record's breadcrumbs end with its title in its language; all other pages are named by the interface or by the site's name. */
function titleLang(site: Site, { title, crumbs }: PageHead): string | undefined {
  const lang = crumbs?.at(-1)?.lang ?? (title === site.name ? undefined : interfaceLang(site))
  return lang === site.lang ? undefined : lang
}

const isCopy = ({ lang }: Site, { written }: PageHead): boolean => written !== undefined && !written.includes(lang)

/** The breadcrumbs as a schema.org BreadcrumbList; undefined for a page without breadcrumbs. */
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

/** A page in all languages of the site, the source language first. Empty for a monolingual site and for a page without an address. */
export async function pageLanguages(site: Site, head: PageHead): Promise<PageLanguage[]> {
  if (site.languages.length < 2) return []
  return Promise.all(site.languages.map(async (lang) => pageIn(await site.in(lang), head)))
}

/** A page in one of the site's languages. */
export type PageLanguage = ReturnType<typeof pageIn>

function pageIn(site: Site, { path, ref, written }: PageHead) {
  const { lang, catalog, config } = site
  const there = config.fallback === 'show' || !ref || hasPage(catalog, ref)
  // Listings are shorter in a language that omits untranslated records.
  const target = config.fallback === 'show' ? path : path.replace(/page\/\d+\/$/, '')
  return {
    lang,
    /** The language's own name. */
    name: nameOf(lang),
    dir: directionOf(lang),
    /** The same page in that language, or its home page if the language omits the page. */
    href: pageAt(site, there && path ? target : HOME),
    /** True if the page is translated, not a copy of the source page. */
    own: there && path !== '' && target === path && (!written || written.includes(lang)),
  }
}

/** `deutsch` is capitalized to `Deutsch` where it is used alone. */
function nameOf(lang: string): string {
  const name = languageNames(lang).of(lang) ?? lang
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1)
}

/**
 * The alternate languages of a page for search engines, `x-default` last. None for a page in one language only, for a copy of the source
 * page, and for a site that does not know its address.
 */
export function alternatesOf(site: Site, languages: readonly PageLanguage[]) {
  const own = languages.filter((language) => language.own)
  if (!site.address || own.length < 2 || !own.some(({ lang }) => lang === site.lang)) return []
  const alternates = own.map(({ lang, href }) => ({ hreflang: lang, href: absolute(site, href) }))
  return [...alternates, ...alternates.slice(0, 1).map(({ href }) => ({ hreflang: 'x-default', href }))]
}
