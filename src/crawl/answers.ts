import { z } from 'zod'
import { type ExtraKind, isExtra } from '../model/extras.ts'
import { guideSummarySchema, type Guide, guideSchema } from '../model/guide.ts'
import { commentSchema } from '../model/comment.ts'
import { type CategoryTree, categoryTreeSchema, hierarchyOrderSchema, hierarchySchema, type OrderedCategory } from '../model/hierarchy.ts'
import { type Image, imageSchema, otherSizes, videoSchema } from '../model/media.ts'
import { parse, type Parsed, parsedItem } from '../model/parse.ts'
import { list } from '../model/php.ts'
import { isNamespace } from '../model/ref.ts'
import { type Site, siteSchema } from '../model/site.ts'
import { badgesSchema, membersSchema, teamSchema, type User, userSchema } from '../model/user.ts'
import { type Wiki, wikiSchema, wikiSummarySchema } from '../model/wiki.ts'
import { extrasIn } from './extras.ts'
import { spokenIn } from './languages.ts'
import { References, type Scope } from './references.ts'
import { type ListName, LISTS, RECORDS, type SiteKind } from '../model/resources.ts'
import type { RecordKey } from '../cache/layout.ts'
import { parseWhole } from '../cache/parse-stored.ts'
import type { Selection } from './crawl-parts.ts'

/** Validates an answer and collects its references, without keeping it. Undefined if the service has no such record. */
export function readAnswer({ kind, id, lang }: RecordKey, answer: unknown, scope: Scope): Parsed<References | undefined> {
  const read = isExtra(kind) ? extraReader(kind) : (READERS[kind] ?? reader(RECORDS[kind].schema ?? z.unknown(), () => undefined))
  const parsed = read(answer, scope, id)
  if (!parsed.ok || !parsed.value) return parsed
  parsed.value.spoken = spokenIn(answer)
  if (lang) parsed.value.forgetRelatives()
  return parsed
}

/** The references of a stored answer; undefined if it can no longer be used: it is damaged, or private and no longer requested. */
export function readStored(selection: Selection, key: RecordKey, text: string | undefined): References | undefined {
  if (text === undefined) return undefined
  const answer = parseWhole(text)
  if (selection.isWithheld(answer)) return undefined
  const parsed = readAnswer(key, answer, selection.scope())
  return parsed.ok ? parsed.value : undefined
}

type Reader = (answer: unknown, scope: Scope, id: string) => Parsed<References | undefined>

function reader<S extends z.ZodType>(schema: S, name: (value: z.output<S>, found: References, id: string) => void): Reader {
  return (answer, scope, id) => {
    const parsed = parse(schema, answer)
    if (!parsed.ok) return parsed
    const found = new References(scope)
    name(parsed.value, found, id)
    return { ok: true, value: found }
  }
}

/** A record with a different id must not replace the requested one. */
function ofItsId(field: 'guideid' | 'userid', read: Reader): Reader {
  return (answer, scope, id) => {
    const parsed = read(answer, scope, id)
    const said = parsed.ok ? Number((answer as Record<string, unknown>)[field]) : Number(id)
    return said === Number(id) ? parsed : { ok: false, field, problem: `is ${said}, where ${id} was asked for` }
  }
}

/** A service without a form of the tree answers with a list of wikis, or with an empty value. */
function treeReader(isTree: (answer: object) => boolean, read: Reader): Reader {
  return (answer, scope, id) =>
    typeof answer === 'object' && answer && isTree(answer) ? read(answer, scope, id) : { ok: true, value: undefined }
}

/** The references in the answers of each kind; kinds that are not listed have none. */
const READERS: Partial<Record<SiteKind, Reader>> = {
  site: reader(siteSchema, inSite),
  hierarchy: treeReader(
    (answer) => 'hierarchy' in answer && !isEmpty(answer.hierarchy),
    reader(hierarchySchema, ({ hierarchy }, found) => inTree(hierarchy, found)),
  ),
  'hierarchy-order': treeReader(
    (answer) => Array.isArray(answer) && !isEmpty(answer) && !answer.some((item: object) => 'wikiid' in item),
    reader(hierarchyOrderSchema, inOrderedTree),
  ),
  categories: treeReader((answer) => !Array.isArray(answer) && !isEmpty(answer), reader(categoryTreeSchema, inTree)),
  guide: ofItsId('guideid', reader(guideSchema, inGuide)),
  wiki: reader(wikiSchema, inWiki),
  user: ofItsId('userid', reader(userSchema, inUser)),
  'user-badges': reader(badgesSchema, (badges, found) => badges.forEach(({ image }) => found.smallImage(image))),
  'team-members': reader(membersSchema, (members, found) => members.forEach((member) => found.person(member))),
}

/** The shape is unknown except for fields that reference others of its kind. */
function extraReader(kind: ExtraKind): Reader {
  return (answer, scope) => {
    const found = new References(scope)
    found.records = extrasIn(kind, answer, scope.extras)
    return { ok: true, value: found }
  }
}

const isEmpty = (tree: unknown): boolean => !tree || Object.keys(tree).length === 0

function inSite({ logo }: Site, found: References): void {
  const isAddress = (value: unknown): value is string => typeof value === 'string' && /^(https?:)?\//.test(value)
  found.file('picture', typeof logo === 'string' ? [logo] : Object.values(logo ?? {}).filter(isAddress))
}

