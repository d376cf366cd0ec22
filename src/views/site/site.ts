import { readPrivateNames } from '../../cache/private-keys.ts'
import { PublicReader } from '../../cache/public-reader.ts'
import { type CacheReader, openCache } from '../../cache/reader.ts'
import type { Config } from '../../config/options.ts'
import { readConfig } from '../../config.ts'
import { type Site as SiteInfo, siteSchema } from '../../model/site.ts'
import { isLanguageTag, languageTag } from '../../model/language.ts'
import { wayToRoot, withBase } from '../../routes.ts'
import { type Logo, readLogo } from '../../brand/logo.ts'
import type { Words } from '../../words/speak.ts'
import { type OwnWords, wordsOf } from '../../words/words.ts'
import { buildCatalog, type Catalog, catalogIn } from '../catalog/catalog.ts'
import { readOwnWords } from '../own/own-words.ts'
import { type OwnPages, readOwnPages } from '../own/own-pages.ts'
import { readIfReadable } from '../catalog/records.ts'
import { NO_TITLES, readTitles, type Titles } from '../catalog/titles.ts'
import { reportUnreadable } from '../catalog/unreadable.ts'
import type { ViewCache } from '../trace/tracked-cache.ts'
import type { Names } from '../trace/tracked-map.ts'
import { sameOrigin, trackedSite } from '../trace/tracked-site.ts'
import { currentTrace } from '../trace/trace.ts'

/**
 * All that the views share: one finished cache, what is known about all its records, and what the site calls itself. A site in several
 * languages is one such object a language; they share all that is the same.
 */
export interface Site {
  config: Config
  /** Without private records, unless they are wanted. */
  cache: ViewCache
  /** What is private on the original site, in the site or not: names of private-names.ts. */
  privateNames: Names
  catalog: Catalog
  name: string
  /** The titles of its language, where they are translated; read with views/names.ts. */
  titles: Titles
  /** The path below which the pages of this language stand: `/`, `/guides/` or `/guides/de/`. */
  base: string
  /** The path below which all of the site stands, and the files that its languages share: `/` or `/guides/`. */
  root: string
  /** The way from the page that is made to `root`, `../../`; undefined where links start at the root of the host, and where no page is made. */
  toRoot: string | undefined
  /** Where the site will stand, without a slash at the end; undefined when nobody said. */
  address: string | undefined
  /** The language of the interface, and of the content where it is translated: a browser's tag. */
  lang: string
  /** What the interface says, in that language or, where there are no words for it, in English. */
  words: Words
  /** The language that the service writes in, which has no prefix. */
  sourceLang: string
  /** All languages that the site has, the source's first. */
  languages: readonly string[]
  /** The same site in another of its languages. */
  in: (lang: string) => Promise<Site>
  /** The public address of the service that was copied. */
  source: string
  /** One sentence of the service's about itself; '' where it has none. */
  description: string
  /** The licence of the content: as the operator words it, else as the service does. `url` can be ''. */
  licence: { name: string; url: string } | undefined
  logo: Logo | undefined
  ownPages: OwnPages
}

let opened: Promise<Site> | undefined
/** The options of the build that has opened it. */
let openedFor: string | undefined

/**
 * To be called before a build opens its site. Throws a TypeError where this process has built another one, which would be shown in its place: a file that only the
 * other kind of site has, such as the service worker, would be looked for.
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
 * The site that this build is about, opened once; the build command puts its options into the environment before. `prefix` is what a page's
 * path begins with: the language, undefined for the source's. `page` is the page's address, to which links are relative where they are to be; without it
 * they start at the root of the host. While a page is made, what it asks of its site is noted: see trace/trace.ts.
 */
export async function site(prefix?: string, page?: Pick<URL, 'pathname'>): Promise<Site> {
  opened ??= openSite(readConfig())
  const source = await opened
  const wanted = prefix === undefined ? source : await source.in(prefix)
  const trace = currentTrace()
  const asked = trace ? trackedSite(wanted, source, trace) : wanted
  return page && source.config.links === 'relative' ? onPage(asked, wayToRoot(source.root, page.pathname)) : asked
}

/** The same site, in all its languages, with links as a page writes them. */
function onPage(site: Site, toRoot: string): Site {
  const here: Site = { ...site, toRoot, in: async (lang) => onPage(await site.in(lang), toRoot) }
  sameOrigin(site, here)
  return here
}

/** The site in each of its languages, the source's first, with what the paths of its pages begin with. Not for pages: nothing is noted. */
export async function sites(): Promise<{ site: Site; prefix: string | undefined }[]> {
  if (currentTrace()) throw new TypeError('What a page shows comes from the site that it has opened.')
  const source = await site()
  return Promise.all(
    source.languages.map(async (lang) => ({ site: await source.in(lang), prefix: lang === source.sourceLang ? undefined : lang })),
  )
}

/** Opens a finished cache as a site. Throws a CacheError when there is none. */
export async function openSite(config: Config): Promise<Site> {
  const whole = await openCache(config.cache, (path, line) =>
    reportUnreadable({
      kind: 'line',
      id: `${path} ${line}`,
      reason: `${path} in the cache is damaged at line ${line}. Crawl again to replace it.`,
    }),
  )
  const privateNames = await readPrivateNames(whole, ({ kind, id, lang }) =>
    reportUnreadable({
      kind,
      id,
      ...(lang && { lang }),
      reason: 'It is damaged and may be private: it is left out. Crawl again to replace it.',
    }),
  )
  const cache = config.includePrivate ? whole : new PublicReader(whole, privateNames)
  const { manifest } = cache
  const info = await readIfReadable(cache, { kind: 'site', id: '' }, siteSchema)
  const told = languageTag(manifest.lang)
  const sourceLang = isLanguageTag(told) ? told : 'en'
  const { words: ownWords } = await readOwnWords(config.words)
  const translated = new Map<string, Promise<Site>>()
  const source: Site = {
    config,
    cache,
    privateNames,
    catalog: await buildCatalog(cache, privateNames, config.emptyCategories === 'listed'),
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
      const opening = translated.get(lang) ?? translate(source, cache, lang, ownWords)
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
}

async function translate(source: Site, cache: CacheReader, lang: string, ownWords: OwnWords): Promise<Site> {
  const { catalog, config, root } = source
  return {
    ...source,
    lang,
    words: wordsOf(lang, ownWords),
    base: withBase(root, `/${lang}/`),
    catalog: config.fallback === 'hide' ? await catalogIn(cache, catalog, lang) : catalog,
    titles: await readTitles(cache, catalog, lang),
  }
}

function licenceOf(info: SiteInfo | undefined): Site['licence'] {
  if (!info?.license?.name) return undefined
  const { name, url } = info.license
  return { name, url: /^https?:\/\//.test(url) ? url : '' }
}
