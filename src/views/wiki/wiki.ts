import { type Namespace, NAMESPACES, type WikiRef } from '../../model/ref.ts'
import { userSchema } from '../../model/user.ts'
import type { Wiki } from '../../model/wiki.ts'
import { toHtml } from '../../render/to-html.ts'
import { type AuthorView, authorView, avatarOf } from '../people/author.ts'
import { type Card, wikiCards } from '../catalog/card.ts'
import { commentViews, textsOfComments } from '../people/comments.ts'
import { foreignLang, untranslatedNote } from '../site/lang.ts'
import { hrefOf, originalOf, renderContext, wikiKey } from '../site/links.ts'
import { documentViews } from '../media/media.ts'
import { pictureAt, pictureOf } from '../media/picture.ts'
import { pictureFacts } from '../guide/picture-facts.ts'
import { hasPage, isPrivate } from '../catalog/catalog.ts'
import { linkOf, listLinks, namedLink, partsOf } from './product.ts'
import { readIfReadable, readStoredWiki, type StoredWiki } from '../catalog/records.ts'
import type { Site } from '../site/site.ts'
import { momentOf, staleSince } from '../site/time.ts'
import { tagsOfWiki } from '../tag/tag.ts'
import { attempt } from '../catalog/unreadable.ts'
import { commentsOnWiki } from './wiki-comments.ts'
import { flagWords } from '../site/words.ts'
import { canonicalTitle, visibleTitle } from '../../model/title.ts'
import { percentFormat } from '../site/formats.ts'
import { anchorOf, anchorsIn } from '../../render/anchors.ts'

/** The maximum number of related wikis; the rest are left to search. */
const MAX_RELATED = 24
const MAX_AUTHORS = 12

/** A wiki's validated details; undefined if they are not cached, or omitted in the language. */
export async function readWiki(site: Site, ref: WikiRef): Promise<StoredWiki | undefined> {
  const key = wikiKey(site, ref)
  const isHidden = site.config.fallback === 'hide' && site.lang !== site.sourceLang && !key.lang
  return isHidden ? undefined : readStoredWiki(site.cache, key)
}

/** Reads the optional wiki of a page; `content` on its first page only. */
export async function wikiOfPage(site: Site, ref: WikiRef, page: number) {
  const key = wikiKey(site, ref)
  const { value: record, isUnreadable } = await attempt(key, () => readWiki(site, ref))
  const made = record && page === 1 ? await attempt(key, () => wikiContent(site, record)) : undefined
  const unreadable = isUnreadable || made?.isUnreadable ? site.words.say('page.textUnreadable') : ''
  return { record, content: made?.value, unreadable }
}

/** The part of a wiki that pages of all namespaces show. */
export type WikiContent = Awaited<ReturnType<typeof wikiContent>>

