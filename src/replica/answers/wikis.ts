import type { ExtraKind } from '../../model/extras.ts'
import { nameText } from '../../model/php.ts'
import { isNamespace, type Namespace } from '../../model/ref.ts'
import { canonicalTitle } from '../../model/title.ts'
import type { ListName } from '../../model/resources.ts'
import { fieldOf, listOf, textIn } from '../fields.ts'
import type { Row } from '../index/list-index.ts'
import { storedExtra } from './extras.ts'
import { childrenInTree, hierarchy, hierarchyOrder } from './hierarchy.ts'
import { isSecret, listing, parsedTranslation, refusalOf, translated } from './records.ts'
import { type Ask, type Handler, invalid, missing, notCrawled, PRIVATE_WIKI, type Reply } from '../reply.ts'

/** `GET /wikis/{namespace}`, section 4.4: the list, or one of the forms selected by `display`. */
export const wikis: Handler = async (ask) => {
  const namespace = namespaceOf(ask)
  if (!namespace) return missing(`The namespace "${ask.params.namespace}"`)
  const name = `wikis-${namespace}` as const
  const { display, modifiedSince } = ask.query
  if (display === 'titles') return titles(ask, namespace)
  if (display === 'hierarchy' && namespace === 'CATEGORY') return hierarchy(ask)
  if (display === 'hierarchyOrder' && namespace === 'CATEGORY') return hierarchyOrder(ask)
  if (display !== '') return invalid('display', `cannot be "${display}" for ${namespace}.`)
  // Without `modifiedSince` sorted by title, as by the service.
  return inLanguage(ask, name, await (modifiedSince > 0 ? lately(name) : listing(name))(ask))
}

/** The list with `modifiedSince`: sorted by latest revision (api-facts, Lists). */
const lately = (name: ListName): Handler =>
  listing(name, async (rows, { known, query }) => {
    const dates = await known.revisionDates(name)
    const dateOf = (row: Row) => dates.get(row) ?? 0
    return rows.filter((row) => dateOf(row) >= query.modifiedSince).sort((a, b) => dateOf(b) - dateOf(a))
  })

/**
 * A list in the language of `langid`: items with a translation show its title and summary, the others are unchanged. The `title` identifies
 * the wiki and is the same in every language.
 */
function inLanguage(ask: Ask, name: ListName, reply: Reply): Reply {
  const { langid } = ask.query
  if (!('json' in reply) || !langid || langid === ask.cache.manifest.lang) return reply
  const tree = name === 'wikis-CATEGORY' ? parsedTranslation(ask.cache, { kind: 'hierarchy', id: '' }, langid) : undefined
  const titles = fieldOf(tree, 'display_titles')
  const items = JSON.parse(reply.json.toString()) as unknown[]
  return { json: JSON.stringify(items.map((item) => inTranslation(ask, name, item, titles))) }
}

function inTranslation({ cache, query }: Ask, name: ListName, item: unknown, titles: unknown): object {
  const title = textIn(item, 'title')
  const detail = parsedTranslation(cache, { kind: 'wiki', id: `${name.slice('wikis-'.length)}/${title}` }, query.langid)
  const shown = textIn(detail, 'display_title') || textIn(titles, title)
  const summary = textIn(detail, 'description') || textIn(detail, 'summary')
  return { ...(item as object), ...(shown && { display_title: shown }), ...(summary && { summary }) }
}

/** `GET /wikis/{namespace}?display=titles`, section 4.9. */
async function titles(ask: Ask, namespace: Namespace): Promise<Reply> {
  const crawled = await ask.cache.recordText({ kind: 'wiki-titles', id: namespace })
  const list = await ask.known.list(`wikis-${namespace}`)
  if (crawled === undefined && !list) return missing(`The list "wikis-${namespace}"`)
  const isShown = (title: unknown) => !isSecret(ask, 'wiki', `${namespace}/${nameText(title)}`)
  if (crawled !== undefined) {
    const titles: unknown = ask.privateKeys.size > 0 && JSON.parse(crawled)
    return { json: Array.isArray(titles) ? JSON.stringify(titles.filter(isShown)) : crawled }
  }
  const all: unknown[] = []
  for await (const { item } of list?.all() ?? []) all.push(fieldOf(item, 'title'))
  return { json: JSON.stringify(all.filter(isShown)), madeOf: 'other answers' }
}

