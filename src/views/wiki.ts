import type { WikiRef } from '../model/ref.ts'
import { type Wiki, wikiSchema } from '../model/wiki.ts'
import { type Html, toHtml } from '../render/to-html.ts'
import type { AuthorView } from './author.ts'
import { authorView } from './author.ts'
import { type Card, wikiCard } from './card.ts'
import { foreignLang } from './lang.ts'
import { hrefOf, originalOf, renderContext, wikiKey } from './links.ts'
import { type DocumentView, documentViews } from './media.ts'
import { type Picture, pictureAt, pictureOf } from './picture.ts'
import { isPrivate } from './private.ts'
import { linkOf } from './product.ts'
import { readRecord } from './records.ts'
import type { Site } from './site.ts'
import { staleSince } from './stale.ts'
import { tagsOfWiki } from './tag-index.ts'
import { type Moment, momentOf } from './time.ts'
import { untranslatedNote } from './untranslated.ts'
import { type FlagWords, flagWords, howMany } from './words.ts'
import { NAMESPACES, type Namespace } from '../model/ref.ts'
import { canonicalTitle } from '../model/title.ts'
import { hasPage } from './catalog.ts'

/** A link with a few words beside it. */
export interface LinkView {
  title: string
  href: string | undefined
  leaving: boolean
  note: string
  picture: Picture | undefined
}

/** What pages of all namespaces show of a wiki. */
export interface WikiContent {
  title: string
  description: string
  lang: string | undefined
  private: boolean
  /** Says so; '' where it is not. */
  untranslated: string
  picture: Picture | undefined
  text: Html
  /** Facts of the thing itself; `from` names the category that a fact is inherited from. */
  facts: { name: string; value: Html; from: string; fromHref: string | undefined }[]
  flags: FlagWords[]
  /** The date of the copy, where the last crawl could not get a newer one. */
  stale: Moment | undefined
  documents: DocumentView[]
  tools: LinkView[]
  parts: LinkView[]
  related: Card[]
  /** The service's page of questions and answers. */
  solutions: string | undefined
  tags: { tag: string; href: string | undefined }[]
  authors: AuthorView[]
  modified: Moment | undefined
  original: string | undefined
}

/** More relatives than these are left to search: a page has a limit. */
const MAX_RELATED = 24
const MAX_AUTHORS = 12

/** A wiki's details in their shape; undefined when they are not cached, or left out of the language. */
export async function readWiki(site: Site, ref: WikiRef): Promise<Wiki | undefined> {
  const key = wikiKey(site, ref)
  const isHidden = site.config.fallback === 'hide' && site.lang !== site.sourceLang && !key.lang
  return isHidden ? undefined : readRecord(site.cache, key, wikiSchema)
}

export async function wikiContent(site: Site, wiki: Wiki): Promise<WikiContent> {
  const { title } = wiki
  const context = await renderContext(site, [wiki.contents_rendered || wiki.contents_raw, ...wiki.info.map(({ value }) => value)])
  const tags = await tagsOfWiki(site, wiki)
  const lang = foreignLang(site, wiki.langid || site.sourceLang)
  const authors = wiki.authors.length > 0 ? wiki.authors : wiki.author ? [{ ...wiki.author, avatar_url: '' }] : []
  return {
    title: wiki.display_title || title,
    description: wiki.description,
    lang,
    untranslated: untranslatedNote(site, lang),
    private: isPrivate(site, { kind: 'wiki', namespace: wiki.namespace, title }),
    picture: pictureOf(site, wiki.image, wiki.display_title || title),
    text: toHtml({ rendered: wiki.contents_rendered, raw: wiki.contents_raw }, context),
    facts: wiki.info.map(({ name, value, inheritedFrom }) => ({
      name,
      value: toHtml({ rendered: value, raw: '' }, context),
      from: inheritedFrom,
      fromHref: inheritedFrom ? hrefOf(site, { kind: 'wiki', namespace: 'CATEGORY', title: inheritedFrom }) : undefined,
    })),
    flags: wiki.flags.map((flag) => flagWords(site.words, flag)),
    stale: await staleSince(site, wikiKey(site, { kind: 'wiki', namespace: wiki.namespace, title })),
    documents: await documentViews(site, wiki.documents),
    tools: wiki.tools.map((tool) => ({
      title: tool.title,
      ...linkOf(site, tool.target_url),
      note: '',
      picture: pictureAt(site, tool.image_url, ''),
    })),
    parts: (wiki.parts?.categories ?? []).map(({ tag, count, url }) => ({
      title: tag,
      ...linkOf(site, url),
      note: howMany(site.words, 'count.kinds', count),
      picture: undefined,
    })),
    related: await relatedCards(site, wiki),
    solutions: originalOf(site, wiki.solutions_url),
    tags: tags.map((tag) => ({ tag, href: hrefOf(site, { kind: 'tag', tag }) })),
    authors: authors
      .slice(0, MAX_AUTHORS)
      .map((author) => ({ ...authorView(site, author), avatar: pictureAt(site, author.avatar_url, '') })),
    modified: momentOf(wiki.modified_date, site.words.lang),
    original: originalOf(site, originalPath(wiki)),
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

const originalPath = ({ namespace, title }: Pick<Wiki, 'namespace' | 'title'>): string =>
  `/${ORIGINAL_WORDS[namespace]}/${encodeURIComponent(title.replaceAll(' ', '_'))}`

async function relatedCards(site: Site, wiki: Wiki): Promise<Card[]> {
  const seen = new Set([`${wiki.namespace}/${canonicalTitle(wiki.title)}`])
  const refs = [...wiki.linked_wikis, ...wiki.related_wikis].flatMap(({ title, namespace }): WikiRef[] => {
    const known = NAMESPACES.find((name) => name === namespace.toUpperCase()) ?? 'CATEGORY'
    const ref: WikiRef = { kind: 'wiki', namespace: known, title }
    const isNew = !seen.has(`${known}/${canonicalTitle(title)}`)
    seen.add(`${known}/${canonicalTitle(title)}`)
    return isNew && hasPage(site.catalog, ref) ? [ref] : []
  })
  const cards = await Promise.all(refs.slice(0, MAX_RELATED).map((ref) => wikiCard(site, ref)))
  return cards.filter((card) => card !== undefined)
}
