import type { WikiRef } from '../../model/ref.ts'
import { canonicalTitle, visibleTitle } from '../../model/title.ts'
import { type User, userSchema } from '../../model/user.ts'
import { guideSchema, isPrerequisiteOnly, type Step } from '../../model/guide.ts'
import type { Embed } from '../../model/media.ts'
import { sourceToText, toText } from '../../render/to-html.ts'
import { ownPagePath, pageFile, pathOf, stepAnchor } from '../../routes.ts'
import type { SearchDocument } from '../../search/document.ts'
import { avatarOf, nameOf, userName } from '../people/author.ts'
import { saidIn } from '../people/comments.ts'
import { aside, categoriesOf, common, contentsOf, joined, presented, thumbnailOf, timeSpanOf, wikiParts } from './document-parts.ts'
import { guideKey, wikiKey } from '../site/links.ts'
import { categoryName, itemTitle, titleOf, wikiName } from '../catalog/names.ts'
import { pictureOf } from '../media/picture.ts'
import { readIfReadable, readRecord } from '../catalog/records.ts'
import { isOwn, isSource } from './search-page.ts'
import { type Site, site as openedSite } from '../site/site.ts'
import { toolsOfGuide } from '../item/tools.ts'
import { commentsBeside, ownSteps, stepTitle, textOf } from '../guide/steps.ts'
import { tagIndex, tagsOfWiki } from '../tag/tag.ts'
import { teamView } from '../people/team.ts'
import { attempt, type RecordName } from '../catalog/unreadable.ts'
import { readWiki } from '../wiki/wiki.ts'
import { difficultyCode } from '../site/words.ts'
import { ownPageView } from '../own/own-page.ts'

/** The search documents in a fixed order: all pages of the source language, then each other language's own pages. */
export async function* searchDocuments(given?: Site): AsyncGenerator<SearchDocument> {
  for await (const { site, make } of documentSources(given ?? (await openedSite()))) {
    const document = await make(site)
    if (document) yield document
  }
}

/** The source of one search document. */
export interface DocumentSource {
  /** The file of its page, relative to the site's folder: unique among all documents. */
  file: string
  /** The site in its language. */
  site: Site
  /** The document, from this site or a tracked one; undefined for an unreadable record, which is reported. */
  make: (site: Site) => Promise<SearchDocument | undefined>
}

/** The sources of {@link searchDocuments}. */
export async function* documentSources(source: Site): AsyncGenerator<DocumentSource> {
  for (const lang of source.languages) {
    const site = await source.in(lang)
    for await (const [path, make] of documentsIn(site))
      yield { file: pageFile(path, isSource(site) ? '' : lang), site, make: async (given) => presentedIf(await make(given)) }
  }
}

const presentedIf = (document: SearchDocument | undefined) => document && presented(document)

type Making = (site: Site) => Promise<SearchDocument | undefined>

/** Guides, categories, other wikis, the operator's pages, tags, teams, users: the path of each page, and its document. */
async function* documentsIn(site: Site): AsyncGenerator<[path: string, make: Making]> {
  const { guides, categories, wikis, teams, users } = site.catalog
  for (const guideid of guides.keys()) {
    const ref = { kind: 'guide', guideid } as const
    if (isOwn(site, ref)) yield [pathOf(ref), readable(guideKey(site, guideid), (given) => guideDocument(given, guideid))]
  }
  for (const title of categories.keys()) {
    const ref: WikiRef = { kind: 'wiki', namespace: 'CATEGORY', title }
    if (isOwn(site, ref)) yield [pathOf(ref), readable(wikiKey(site, ref), (given) => categoryDocument(given, ref))]
  }
  for (const namespace of Object.keys(WIKI_KINDS) as WikiNamespace[]) {
    for (const { title, stored, isMade } of wikis[namespace].values()) {
      const ref = { kind: 'wiki', namespace, title } as const
      if (isMade && isOwn(site, ref)) yield [pathOf(ref), (given) => itemDocument(given, ref)]
      if (stored && isOwn(site, ref)) yield [pathOf(ref), readable(wikiKey(site, ref), (given) => wikiDocument(given, ref))]
    }
  }
  for (const name of ownPagesFound(site)) yield [ownPagePath(name), (given) => ownPageDocument(given, name)]
  for (const { tag } of (await tagIndex(site)).values()) {
    const ref = { kind: 'tag', tag } as const
    if (isOwn(site, ref)) yield [pathOf(ref), (given) => tagDocument(given, tag)]
  }
  for (const teamid of teams.keys()) {
    const ref = { kind: 'team', teamid } as const
    if (isOwn(site, ref)) yield [pathOf(ref), readable({ kind: 'team', id: String(teamid) }, (given) => teamDocument(given, teamid))]
  }
  for (const userid of users.keys()) {
    const ref = { kind: 'user', userid } as const
    if (isOwn(site, ref)) yield [pathOf(ref), readable({ kind: 'user', id: String(userid) }, (given) => userDocument(given, userid))]
  }
}