function inTree(tree: CategoryTree, found: References): void {
  for (const [title, children] of Object.entries(tree)) {
    found.wiki('CATEGORY', title)
    inTree(children, found)
  }
}

function inOrderedTree(categories: readonly OrderedCategory[], found: References): void {
  for (const { title, children } of categories) {
    found.wiki('CATEGORY', title)
    inOrderedTree(children, found)
  }
}

function inGuide(guide: Guide, found: References): void {
  found.extras('guide', guide.guideid)
  found.image(guide.image)
  inFlags([guide, ...guide.prerequisites], found)
  found.wiki('CATEGORY', guide.category)
  found.person(guide.author)
  found.html([guide.introduction_rendered, guide.conclusion_rendered])
  for (const { guideid } of guide.prerequisites) found.numbered('guide', guideid)
  for (const { thumbnail } of [...guide.tools, ...guide.parts]) found.file('picture', [thumbnail])
  for (const document of guide.documents) found.document(document)
  found.file('picture', [guide.featured_document_thumbnail_url])
  const intro = parse(videoSchema, guide.intro_video)
  if (intro.ok) found.video(intro.value)
  for (const step of guide.steps) inStep(step, found)
  found.comments(guide.comments)
}

function inFlags(flagged: readonly Pick<Guide, 'flags'>[], found: References): void {
  for (const { flags } of flagged) for (const { image } of flags) found.ornament(image)
}

const imagesSchema = list(imageSchema)

function inStep({ stepid, media, imageURL, lines, comments }: Guide['steps'][number], found: References): void {
  if (comments.length > 0) found.commented.push(`step ${stepid}`)
  const images = media?.type === 'image' ? parse(imagesSchema, media.data) : undefined
  if (images?.ok) for (const image of images.value) found.closeImage(image)
  const video = media?.type === 'video' ? parse(videoSchema, media.data) : undefined
  if (video?.ok) found.video(video.value)
  const shown = [...(images?.ok ? images.value : []), ...(video?.ok && video.value.image?.image ? [video.value.image.image] : [])]
  if (!shown.some((image) => isSizeOf(image, imageURL))) found.ornament(imageURL)
  found.html(lines.map(({ text_rendered }) => text_rendered))
  found.comments(comments)
}

/** True if the address is one of a picture's sizes: copies of its other sizes can replace it. */
function isSizeOf(image: Image, url: string): boolean {
  const addresses: unknown[] = Object.values(image)
  return [url, ...otherSizes(url)].some((other) => addresses.includes(other))
}

function inWiki(wiki: Wiki, found: References, id: string): void {
  found.extras('wiki id', wiki.wikiid)
  found.commented.push(`wiki ${wiki.wikiid}`)
  if (id.startsWith('CATEGORY/')) {
    found.extras('category', id)
    found.extras('category id', wiki.wikiid)
  }
  found.image(wiki.image)
  inFlags([wiki], found)
  const { diagrams, suppliers, maintenance_schedule, category_lists, authors } = wiki
  const named = [...diagrams, ...suppliers, ...maintenance_schedule, ...category_lists.flatMap(({ items }) => items)]
  for (const { image } of named) found.smallImage(image)
  for (const { avatar_url } of authors) found.ornament(avatar_url)
  const led = found.isPart ? [] : [...wiki.children, ...wiki.linked_wikis, ...wiki.related_wikis]
  for (const { title, namespace } of [...wiki.ancestors, ...led]) {
    const word = namespace.toUpperCase()
    found.wiki(isNamespace(word) ? word : id.slice(0, id.indexOf('/')), title)
  }
  for (const { userid } of [...authors, ...(wiki.author ? [wiki.author] : [])]) found.numbered('user', userid)
  if (!found.isPart) for (const { guideid } of wiki.featured_guides) found.numbered('guide', guideid)
  for (const document of wiki.documents) found.document(document)
  for (const { image_url } of wiki.tools) found.file('picture', [image_url])
  found.html([wiki.contents_rendered, ...wiki.info.map(({ value }) => value)])
  if (!wiki.tags) found.records.push({ kind: 'wiki-tags', id })
}

function inUser(user: User, found: References, id: string): void {
  found.extras('user', id)
  found.smallImage(user.image)
  found.html([user.about_rendered])
  if (!found.isPart) for (const teamid of user.teams) found.numbered('team-members', teamid)
  found.records.push({ kind: 'user-badges', id })
}

/** The references of a list item; none for one of the wrong shape, for tags, and for users: an unreferenced user has no page. */
export function readItem(list: ListName, item: unknown, scope: Scope): References {
  const found = new References(scope)
  const { namespace } = LISTS[list]
  if (namespace) {
    const wiki = parse(wikiSummarySchema, item)
    if (wiki.ok) found.wiki(namespace, wiki.value.title)
  } else if (list === 'guides' || list === 'guides-featured') {
    const guide = parsedItem(guideSummarySchema, item)
    found.numbered('guide', guide?.guideid)
    found.wiki('CATEGORY', guide?.category ?? '')
    found.numbered('user', guide?.userid)
  } else if (list === 'teams') {
    const team = parse(teamSchema, item)
    if (!team.ok) return found
    found.numbered('team-members', team.value.teamid)
    found.numbered('user', team.value.owner)
    found.image(team.value.image)
  } else if (list === 'comments') {
    const comment = parse(commentSchema, item)
    if (comment.ok) found.comments([comment.value])
  }
  return found
}
