import { languageTag } from '../model/language.ts'
import type { WikiRef } from '../model/ref.ts'
import { canonicalTitle, visibleTitle } from '../model/title.ts'
import { type User, userSchema } from '../model/user.ts'
import { guideSchema } from '../model/guide.ts'
import type { Wiki } from '../model/wiki.ts'
import { sourceToText, toText } from '../render/to-html.ts'
import { type PageRef, pathOf, stepAnchor } from '../routes.ts'
import type { SearchDocument, SearchKind } from '../search/document.ts'
import { avatarOf, nameOf } from './author.ts'
import { leadOf } from './card.ts'
import { crumbsTo } from './crumbs.ts'
import { guideKey } from './links.ts'
import { titleOf, wikiName } from './names.ts'
import { ownPageDocuments } from './own-page-documents.ts'
import { type Picture, pictureOf } from './picture.ts'
import { readRecord } from './records.ts'
import { isOwn, isSource, languagesOwning } from './search-languages.ts'
import { categoriesOf, thumbnailOf, timeSpanOf } from './search-words.ts'
import { type Site, site as openedSite } from './site.ts'
import { ownSteps, stepTitle } from './steps.ts'
import { tagsOfWiki } from './tag-index.ts'
import { teamView } from './team.ts'
import { readWiki } from './wiki.ts'
import { difficultyCode } from './words.ts'

/**
 * What people search for, one page at a time, in a fixed order: of the source all pages, then of each other language what it has in its
 * own words.
 */
export async function* searchDocuments(given?: Site): AsyncGenerator<SearchDocument> {
  const site = given ?? (await openedSite())
  for (const lang of site.languages) yield* documentsIn(await site.in(lang))
}

/** Guides, categories, other wikis, pages of the operator's own, teams, users. */
async function* documentsIn(site: Site): AsyncGenerator<SearchDocument> {
  const { guides, categories, wikis, teams, users } = site.catalog
  for (const guideid of guides.keys()) if (isOwn(site, { kind: 'guide', guideid })) yield* guideDocument(site, guideid)
  for (const title of categories.keys())
    if (isOwn(site, { kind: 'wiki', namespace: 'CATEGORY', title })) yield await categoryDocument(site, title)
  for (const namespace of Object.keys(WIKI_KINDS) as WikiNamespace[]) {
    for (const { title, stored } of wikis[namespace].values())
      if (stored && isOwn(site, { kind: 'wiki', namespace, title })) yield* wikiDocument(site, namespace, title)
  }
  yield* ownPageDocuments(site)
  for (const teamid of teams.keys()) if (isOwn(site, { kind: 'team', teamid })) yield await teamDocument(site, teamid)
  for (const userid of users.keys()) if (isOwn(site, { kind: 'user', userid })) yield await userDocument(site, userid)
}

async function* guideDocument(site: Site, guideid: number): AsyncGenerator<SearchDocument> {
  const guide = await readRecord(site.cache, guideKey(site, guideid), guideSchema)
  if (!guide) return
  const category = canonicalTitle(guide.category)
  const time = timeSpanOf(guide.time_required_max || guide.time_required_min)
  const needed = [...guide.tools, ...guide.parts].flatMap(({ text, type }) => [text, type])
  const documents = guide.documents.map(({ title, text }) => title || text)
  const introduction = sourceToText({ rendered: guide.introduction_rendered, raw: guide.introduction_raw })
  const conclusion = sourceToText({ rendered: guide.conclusion_rendered, raw: guide.conclusion_raw })
  yield {
    ...(await common(site, { kind: 'guide', guideid }, titleOf(site, guide), guide.langid || guide.locale, category)),
    image: thumbnailOf(site, pictureOf(site, guide.image, '')),
    modified: guide.modified_date,
    filters: {
      kind: 'guide',
      ...(guide.type && { type: guide.type }),
      ...(guide.difficulty && { difficulty: difficultyCode(site.words, guide.difficulty) }),
      ...(time && { time }),
      category: categoriesOf(site, category),
      tag: site.catalog.guides.get(guideid)?.tags ?? [],
    },
    lead: joined([guide.subject, guide.summary]),
    text: joined([introduction, ...needed, ...documents, conclusion]),
    sections: ownSteps(site, guide).map((step, at) => ({
      anchor: stepAnchor(at + 1),
      title: stepTitle(site.words, at + 1, step.title),
      text: joined(step.lines.map(({ text_rendered, text_raw }) => sourceToText({ rendered: text_rendered, raw: text_raw }))),
    })),
    rank: 1,
  }
}

