import { type CacheReader, openCache } from '../../cache/reader.ts'
import type { Config } from '../../config/options.ts'
import { readConfig } from '../../config.ts'
import type { Site as SiteInfo } from '../../model/site.ts'
import { isLanguageTag, languageTag } from '../../model/language.ts'
import { wayToRoot, withBase } from '../../routes.ts'
import { type Logo, readLogo } from '../../brand/logo.ts'
import type { Words } from '../../words/speak.ts'
import { wordsOf } from '../../words/words.ts'
import { type Catalog, catalogIn } from '../catalog/catalog.ts'
import { readOwnWords } from '../own/own-words.ts'
import { type OwnPages, readOwnPages } from '../own/own-pages.ts'
import { NO_TITLES, readTitles, type Titles } from '../catalog/titles.ts'
import { reportUnreadable } from '../catalog/unreadable.ts'
import type { ViewCache } from '../trace/tracked-cache.ts'
import type { Names } from '../trace/tracked-map.ts'
import { sameOrigin, trackedSite } from '../trace/tracked-site.ts'
import { currentTrace } from '../trace/trace.ts'
import { type Contents, publicCache, readContents, takeContents, type WholeContents } from './contents.ts'

/**
 * What all views share: one finished cache, the catalog of its records, and the site's own data. A multilingual site is one such object per
 * language; they share what is the same.
 */
export interface Site {
  config: Config
  /** Without private records, unless the site includes them. */
  cache: ViewCache
  /** What is private on the original site, whether or not the site has it: names of cache/private-keys.ts. */
  privateNames: Names
  catalog: Catalog
  /** What the site was opened with, in its source language. */
  contents: Contents
  name: string
  /** Translated titles of the language; read through catalog/names.ts. */
  titles: Titles
  /** The base path of this language's pages: `/`, `/guides/` or `/guides/de/`. */
  base: string
  /** The base path of the whole site and of shared files: `/` or `/guides/`. */
  root: string
  /** The relative path from the current page to `root`, `../../`; undefined if links start at the host's root, and outside of pages. */
  toRoot: string | undefined
  /** The site's public address without a trailing slash; undefined if not configured. */
  address: string | undefined
  /** The language of the interface, and of translated content: a BCP 47 tag. */
  lang: string
  /** The interface words in that language, or in English if there are none. */
  words: Words
  /** The service's language, which has no prefix. */
  sourceLang: string
  /** All languages of the site, the source language first. */
  languages: readonly string[]
  /** The same site in another language. */
  in: (lang: string) => Promise<Site>
  /** The public address of the copied service. */
  source: string
  /** The service's one-sentence description; '' if there is none. */
  description: string
  /** The licence of the content: the operator's wording, otherwise the service's. `url` can be ''. */
  licence: { name: string; url: string } | undefined
  logo: Logo | undefined
  ownPages: OwnPages
}

let opened: Promise<Site> | undefined
/** The options of the build that opened the site. */
let openedFor: string | undefined

/**
 * Call this before a build opens its site. Throws a TypeError if this process has already built another one, which would be rendered in its
 * place: files that only the other kind of site has, such as the service worker, would be expected.
 */
export function refuseAnotherSite(config: Config): void {
  const wanted = JSON.stringify(config)
  if (opened && openedFor !== wanted)
    throw new TypeError(
      'This process has built a site with other options, and its views keep what they have read. Start a process for each site.',
    )
  openedFor = wanted
}

/**
 * The site of this build, opened once; the build command passes its options through the environment. `prefix` is the language at the start
 * of a page's path, undefined for the source language. `page` is the page's address, which relative links start from; without it links
 * start at the host's root. While a page is rendered, its queries are recorded: see trace/trace.ts.
 */
export async function site(prefix?: string, page?: Pick<URL, 'pathname'>): Promise<Site> {
  opened ??= openSite(readConfig(), takeContents())
  const source = await opened
  const wanted = prefix === undefined ? source : await source.in(prefix)
  const trace = currentTrace()
  const asked = trace ? trackedSite(wanted, source, trace) : wanted
  return page && source.config.links === 'relative' ? onPage(asked, wayToRoot(source.root, page.pathname)) : asked
}

/** The same site in all its languages, with links relative to a page. */
function onPage(site: Site, toRoot: string): Site {
  const here: Site = { ...site, toRoot, in: async (lang) => onPage(await site.in(lang), toRoot) }
  sameOrigin(site, here)
  return here
}

/** The site in each of its languages, the source language first, with the path prefix of its pages. Not for pages: nothing is recorded. */
export async function sites(): Promise<{ site: Site; prefix: string | undefined }[]> {
  if (currentTrace()) throw new TypeError('What a page shows comes from the site that it has opened.')
  const source = await site()
  return Promise.all(
    source.languages.map(async (lang) => ({ site: await source.in(lang), prefix: lang === source.sourceLang ? undefined : lang })),
  )
}

/** Opens a finished cache as a site, with the contents if they are known. Throws a CacheError if there is none. */
export async function openSite(config: Config, known?: WholeContents): Promise<Site> {
  const whole = await openCache(config.cache, (path, line) => {
    const reason = `${path} in the cache is damaged at line ${line}. Crawl again to replace it.`
    reportUnreadable({ kind: 'line', id: `${path} ${line}`, reason })
  })
  const contents = known ?? (await readContents(whole, config))
  const { privateNames, info, catalog } = contents
  const cache = publicCache(whole, privateNames, config)
  const { manifest } = cache
  const told = languageTag(manifest.lang)
  const sourceLang = isLanguageTag(told) ? told : 'en'
  const { words: ownWords } = await readOwnWords(config.words)
  const translated = new Map<string, Promise<Site>>()
  const source: Site = {
    config,
    cache,
    privateNames,
    catalog,
    contents,
    name: config.name || manifest.name,
    titles: NO_TITLES,
    base: config.base,
    root: config.base,
    toRoot: undefined,
    address: config.site || undefined,
    words: wordsOf(sourceLang, ownWords),
    lang: sourceLang,
    sourceLang,
    languages: [...new Set([sourceLang, ...(manifest.translations ?? [])])],
    in(lang) {
      if (lang === sourceLang) return Promise.resolve(source)
      const opening = translated.get(lang) ?? translate(lang)
      translated.set(lang, opening)
      return opening
    },
    source: manifest.origins[0] ?? new URL(manifest.source).origin,
    description: info?.description ?? '',
    licence: config.licence ? { name: config.licence, url: config.licenceUrl } : licenceOf(info),
    logo: await readLogo(config.logo),
    ownPages: await readOwnPages(config.pages, sourceLang),
  }
  return source

  async function translate(lang: string): Promise<Site> {
    const { catalog, titles } = known?.translations.get(lang) ?? (await readTranslation(source, cache, lang))
    return { ...source, lang, words: wordsOf(lang, ownWords), base: withBase(source.root, `/${lang}/`), catalog, titles }
  }
}

const readTranslation = async ({ catalog, config }: Site, cache: CacheReader, lang: string) => ({
  catalog: config.fallback === 'hide' ? await catalogIn(cache, catalog, lang) : catalog,
  titles: await readTitles(cache, catalog, lang),
})

function licenceOf(info: SiteInfo | undefined): Site['licence'] {
  if (!info?.license?.name) return undefined
  const { name, url } = info.license
  return { name, url: /^https?:\/\//.test(url) ? url : '' }
}
