import { HOME, pageAt } from '../../routes.ts'
import { hasPage } from '../catalog/catalog.ts'
import { absolute, type Alternate, type PageHead } from './head.ts'
import { directionOf } from '../../words/words.ts'
import type { Site } from './site.ts'
import { languageNames } from './formats.ts'

/** A page in one of the site's languages. */
export interface PageLanguage {
  lang: string
  /** The language's own name. */
  name: string
  dir: 'ltr' | 'rtl'
  /** The same page in that language, or its home page if the language omits the page. */
  href: string
  /** True if the page is translated, not a copy of the source page. */
  own: boolean
}

/** A page in all languages of the site, the source language first. Empty for a monolingual site and for a page without an address. */
export async function pageLanguages(site: Site, head: PageHead): Promise<PageLanguage[]> {
  if (site.languages.length < 2) return []
  return Promise.all(site.languages.map(async (lang) => pageIn(await site.in(lang), head)))
}

function pageIn(site: Site, { path, ref, written }: PageHead): PageLanguage {
  const { lang, catalog, config } = site
  const there = config.fallback === 'show' || !ref || hasPage(catalog, ref)
  // Listings are shorter in a language that omits untranslated records.
  const target = config.fallback === 'show' ? path : path.replace(/page\/\d+\/$/, '')
  return {
    lang,
    name: nameOf(lang),
    dir: directionOf(lang),
    href: pageAt(site, there && path ? target : HOME),
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
export function alternatesOf(site: Site, languages: readonly PageLanguage[]): Alternate[] {
  const own = languages.filter((language) => language.own)
  if (!site.address || own.length < 2 || !own.some(({ lang }) => lang === site.lang)) return []
  const alternates = own.map(({ lang, href }) => ({ hreflang: lang, href: absolute(site, href) }))
  return [...alternates, ...alternates.slice(0, 1).map(({ href }) => ({ hreflang: 'x-default', href }))]
}
