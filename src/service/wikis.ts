import type { ListName } from '../cache/layout.ts'
import type { CacheReader } from '../cache/reader.ts'
import { isNamespace } from '../model/ref.ts'
import { canonicalTitle } from '../model/title.ts'
import { type Entry, fieldOf, listOf, numberIn } from './entry.ts'
import { hierarchy, hierarchyOrder } from './hierarchy.ts'
import { listing } from './listing.ts'
import { translated } from './records.ts'
import { type Ask, type Handler, invalid, missing, stored } from './reply.ts'

/** `GET /wikis/{namespace}`, section 4.4: the list, or one of the forms that `display` names. */
export const wikis: Handler = async (ask) => {
  const namespace = ask.params.namespace?.toUpperCase() ?? ''
  if (!isNamespace(namespace)) return missing(`The namespace ${namespace}`)
  const name = `wikis-${namespace}` as const
  const { display, modifiedSince } = ask.query
  if (display === 'titles') return titles(ask, name)
  if (display === 'hierarchy' && namespace === 'CATEGORY') return hierarchy(ask)
  if (display === 'hierarchyOrder' && namespace === 'CATEGORY') return hierarchyOrder(ask)
  if (display !== '') return invalid('display', `cannot be "${display}" for ${namespace}.`)
  return (modifiedSince > 0 ? lately(name) : listing(name))(ask)
}

/** With `modifiedSince` the order is that of the latest revision (api-facts, Lists); list items do not tell it, their records do. */
const lately = (name: ListName): Handler =>
  listing(name, async (entries, { cache, query }) => {
    const dated: { entry: Entry; modifiedAt: number }[] = []
    // One after the other: a namespace can have 48,000 wikis, and a process may not open so many files at once.
    for (const entry of entries) dated.push({ entry, modifiedAt: await modifiedAt(cache, name, entry.title) })
    return dated
      .filter((wiki) => wiki.modifiedAt >= query.modifiedSince)
      .sort((a, b) => b.modifiedAt - a.modifiedAt)
      .map(({ entry }) => entry)
  })

async function modifiedAt(cache: CacheReader, name: ListName, title: string): Promise<number> {
  return numberIn(await cache.record({ kind: 'wiki', id: `${name.slice('wikis-'.length)}/${title}` }), 'modified_date')
}

/** `GET /wikis/{namespace}?display=titles`, section 4.9. */
async function titles({ lists }: Ask, name: ListName) {
  const entries = await lists.entries(name)
  return stored(entries && JSON.stringify(entries.map(({ title }) => title)), `The list "${name}"`)
}

/** `GET /wikis/{namespace}/{title}`, section 4.4. */
export const wiki: Handler = async (ask) => stored(await readWiki(ask), `The wiki "${ask.params.title}"`)

/**
 * `GET /wikis/{namespace}/{title}/tags`, section 4.2: as stored, or as the wiki's detail names them. The title may be the one that is
 * displayed.
 */
export const tagsOfWiki: Handler = async (ask) => {
  const what = `The list of tags of the wiki "${ask.params.title}"`
  const namespace = ask.params.namespace?.toUpperCase() ?? ''
  if (!isNamespace(namespace)) return missing(what)
  const title = canonicalTitle(ask.params.title ?? '')
  const shown = (await ask.lists.entries(`wikis-${namespace}`))?.find(({ alias }) => canonicalTitle(alias) === title)
  for (const name of new Set([title, shown?.title ?? title])) {
    const text = await ask.cache.recordText({ kind: 'wiki-tags', id: `${namespace}/${name}` })
    if (text !== undefined) return { json: text }
    const detail = await ask.cache.record({ kind: 'wiki', id: `${namespace}/${name}` })
    if (fieldOf(detail, 'tags') !== undefined) return { json: JSON.stringify(listOf(detail, 'tags')) }
  }
  return missing(what)
}

/** `GET /wikis/CATEGORY/{title}/children`, section 4.9: what the detail says of them. */
export const childrenOfWiki: Handler = async (ask) => {
  const text = await readWiki(ask)
  return stored(text && JSON.stringify(listOf(JSON.parse(text), 'children')), `The wiki "${ask.params.title}"`)
}

/** A wiki's stored answer. In a path a plain `+` may stand for itself or, as in the site's links, for a space. */
async function readWiki({ cache, params, query }: Ask): Promise<string | undefined> {
  const namespace = params.namespace?.toUpperCase() ?? ''
  if (!isNamespace(namespace)) return undefined
  const title = canonicalTitle(params.title ?? '')
  for (const name of new Set([title, title.replaceAll('+', ' ')])) {
    const text = await translated(cache, { kind: 'wiki', id: `${namespace}/${name}` }, query.langid)
    if (text !== undefined) return text
  }
  return undefined
}