async function categoryDocument(site: Site, title: string): Promise<SearchDocument> {
  const category = site.catalog.categories.get(title)
  const ref: WikiRef = { kind: 'wiki', namespace: 'CATEGORY', title }
  const wiki = await readWiki(site, ref)
  const shown = wikiName(site, ref) ?? (wiki?.display_title || (category?.display_title ?? visibleTitle(title)))
  return {
    ...(await common(site, ref, shown, wiki?.langid, category?.parent?.title ?? '')),
    ...(await wikiParts(site, ref, wiki)),
    filters: { kind: 'category', category: categoriesOf(site, title), tag: wiki ? await tagsOfWiki(site, wiki) : [] },
    rank: 2,
  }
}

const WIKI_KINDS = { WIKI: 'wiki', INFO: 'info', ITEM: 'item' } as const
type WikiNamespace = keyof typeof WIKI_KINDS

async function* wikiDocument(site: Site, namespace: WikiNamespace, title: string): AsyncGenerator<SearchDocument> {
  const ref: WikiRef = { kind: 'wiki', namespace, title }
  const wiki = await readWiki(site, ref)
  if (!wiki) return
  yield {
    ...(await common(site, ref, wiki.display_title || visibleTitle(title), wiki.langid, '')),
    ...(await wikiParts(site, ref, wiki)),
    filters: { kind: WIKI_KINDS[namespace], category: [], tag: await tagsOfWiki(site, wiki) },
    rank: 2,
  }
}

async function teamDocument(site: Site, teamid: number): Promise<SearchDocument> {
  const { title, description, picture, about } = await teamView(site, teamid, 1)
  return aside(site, {
    title,
    ref: { kind: 'team', teamid },
    kind: 'team',
    picture,
    text: toText(`${description} ${about?.text ?? ''}`),
  })
}

async function userDocument(site: Site, userid: number): Promise<SearchDocument> {
  const user: User | undefined = await readRecord(site.cache, { kind: 'user', id: String(userid) }, userSchema)
  const wiki = await readWiki(site, { kind: 'wiki', namespace: 'USER', title: String(userid) })
  const title =
    nameOf(user?.username || site.catalog.users.get(userid)?.username || '') || site.words.say('user.unnamed', { id: String(userid) })
  const about = user ? sourceToText({ rendered: user.about_rendered, raw: user.about_raw }) : ''
  const picture = user && avatarOf(site, user)
  return aside(site, { title, ref: { kind: 'user', userid }, kind: 'user', picture, text: about || contentsOf(wiki) })
}

interface Aside {
  title: string
  ref: PageRef
  kind: SearchKind
  picture: Picture | undefined
  text: string
}

const aside = async (site: Site, { title, ref, kind, picture, text }: Aside): Promise<SearchDocument> => ({
  ...(await common(site, ref, title, '', '')),
  image: thumbnailOf(site, picture),
  modified: 0,
  filters: { kind, category: [], tag: [] },
  lead: '',
  text,
  sections: [],
  rank: 3,
})

/** What all pages have; `category` is that which the page lies in, '' for none. A translation counts as one in its language as a whole. */
const common = async (site: Site, ref: PageRef, title: string, lang: string | undefined, category: string) => ({
  path: pathOf(ref),
  title,
  lang: isSource(site) ? languageTag(lang || site.lang).toLowerCase() : site.lang,
  isTranslation: !isSource(site),
  translatedInto: isSource(site) ? await languagesOwning(site, ref) : [],
  breadcrumb: category
    ? crumbsTo(site, category, '')
        .slice(1, -1)
        .map((crumb) => crumb.title)
        .join(' › ')
    : '',
})

async function wikiParts(site: Site, ref: WikiRef, wiki: Wiki | undefined) {
  const facts = wiki?.info.map(({ name, value }) => `${name} ${toText(value)}`) ?? []
  const named = [...(wiki?.documents ?? []), ...(wiki?.maintenance_schedule ?? [])].map(({ title, text }) => title || text)
  return {
    image: thumbnailOf(site, wiki && pictureOf(site, wiki.image, '')),
    modified: wiki?.modified_date ?? 0,
    lead: await leadOf(site, ref, wiki),
    text: joined([contentsOf(wiki), ...facts, ...named]),
    sections: [],
  }
}

const contentsOf = (wiki: Wiki | undefined): string =>
  wiki ? sourceToText({ rendered: wiki.contents_rendered, raw: wiki.contents_raw }) : ''

/** Texts as one. A dot stands behind those that do not end like a sentence, so that an excerpt does not run them together. */
const joined = (texts: readonly string[]): string =>
  texts
    .filter(Boolean)
    .map((text, at, { length }) => (at < length - 1 && /[\p{L}\p{N})]$/u.test(text) ? `${text} ·` : text))
    .join(' ')