/** Unreadable records have no document. */
const readable =
  (key: RecordName, document: Making): Making =>
  async (given) =>
    (await attempt(key, () => document(given))).value

async function guideDocument(site: Site, guideid: number): Promise<SearchDocument | undefined> {
  const guide = await readRecord(site.cache, guideKey(site, guideid), guideSchema)
  if (!guide) return undefined
  const steps = ownSteps(site, guide)
  const category = canonicalTitle(guide.category)
  const time = timeSpanOf(guide.time_required_max || guide.time_required_min)
  const needed = [...guide.tools, ...guide.parts].flatMap(({ text, type, notes }) => [text, type, notes])
  const documents = guide.documents.map(({ title, text }) => title || text)
  const introduction = sourceToText({ rendered: guide.introduction_rendered, raw: guide.introduction_raw })
  const conclusion = sourceToText({ rendered: guide.conclusion_rendered, raw: guide.conclusion_raw })
  return {
    ...(await common(site, { kind: 'guide', guideid }, titleOf(site, guide), guide.langid || guide.locale, category)),
    image: thumbnailOf(site, pictureOf(site, guide.image, '')),
    modified: guide.modified_date,
    isArchived: (site.catalog.guides.get(guideid)?.archived ?? false) || isPrerequisiteOnly(guide),
    filters: {
      kind: 'guide',
      ...(guide.type && { type: guide.type }),
      ...(guide.difficulty && { difficulty: difficultyCode(site.words, guide.difficulty) }),
      ...(time && { time }),
      category: categoriesOf(site, category),
      tag: site.catalog.guides.get(guideid)?.tags ?? [],
      tool: toolsOfGuide(site, guideid),
    },
    lead: joined([guide.subject, guide.summary]),
    text: joined([introduction, ...needed, ...documents, conclusion, ...saidIn(commentsBeside(guide, steps))]),
    sections: steps.map((step, at) => ({
      anchor: stepAnchor(at + 1),
      title: stepTitle(site.words, at + 1, step.title),
      text: joined([...step.lines.map(textOf), ...titlesOf(step), ...saidIn(step.comments)]),
    })),
    rank: 1,
  }
}

/** The title of a step's embedded content. */
const titlesOf = ({ media }: Step): string[] => (media?.type === 'embed' ? [(media.data as Embed).title] : [])

async function categoryDocument(site: Site, ref: WikiRef): Promise<SearchDocument> {
  const { title } = ref
  const category = site.catalog.categories.get(title)
  const { value: wiki } = await attempt(wikiKey(site, ref), () => readWiki(site, ref))
  const shown = wikiName(site, ref) ?? (wiki?.display_title || (category?.display_title ?? visibleTitle(title)))
  const parts = await wikiParts(site, ref, wiki)
  return {
    ...(await common(site, ref, shown, wiki?.langid, category?.parent?.title ?? '')),
    ...parts,
    text: joined([parts.text, ...(category?.listed.map((listed) => categoryName(site, listed)) ?? [])]),
    filters: { kind: 'category', category: categoriesOf(site, title), tag: wiki ? await tagsOfWiki(site, wiki) : [] },
    rank: 2,
  }
}

