import { readPrivateNames } from '../cache/private-names.ts'
import { PublicReader } from '../cache/public-reader.ts'
import { type CacheReader, openCache } from '../cache/reader.ts'
import type { Config } from '../config/knobs.ts'
import { readConfig } from '../config.ts'
import { type Site as SiteInfo, siteSchema } from '../model/site.ts'
import type { Words } from '../words/speak.ts'
import { wordsOf } from '../words/words.ts'
import { buildCatalog, type Catalog } from './catalog.ts'
import { readOwnWords } from './own-words.ts'
import { readRecord } from './records.ts'

/** All that the views share: one finished cache, what is known about all its records, and what the site calls itself. */
export interface Site {
  config: Config
  /** Without private records, unless they are wanted. */
  cache: CacheReader
  /** What is private on the original site, in the site or not: names of private-names.ts. */
  privateNames: ReadonlySet<string>
  catalog: Catalog
  name: string
  /** The path below which the site stands: `/` or `/guides/`. */
  base: string
  /** Where the site will stand, without a slash at the end; undefined when nobody said. */
  address: string | undefined
  /** The language of the content and of the interface. */
  lang: string
  /** What the interface says, in that language or, where there are no words for it, in English. */
  words: Words
  /** The public address of the service that was copied. */
  source: string
  /** One sentence of the service's about itself; '' where it has none. */
  description: string
  /** The licence of the content: as the operator words it, else as the service does. `url` can be ''. */
  licence: { name: string; url: string } | undefined
}

let opened: Promise<Site> | undefined

/** The site that this build is about, opened once; the build command puts its knobs into the environment before. */
export function site(): Promise<Site> {
  opened ??= openSite(readConfig())
  return opened
}

/** Opens a finished cache as a site. Throws a CacheError when there is none. */
export async function openSite(config: Config): Promise<Site> {
  const whole = await openCache(config.cache)
  const privateNames = await readPrivateNames(whole)
  const cache = config.includePrivate ? whole : new PublicReader(whole, privateNames)
  const { manifest } = cache
  const lang = manifest.lang || 'en'
  const info = await readRecord(cache, { kind: 'site', id: '' }, siteSchema)
  return {
    config,
    cache,
    privateNames,
    catalog: await buildCatalog(cache, privateNames),
    name: config.name || manifest.name,
    base: config.base,
    address: config.site || undefined,
    lang,
    words: wordsOf(lang, (await readOwnWords(config.words)).words),
    source: manifest.origins[0] ?? new URL(manifest.source).origin,
    description: info?.description ?? '',
    licence: config.licence ? { name: config.licence, url: config.licenceUrl } : licenceOf(info),
  }
}

function licenceOf(info: SiteInfo | undefined): Site['licence'] {
  if (!info?.license?.name) return undefined
  const { name, url } = info.license
  return { name, url: /^https?:\/\//.test(url) ? url : '' }
}