export async function wikiContent(site: Site, wiki: StoredWiki) {
  const { title } = wiki
  const shown = wiki.display_title || visibleTitle(title)
  const comments = await commentsOnWiki(site, wiki.wikiid)
  const texts = [wiki.contents_rendered || wiki.contents_raw, ...wiki.info.map(({ value }) => value), ...textsOfComments(comments)]
  const original = originalOf(site, originalPath(wiki))
  const context = await renderContext(site, texts, original)
  const tags = await tagsOfWiki(site, wiki)
  const lang = foreignLang(site, wiki.langid || site.sourceLang)
  const authors = wiki.authors.length > 0 ? wiki.authors : wiki.author ? [{ ...wiki.author, percent: 0, avatar_url: '' }] : []
  return {
    title: shown,
    description: wiki.description,
    lang,
    /** The note that it is not translated; '' if it is. */
    untranslated: untranslatedNote(site, wiki.langid || site.sourceLang),
    private: isPrivate(site, { kind: 'wiki', namespace: wiki.namespace, title }),
    picture: pictureOf(site, wiki.image, shown),
    text: toHtml({ rendered: wiki.contents_rendered, raw: wiki.contents_raw }, context),
    /** Facts about the device itself; `from` names the category that a fact is inherited from. */
    facts: wiki.info.map(({ name, value, inheritedFrom }) => ({
      name,
      value: toHtml({ rendered: value, raw: '' }, context),
      from: inheritedFrom,
      fromHref: inheritedFrom ? hrefOf(site, { kind: 'wiki', namespace: 'CATEGORY', title: inheritedFrom }) : undefined,
    })),
    flags: wiki.flags.map((flag) => flagWords(site.words, flag)),
    /** The date of the copy if the last crawl could not update it. */
    stale: await staleSince(site, wikiKey(site, { kind: 'wiki', namespace: wiki.namespace, title })),
    documents: await documentViews(site, wiki.documents),
    tools: wiki.tools.map((tool) => ({
      title: tool.title,
      lang,
      ...linkOf(site, tool.target_url),
      note: tool.itemcode,
      noteLang: undefined,
      picture: pictureAt(site, tool.image_url, ''),
    })),
    parts: partsOf(site, wiki.parts, lang),
    suppliers: wiki.suppliers.map((supplier) => namedLink(site, supplier, lang)),
    diagrams: wiki.diagrams.map((diagram) => namedLink(site, diagram, lang)),
    /** The category's own lists; a title can be ''. */
    lists: listLinks(site, wiki.category_lists, lang),
    /** The maintenance schedule. */
    maintenance: wiki.maintenance_schedule.filter(({ title }) => title).map((task) => namedLink(site, task, lang)),
    headings: headingsOf(wiki),
    /** The repairability score, 0 to 10 in words; '' if there is none. */
    score: wiki.repairability_score > 0 ? site.words.say('wiki.score', { score: wiki.repairability_score }) : '',
    isTroubleshooting: wiki.is_troubleshooting,
    related: await relatedCards(site, wiki),
    /** The service's page of questions and answers. */
    solutions: originalOf(site, wiki.solutions_url),
    tags: tags.map((tag) => ({ tag, href: hrefOf(site, { kind: 'tag', tag }) })),
    /** `share` is the author's share of the text, `60%`; '' for a sole author. */
    authors: await Promise.all(authors.slice(0, MAX_AUTHORS).map((author) => wikiAuthor(site, author, authors.length))),
    created: momentOf(wiki.created_date, site.words.lang),
    modified: momentOf(wiki.modified_date, site.words.lang),
    /** Comments on the wiki; those on guides and steps are on their pages. */
    comments: commentViews(site, comments, context, { title: shown, headingStart: 3 }),
    pictureFacts: await pictureFacts(site, [wiki.image]),
    original,
  }
}

/** An author with the picture from their own record, which is larger than the one in the wiki. */
async function wikiAuthor(site: Site, author: Wiki['authors'][number], count: number): Promise<AuthorView & { share: string }> {
  const user = await readIfReadable(site.cache, { kind: 'user', id: String(author.userid) }, userSchema)
  const share = count > 1 && author.percent > 0 ? author.percent / 100 : 0
  return {
    ...authorView(site, { ...author, username: author.username || (user?.username ?? '') }),
    avatar: (user && avatarOf(site, user)) ?? pictureAt(site, author.avatar_url, ''),
    share: share ? percentFormat(site.words.lang).format(share) : '',
  }
}

const ORIGINAL_WORDS: Record<Namespace, string> = {
  CATEGORY: 'Device',
  ITEM: 'Item',
  TEAM: 'Team',
  USER: 'User',
  INFO: 'Info',
  WIKI: 'Wiki',
}

export const originalPath = ({ namespace, title }: Pick<StoredWiki, 'namespace' | 'title'>): string =>
  `/${ORIGINAL_WORDS[namespace]}/${encodeURIComponent(title.replaceAll(' ', '_').toWellFormed())}`

async function relatedCards(site: Site, wiki: StoredWiki): Promise<Card[]> {
  const seen = new Set([`${wiki.namespace}/${canonicalTitle(wiki.title)}`])
  const refs = [...wiki.linked_wikis, ...wiki.related_wikis].flatMap(({ title, namespace }): WikiRef[] => {
    const known = NAMESPACES.find((name) => name === namespace.toUpperCase()) ?? 'CATEGORY'
    const ref: WikiRef = { kind: 'wiki', namespace: known, title }
    const isNew = !seen.has(`${known}/${canonicalTitle(title)}`)
    seen.add(`${known}/${canonicalTitle(title)}`)
    return isNew && hasPage(site.catalog, ref) ? [ref] : []
  })
  return wikiCards(site, refs.slice(0, MAX_RELATED))
}

/** A table of contents with one entry is useless. */
const FEWEST = 2

/** The service's table of contents, restricted to headings that exist in the text, from level 1; [] for a text too short to need one. */
function headingsOf({ table_of_contents, contents_rendered }: Wiki) {
  const anchors = anchorsIn(contents_rendered)
  const headings = table_of_contents
    .filter(({ id, title }) => title && anchors.has(id))
    .map(({ id, title, level }) => ({ title, href: `#${encodeURIComponent(anchorOf(id))}`, level: Math.max(1, level) }))
  return headings.length < FEWEST ? [] : headings
}