const WIKI_KINDS = { WIKI: 'wiki', INFO: 'info', ITEM: 'item' } as const
type WikiNamespace = keyof typeof WIKI_KINDS

async function wikiDocument(site: Site, ref: WikiRef & { namespace: WikiNamespace }): Promise<SearchDocument | undefined> {
  const wiki = await readWiki(site, ref)
  if (!wiki) return undefined
  return {
    ...(await common(site, ref, wiki.display_title || visibleTitle(ref.title), wiki.langid, '')),
    ...(await wikiParts(site, ref, wiki)),
    filters: { kind: WIKI_KINDS[ref.namespace], category: [], tag: await tagsOfWiki(site, wiki) },
    rank: 2,
  }
}

/** A tag's page is a list: only its name is indexed. */
const tagDocument = (site: Site, tag: string): Promise<SearchDocument> =>
  aside(site, { kind: 'tag', tag }, { title: tag, picture: undefined, lead: '', text: '', rank: 2 })

async function teamDocument(site: Site, teamid: number): Promise<SearchDocument> {
  const { title, description, picture, about } = await teamView(site, teamid, 1)
  const text = toText(`${description} ${about?.text ?? ''}`)
  return aside(site, { kind: 'team', teamid }, { title, picture, lead: site.words.say('kind.team'), text, rank: 3 })
}

async function userDocument(site: Site, userid: number): Promise<SearchDocument> {
  const user: User | undefined = await readIfReadable(site.cache, { kind: 'user', id: String(userid) }, userSchema)
  const ref: WikiRef = { kind: 'wiki', namespace: 'USER', title: String(userid) }
  const { value: wiki } = await attempt(wikiKey(site, ref), () => readWiki(site, ref))
  const title = userName(site, userid, user)
  const handle = user?.unique_username ? `@${nameOf(user.unique_username)}` : ''
  const about = user ? sourceToText({ rendered: user.about_rendered, raw: user.about_raw }) : ''
  const text = joined([handle, about, contentsOf(wiki)])
  return aside(site, { kind: 'user', userid }, { title, picture: user && avatarOf(site, user), lead: '', text, rank: 3 })
}

/** A tool or part without a page at the service: indexed by its name and its list entry. */
async function itemDocument(site: Site, ref: WikiRef): Promise<SearchDocument> {
  const title = itemTitle(site, ref.title)
  return {
    ...(await common(site, ref, title, undefined, '')),
    ...(await wikiParts(site, ref, undefined)),
    filters: { kind: 'item', category: [], tag: [] },
    rank: 2,
  }
}

/** The operator's pages in the search index, by name: all in the source language; in other languages those written in it. */
function ownPagesFound(site: Site): string[] {
  // A language that omits untranslated content searches only its own index, but still shows these pages.
  const isFound = (texts: ReadonlyMap<string, unknown>) => isSource(site) || texts.has(site.lang) || site.config.fallback === 'hide'
  return [...site.ownPages.pages].flatMap(([name, texts]) => (isFound(texts) ? name : []))
}

async function ownPageDocument(site: Site, name: string): Promise<SearchDocument> {
  const { title, html } = await ownPageView(site, name)
  const texts = site.ownPages.pages.get(name)
  return {
    path: ownPagePath(name),
    title,
    lang: site.lang,
    isTranslation: !isSource(site),
    translatedInto: isSource(site) ? site.languages.slice(1).filter((lang) => texts?.has(lang)) : [],
    breadcrumb: '',
    image: '',
    modified: 0,
    filters: { kind: 'page', category: [], tag: [] },
    lead: '',
    text: toText(html),
    sections: [],
    rank: 2,
  }
}
