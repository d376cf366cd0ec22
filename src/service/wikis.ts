import type { ListName } from '../cache/layout.ts'
import { isNamespace, type Namespace } from '../model/ref.ts'
import { canonicalTitle } from '../model/title.ts'
import { fieldOf, listOf } from './fields.ts'
import { hierarchy, hierarchyOrder } from './hierarchy.ts'
import { translated } from './records.ts'
import { type Ask, type Handler, invalid, missing, notCrawled, stored } from './reply.ts'
import { lately, wikiList } from './wiki-lists.ts'

/** `GET /wikis/{namespace}`, section 4.4: the list, or one of the forms that `display` names. */
export const wikis: Handler = async (ask) => {
  const namespace = namespaceOf(ask)
  if (!namespace) return missing(`The namespace "${ask.params.namespace}"`)
  const name = `wikis-${namespace}` as const
  const { display, modifiedSince } = ask.query
  if (display === 'titles') return titles(ask, name)
  if (display === 'hierarchy' && namespace === 'CATEGORY') return hierarchy(ask)
  if (display === 'hierarchyOrder' && namespace === 'CATEGORY') return hierarchyOrder(ask)
  if (display !== '') return invalid('display', `cannot be "${display}" for ${namespace}.`)
  return (modifiedSince > 0 ? lately(name) : wikiList(name))(ask)
}

/** `GET /wikis/{namespace}?display=titles`, section 4.9. */
async function titles({ known }: Ask, name: ListName) {
  const list = await known.lists.index(name)
  if (!list) return missing(`The list "${name}"`)
  const all: unknown[] = []
  for await (const item of list.all()) all.push(fieldOf(item, 'title'))
  return { json: JSON.stringify(all) }
}

/** `GET /wikis/{namespace}/{title}`, section 4.4; XML for categories only. */
export const wiki: Handler = async (ask) => {
  const reply = stored(await readWiki(ask), `The wiki "${ask.params.title}"`)
  return 'json' in reply && namespaceOf(ask) === 'CATEGORY' ? { ...reply, xmlRoot: 'wiki' } : reply
}

/**
 * `GET /wikis/{namespace}/{title}/tags`, section 4.2: as stored, or as the wiki's detail names them. The title may be the one that is
 * displayed.
 */
export const tagsOfWiki: Handler = async (ask) => {
  const what = `The list of tags of the wiki "${ask.params.title}"`
  const namespace = namespaceOf(ask)
  if (!namespace) return missing(what)
  const title = canonicalTitle(ask.params.title ?? '')
  const shown = (await ask.known.displayedTitles(`wikis-${namespace}`)).get(title)
  for (const name of new Set([title, shown ?? title])) {
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

/** `GET /wikis/CATEGORY/{wikiid}/documents`, section 4.9: what the detail says of them. A title is understood as well. */
export const documentsOfWiki: Handler = async (ask) => {
  const text = (await readWiki(ask)) ?? (await wikiById(ask, Number(ask.params.title)))
  return stored(text && JSON.stringify(listOf(JSON.parse(text), 'documents')), `The wiki "${ask.params.title}"`)
}

/** `GET /wikis/CATEGORY/{title}/identification`, section 4.9: of a shape that nobody tells, and not in the detail. */
export const identificationOfWiki: Handler = async ({ params }) => notCrawled(`The identification of the wiki "${params.title}"`)

function namespaceOf({ params }: Ask): Namespace | undefined {
  const namespace = params.namespace?.toUpperCase() ?? ''
  return isNamespace(namespace) ? namespace : undefined
}

/** A wiki's stored answer. In a path a plain `+` may stand for itself or, as in the site's links, for a space. */
async function readWiki(ask: Ask): Promise<string | undefined> {
  const namespace = namespaceOf(ask)
  if (!namespace) return undefined
  const title = canonicalTitle(ask.params.title ?? '')
  for (const name of new Set([title, title.replaceAll('+', ' ')])) {
    const text = await translated(ask.cache, { kind: 'wiki', id: `${namespace}/${name}` }, ask.query.langid)
    if (text !== undefined) return text
  }
  return undefined
}

async function wikiById({ cache, known, query }: Ask, wikiid: number): Promise<string | undefined> {
  const list = await known.lists.index('wikis-CATEGORY')
  const place = list?.placeOf(wikiid)
  const [item] = list && place !== undefined ? list.items([place]) : []
  const title = fieldOf(item, 'title')
  return typeof title === 'string' ? translated(cache, { kind: 'wiki', id: `CATEGORY/${title}` }, query.langid) : undefined
}
