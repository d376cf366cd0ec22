import { privacyName } from '../../cache/private-keys.ts'
import type { ExtraKind } from '../../model/extras.ts'
import { nameText } from '../../model/php.ts'
import { isNamespace, type Namespace } from '../../model/ref.ts'
import { canonicalTitle } from '../../model/title.ts'
import { fieldOf, listOf } from '../fields.ts'
import { storedExtra } from './extras.ts'
import { childrenInTree, hierarchy, hierarchyOrder } from './hierarchy.ts'
import { refusalOf, translated } from './records.ts'
import { type Ask, type Handler, invalid, missing, notCrawled, PRIVATE_WIKI, type Reply } from '../reply.ts'
import { lately, wikiList } from './wiki-lists.ts'

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
  return (modifiedSince > 0 ? lately(name) : wikiList(name))(ask)
}

/** `GET /wikis/{namespace}?display=titles`, section 4.9. */
async function titles(ask: Ask, namespace: Namespace): Promise<Reply> {
  const crawled = await ask.cache.recordText({ kind: 'wiki-titles', id: namespace })
  const list = await ask.known.lists.index(`wikis-${namespace}`)
  if (crawled === undefined && !list) return missing(`The list "wikis-${namespace}"`)
  const isShown = (title: unknown) => !isSecret(ask, namespace, nameText(title))
  if (crawled !== undefined) return { json: ask.privateKeys.size > 0 ? filtered(crawled, isShown) : crawled }
  const all: unknown[] = []
  for await (const item of list?.all() ?? []) all.push(fieldOf(item, 'title'))
  return { json: JSON.stringify(all.filter(isShown)), madeOf: 'other answers' }
}

function filtered(json: string, isShown: (item: unknown) => boolean): string {
  const items: unknown = JSON.parse(json)
  return Array.isArray(items) ? JSON.stringify(items.filter(isShown)) : json
}

const isSecret = ({ privateKeys }: Ask, namespace: Namespace, title: string): boolean =>
  privateKeys.has(privacyName({ kind: 'wiki', id: `${namespace}/${title}` }))

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
    if (isSecret(ask, namespace, name)) return PRIVATE_WIKI
    const text = await ask.cache.recordText({ kind: 'wiki-tags', id: `${namespace}/${name}` })
    if (text !== undefined) return { json: text }
    const detail = await ask.cache.record({ kind: 'wiki', id: `${namespace}/${name}` })
    if (fieldOf(detail, 'tags') !== undefined) return { json: JSON.stringify(listOf(detail, 'tags')), madeOf: 'other answers' }
  }
  return refusalOf(ask, { kind: 'wiki-tags', id: `${namespace}/${title}` }, missing(what))
}

/** `GET /wikis/CATEGORY/{title}/children`, section 4.9: as crawled, otherwise from the details or the tree of categories. */
export const childrenOfWiki: Handler = async (ask) => {
  const detail = await readableWiki(ask)
  const said = partOf(detail, 'children', await ofTitle(ask, 'category-children'))
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
  const title = (await titleOfId(ask, Number(name))) ?? name
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
    const json = await translated(ask.cache, { kind: 'wiki', id: `${namespace}/${name}` }, ask.query.langid)
    if (json !== undefined) return isSecret(ask, namespace, name) ? PRIVATE_WIKI : { json }
  }
  return refusalOf(ask, { kind: 'wiki', id: `${namespace}/${title}` }, missing(what))
}

async function titleOfId({ known }: Ask, wikiid: number): Promise<string | undefined> {
  const list = await known.lists.index('wikis-CATEGORY')
  const place = list?.placeOf(wikiid)
  const [item] = list && place !== undefined ? list.items([place]) : []
  const title = fieldOf(item, 'title')
  return typeof title === 'string' ? title : undefined
}
