import { languageTag } from '../../model/language.ts'
import type { WikiRef } from '../../model/ref.ts'
import type { Wiki } from '../../model/wiki.ts'
import { sourceToText, toText } from '../../render/to-html.ts'
import { type PageRef, pathOf } from '../../routes.ts'
import type { SearchDocument, TimeSpan } from '../../search/document.ts'
import { leadOf } from '../catalog/card.ts'
import { saidIn } from '../people/comments.ts'
import { commentsOnWiki } from '../wiki/wiki-comments.ts'
import { categoryName, crumbsTo } from '../catalog/names.ts'
import { type Picture, pictureOf, srcFor } from '../media/picture.ts'
import { isSource, languagesOwning } from './search-page.ts'
import { presentable } from '../site/presentable.ts'
import type { Site } from '../site/site.ts'
import { ancestorsOf } from '../category/category-tree.ts'

/** The fields of all pages; `category` is '' for none. A translated record counts as being in its language as a whole. */
export const common = async (site: Site, ref: PageRef, title: string, lang: string | undefined, category: string) => ({
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

/** A document restricted to characters that a page can show. */
export const presented = (document: SearchDocument): SearchDocument => ({
  ...document,
  title: presentable(document.title),
  breadcrumb: presentable(document.breadcrumb),
  lead: presentable(document.lead),
  text: presentable(document.text),
  sections: document.sections.map(({ anchor, title, text }) => ({ anchor, title: presentable(title), text: presentable(text) })),
})

/** The fields of wiki documents in all namespaces. */
export async function wikiParts(site: Site, ref: WikiRef, wiki: Wiki | undefined) {
  const facts = wiki?.info.map(({ name, value }) => `${name} ${toText(value)}`) ?? []
  const documents = wiki?.documents.map(({ title, text }) => title || text) ?? []
  const named = [wiki?.maintenance_schedule, wiki?.suppliers, wiki?.diagrams].flatMap((list = []) =>
    list.map(({ title, text }) => `${title} ${text}`.trim()),
  )
  const lists = wiki?.category_lists.flatMap(({ title, items }) => [title, ...items.map((item) => item.display_title ?? item.title)]) ?? []
  const tools = wiki?.tools.map(({ title, itemcode }) => `${title} ${itemcode}`.trim()) ?? []
  const said = wiki ? saidIn(await commentsOnWiki(site, wiki.wikiid)) : []
  return {
    image: thumbnailOf(site, wiki && pictureOf(site, wiki.image, '')),
    modified: wiki?.modified_date ?? 0,
    lead: await leadOf(site, ref, wiki),
    text: joined([contentsOf(wiki), ...facts, ...documents, ...named, ...lists, ...tools, ...said]),
    sections: [],
  }
}

/** A wiki's text as plain words; '' if there is none. */
export const contentsOf = (wiki: Wiki | undefined): string =>
  wiki ? sourceToText({ rendered: wiki.contents_rendered, raw: wiki.contents_raw }) : ''

/** Joins texts; adds a full stop to those without a sentence end, so that excerpts do not run them together. */
export const joined = (texts: readonly string[]): string =>
  texts
    .filter(Boolean)
    .map((text, at, { length }) => (at < length - 1 && /[\p{L}\p{N})]$/u.test(text) ? `${text} ·` : text))
    .join(' ')

/** The document of a page without filters or sections: a team, a user, a tag. */
export const aside = async (
  site: Site,
  ref: PageRef,
  { picture, ...document }: Pick<SearchDocument, 'title' | 'lead' | 'text' | 'rank'> & { picture: Picture | undefined },
): Promise<SearchDocument> => ({
  ...(await common(site, ref, document.title, '', '')),
  ...document,
  image: thumbnailOf(site, picture),
  modified: 0,
  filters: { kind: ref.kind, category: [], tag: [] },
  sections: [],
})

/** A category and its ancestors by displayed name. */
export function categoriesOf(site: Site, title: string): string[] {
  const entry = site.catalog.categories.get(title)
  return entry ? [entry, ...ancestorsOf(entry)].map((category) => categoryName(site, category)) : title ? [title] : []
}

const SPANS: [untilSeconds: number, TimeSpan][] = [
  [15 * 60, 'up-to-15'],
  [30 * 60, '15-30'],
  [60 * 60, '30-60'],
  [2 * 60 * 60, '60-120'],
  [Infinity, 'over-120'],
]

/** Undefined for 0: no estimate. */
export function timeSpanOf(seconds: number): TimeSpan | undefined {
  return seconds > 0 ? SPANS.find(([until]) => seconds <= until)?.[1] : undefined
}

/** Twice the width in pixels of a result's thumbnail, for high-density screens. */
const THUMBNAIL_WIDTH = 200

/** The path without the base of the smallest size that is large enough; '' for no picture. */
export function thumbnailOf(site: Site, picture: Picture | undefined): string {
  return picture ? srcFor(picture, THUMBNAIL_WIDTH).slice(site.root.replace(/(?<!\/)\/+$/, '').length) : ''
}
