import { namesApart } from '../../model/names.ts'
import { dividedFolders } from '../../routes/divided.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Titles } from '../catalog/titles.ts'
import { markOf, markOfError, type Trace } from './trace.ts'
import { trackedCache, type ViewCache } from './tracked-cache.ts'
import { trackedCatalog } from './tracked-catalog.ts'
import { type Argument, type Names, type Note, trackedMap, trackedNames } from './tracked-map.ts'

/** The part of a site that is read from its cache; the rest is an input of every page (see build/inputs.ts). */
export interface Traceable<Self> {
  cache: ViewCache
  catalog: Catalog
  titles: Titles
  privateNames: Names
  lang: string
  sourceLang: string
  in: (lang: string) => Promise<Self>
}

/** The untracked site and its recorder, by the tracked site that a page received. */
const origins = new WeakMap<object, { raw: object; note: Note }>()
/** Fingerprints by question for each site: an answer is fingerprinted once for all pages. */
const known = new WeakMap<object, Map<string, string>>()

/** The same site for one page or search document, with all queries recorded. `source` is the same site in its source language. */
export function trackedSite<S extends Traceable<S>>(raw: S, source: S, trace: Trace): S {
  const own = noting(raw, raw.lang, trace)
  const shared = noting(source, '', trace)
  const note = raw.catalog === source.catalog ? shared : own
  const { cache, catalog, titles, privateNames } = raw
  const site: S = {
    ...raw,
    cache: trackedCache(cache, shared, trace),
    catalog: trackedCatalog(catalog, note),
    titles: {
      guides: trackedMap('guide title', titles.guides, own),
      wikis: trackedMap('wiki title', titles.wikis, own),
      items: trackedMap('item name', titles.items, own),
    },
    privateNames: trackedNames('private', privateNames, shared),
    in: async (lang: string) => trackedSite(await raw.in(lang), source, trace),
  }
  own('site', [], () => factsOf(raw))
  // They affect all addresses.
  shared('names apart', [], namesApart)
  shared('folders divided', [], dividedFolders)
  origins.set(site, { raw, note: own })
  return site
}

/** Registers a copy of a site from {@link trackedSite} as equivalent. */
export function sameOrigin(site: object, copy: object): void {
  const origin = origins.get(site)
  if (origin) origins.set(copy, origin)
}

/** The untracked site and recorder behind a site from {@link trackedSite}; undefined for any other. */
const originOf = <S extends object>(site: S) => origins.get(site) as { raw: S; note: Note } | undefined

/** The site's own data. */
function factsOf(site: object): unknown {
  const apart = ['config', 'cache', 'catalog', 'contents', 'titles', 'privateNames', 'words', 'in', 'logo', 'ownPages']
  return Object.entries(site).filter(([name]) => !apart.includes(name))
}

function noting(site: object, lang: string, trace: Trace): Note {
  const marks = known.get(site) ?? new Map<string, string>()
  known.set(site, marks)
  const keep = (question: string, mark: string): string => {
    marks.set(question, mark)
    return mark
  }
  return (name, args, answer) => {
    const question = JSON.stringify([name, lang, ...args])
    trace.note(question, () => {
      const mark = marks.get(question)
      if (mark !== undefined) return mark
      const given = answer()
      if (!(given instanceof Promise)) return keep(question, markOf(given))
      return given
        .then(markOf)
        .catch(markOfError)
        .then((answer) => keep(question, answer))
    })
  }
}

/** Computes a value once per object. What depends on a site or cache belongs into a question, where it is read untracked. */
export function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const known = made.get(key) ?? { value: make(key) }
    made.set(key, known)
    return known.value
  }
}

const QUESTIONS = new Map<string, unknown>()

/**
 * A named query of a site. A page that asks it depends only on the answer, which is plain data, and not on what is read to compute it: that
 * is read untracked, so the question may cache results for other pages.
 */
export function question<S extends Traceable<S>, Args extends readonly Argument[], Answer>(
  name: string,
  answer: (site: S, ...args: Args) => Answer,
): (site: S, ...args: Args) => Answer {
  if (QUESTIONS.has(name)) throw new TypeError(`Two questions are called "${name}".`)
  const ask = (site: S, ...args: Args): Answer => {
    const origin = originOf(site)
    if (!origin) return answer(site, ...args)
    const given = answer(origin.raw, ...args)
    origin.note(name, args, () => given)
    return given
  }
  QUESTIONS.set(name, ask)
  return ask
}

/** The question with a name. */
export const questionNamed = (name: string) => QUESTIONS.get(name) as ((site: object, ...args: unknown[]) => unknown) | undefined
