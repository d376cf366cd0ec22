import './feeds/feed.ts'
import './catalog/guide-link.ts'
import './guide/guide.ts'
import './item/tools.ts'
import './item/used-in.ts'
import './people/team.ts'
import './people/user.ts'
import './tag/tag.ts'
import './wiki/wiki.ts'
import type { ListName, RecordKind } from '../model/resources.ts'
import { namesApart } from '../model/names.ts'
import type { Catalog, TagIndex } from './catalog/catalog.ts'
import { tagIndex } from './tag/tag.ts'
import type { WholeContents } from './site/contents.ts'
import type { Site } from './site/site.ts'
import { questionNamed, trackedSite } from './trace/tracked-site.ts'
import { Trace } from './trace/trace.ts'

/** Call this before querying a site: reads everything that page names depend on, including who gets a shared address. */
export async function openAll(source: Site): Promise<void> {
  for (const lang of source.languages) await tagIndex(await source.in(lang))
}

/** The contents of an opened site, for other processes. */
export async function wholeContents({ contents, languages, in: inLanguage }: Site): Promise<WholeContents> {
  const sites = await Promise.all(languages.map(inLanguage))
  const tags = new Map<Catalog, TagIndex>()
  for (const site of sites) if (!tags.has(site.catalog)) tags.set(site.catalog, await tagIndex(site))
  const translations = new Map(sites.slice(1).map(({ lang, catalog, titles }) => [lang, { catalog, titles }]))
  return { ...contents, translations, tags, namesApart: namesApart() }
}

/** Repeats the questions of an earlier build, in the form in which pages asked them. */
export class Replay {
  readonly #source: Site
  readonly #trace = new Trace()
  readonly #sites = new Map<string, Site>()

  /** Everything in `source` is loaded: see {@link openAll}. */
  constructor(source: Site) {
    this.#source = source
  }

  /** The current fingerprint of the answer to a question; undefined for a question that is no longer asked. */
  async markOf(question: string): Promise<string | undefined> {
    const [name, lang, ...args] = JSON.parse(question) as [string, string, ...unknown[]]
    const site = await this.#siteIn(lang)
    if (!site) return undefined
    await ask(site, name, args)
    return this.#trace.markOf(question)
  }

  async #siteIn(lang: string): Promise<Site | undefined> {
    const known = this.#sites.get(lang)
    if (known || (lang !== '' && !this.#source.languages.includes(lang))) return known
    const site = trackedSite(await this.#source.in(lang || this.#source.sourceLang), this.#source, this.#trace)
    this.#sites.set(lang, site)
    return site
  }
}

/** Asks the question named in a trace. A thrown error is an answer too. */
async function ask(site: Site, name: string, args: readonly unknown[]): Promise<void> {
  try {
    await (questionNamed(name)?.(site, ...args) ?? askCache(site, name, args) ?? askCatalog(site, name, args))
  } catch (error) {
    if (error instanceof TypeError) throw error
  }
}

function askCache({ cache }: Site, name: string, args: readonly unknown[]): Promise<unknown> | undefined {
  const [first, id, lang] = args as string[]
  const key = () => ({ kind: first as RecordKind, id: id ?? '', ...(lang && { lang }) })
  switch (name) {
    case 'record':
      return cache.recordText(key())
    case 'stale since':
      return cache.staleSince(key())
    case 'keys':
      return Array.fromAsync(cache.keys((first || undefined) as RecordKind | undefined))
    case 'list':
      return Array.fromAsync(cache.list(first as ListName))
    case 'media bytes':
      return cache.mediaBytes({ file: first ?? '' })
    case 'manifest':
      return Promise.resolve(Reflect.get(cache.manifest, first ?? ''))
    default:
      return undefined
  }
}

const HOW = /^(?:(?<how>has|number of|names of|all) )?(?<what>.+)$/

/** A map of names, or of values by name. */
type Looked = Pick<ReadonlyMap<unknown, object | string>, 'has' | 'size'> & {
  keys: () => Iterable<unknown>
  get?: (key: unknown) => unknown
}

function askCatalog({ catalog, titles, privateNames }: Site, name: string, [key, field]: readonly unknown[]): unknown {
  const { how, what = '' } = HOW.exec(name)?.groups ?? {}
  if (what === 'roots') return catalog.roots
  if (name === 'has addresses') return catalog.addresses
  const { guides: guide, categories: category, users: user, teams: team, tags: tag, items: item, needs, wikis } = catalog
  const maps = {
    guide,
    category,
    user,
    team,
    tag,
    item,
    needs,
    address: catalog.addresses,
    'item alias': catalog.itemAliases,
    'listed category': catalog.listedIn,
    'item name': titles.items,
    ...wikis,
    'guide title': titles.guides,
    'wiki title': titles.wikis,
    private: privateNames,
  }
  const map = maps[what as keyof typeof maps] as Looked | undefined
  if (!map) return undefined
  if (how === 'has') return map.has(key)
  if (how === 'number of') return map.size
  if (how === 'names of') return map.keys()
  if (how === 'all') return Array.from(map as unknown as Iterable<unknown>)
  const value = map.get?.(key)
  return typeof field === 'string' && typeof value === 'object' && value ? Reflect.get(value, field) : value
}

/** A question as readable text: `card of guide 12 (de)`. */
export function questionInWords(question: string): string {
  const [name = '', lang, ...args] = JSON.parse(question) as string[]
  return [name, ...args.map(String), lang ? `(${lang})` : ''].filter(Boolean).join(' ')
}