/** `GET /wikis/{namespace}/{title}`, section 4.4; XML for categories only. */
export const wiki: Handler = async (ask) => {
  const reply = await readableWiki(ask)
  return 'json' in reply && namespaceOf(ask) === 'CATEGORY' ? { ...reply, xmlRoot: 'wiki' } : reply
}

/** `GET /wikis/{namespace}/{title}/tags`, section 4.2: as stored, or as in the wiki's details. The title may be the display title. */
export const tagsOfWiki: Handler = async (ask) => {
  const what = `The list of tags of the wiki "${ask.params.title}"`
  const namespace = namespaceOf(ask)
  if (!namespace) return missing(what)
  const title = canonicalTitle(ask.params.title ?? '')
  const shown = (await ask.known.displayedTitles(`wikis-${namespace}`)).get(title)
  for (const name of new Set([title, shown ?? title])) {
    if (isSecret(ask, 'wiki', `${namespace}/${name}`)) return PRIVATE_WIKI
    const text = await ask.cache.recordText({ kind: 'wiki-tags', id: `${namespace}/${name}` })
    if (text !== undefined) return { json: text }
    const detail = await ask.cache.record({ kind: 'wiki', id: `${namespace}/${name}` })
    if (fieldOf(detail, 'tags') !== undefined) return { json: JSON.stringify(listOf(detail, 'tags')), madeOf: 'other answers' }
  }
  return refusalOf(ask, { kind: 'wiki-tags', id: `${namespace}/${title}` }, missing(what))
}

/** `GET /wikis/CATEGORY/{title}/children`, section 4.9: as crawled, otherwise from the details or the tree of categories. */
export const childrenOfWiki: Handler = async (ask) => {
  const said = partOf(await readableWiki(ask), 'children', await ofTitle(ask, 'category-children'))
  if (isPrivate(said) || ('json' in said && (!said.madeOf || said.json !== '[]'))) return said
  const children = await childrenInTree(ask)
  return children ? { json: JSON.stringify(children), madeOf: 'other answers' } : said
}

/** `GET /wikis/CATEGORY/{title}/identification`, section 4.9: of undocumented shape, and not in the details. */
export const identificationOfWiki: Handler = async (ask) => {
  const detail = await readableWiki(ask)
  const what = `The identification of the wiki "${ask.params.title}"`
  return isPrivate(detail) ? detail : ((await ofTitle(ask, 'category-identification')) ?? notCrawled(what, 'category-identification'))
}

/** `GET /wikis/CATEGORY/{wikiid}/documents`, section 4.9: as crawled, otherwise from the details. Also accepts a title. */
export const documentsOfWiki: Handler = async (ask) => {
  const name = ask.params.title ?? ''
  const title = textIn((await ask.known.list('wikis-CATEGORY'))?.itemOf(Number(name)), 'title') || name
  const detail = await readableWiki({ ...ask, params: { ...ask.params, title } })
  return partOf(detail, 'documents', await storedExtra(ask, 'category-documents', name))
}

const ofTitle = (ask: Ask, kind: ExtraKind) => storedExtra(ask, kind, canonicalTitle(ask.params.title ?? ''))

const isPrivate = (reply: Reply): boolean => 'status' in reply && reply.status === 403

function partOf(detail: Reply, name: string, crawled: Reply | undefined): Reply {
  if (crawled && !isPrivate(detail)) return crawled
  return 'json' in detail ? { json: JSON.stringify(listOf(JSON.parse(detail.json.toString()), name)), madeOf: 'other answers' } : detail
}

function namespaceOf({ params }: Ask): Namespace | undefined {
  const namespace = params.namespace?.toUpperCase() ?? ''
  return isNamespace(namespace) ? namespace : undefined
}

/** A wiki's stored answer. In a path a literal `+` may be itself or, as in the site's links, a space. */
async function readableWiki(ask: Ask): Promise<Reply> {
  const what = `The wiki "${ask.params.title}"`
  const namespace = namespaceOf(ask)
  if (!namespace) return missing(what)
  const title = canonicalTitle(ask.params.title ?? '')
  for (const name of new Set([title, title.replaceAll('+', ' ')])) {
    const json = translated(ask.cache, { kind: 'wiki', id: `${namespace}/${name}` }, ask.query.langid)
    if (json !== undefined) return isSecret(ask, 'wiki', `${namespace}/${name}`) ? PRIVATE_WIKI : { json }
  }
  return refusalOf(ask, { kind: 'wiki', id: `${namespace}/${title}` }, missing(what))
}
