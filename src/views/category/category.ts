import { ContentError } from '../../errors.ts'
import type { WikiRef } from '../../model/ref.ts'
import { nameIn } from '../../model/names.ts'
import { toText } from '../../render/to-html.ts'
import { listingPage, pageAt, pathOf } from '../../routes.ts'
import { type Card, guideCards } from '../catalog/card.ts'
import { letterOf } from '../catalog/letter.ts'
import { cardsOf, type Group, groupsOf } from './category-items.ts'
import { crumbsTo } from './crumbs.ts'
import { keepingOf, type KeepingView } from '../site/app.ts'
import { describe, type PageHead } from '../site/head.ts'
import { foreignLang } from '../site/lang.ts'
import { writtenIn } from '../site/links.ts'
import { categoryName, wikiName } from '../catalog/names.ts'
import { itemsOn, pagedTitle, type Pager, pageParams, pagerOf, pageStart, pageWith } from '../catalog/paging.ts'
import { isPrivate } from '../catalog/private.ts'
import { searchFor } from '../search/search-page.ts'
import type { Site } from '../site/site.ts'
import { type WikiContent, wikiOfPage } from '../wiki/wiki.ts'

/** One heading of a category with its cards on this page. */
export interface Section {
  /** The heading's anchor: `categories`, `type-teardown`. */
  id: string
  heading: string
  form: Group['form']
  cards: Card[]
  /** For names only: the group letter shown next to a card's name; '' for none. */
  letters: string[]
  /** True if the section started on a previous page. */
  continued: boolean
}

/** One page of a category: its description on the first page, then its content under headings, paginated. */
export interface CategoryView {
  head: PageHead
  title: string
  /** The title's language if it differs from the page's. */
  titleLang: string | undefined
  /** The category's own text and facts: on the first page, if it has a wiki. */
  wiki: WikiContent | undefined
  /** The message that the category's own text is unreadable; '' if it is readable. */
  unreadable: string
  featured: Card[]
  /** The headings of all pages, with links to where they start. */
  contents: { heading: string; count: number; href: string }[]
  sections: Section[]
  /** The names of empty subcategories, which have no page; on the last page. */
  listed: string[]
  pager: Pager
  /** A search for everything in and below the category. */
  search: string
  /** How the category can be saved for offline use, on its first page. */
  keeping: KeepingView | undefined
}

/** An entry of the category's listing, in order. */
interface Item {
  group: Group
  entry: Group['entries'][number]
}

const MAX_FEATURED = 6

/** The pages of all categories. */
export function categoryPaths(site: Site): { name: string; page: string | undefined; title: string }[] {
  return [...site.catalog.categories.values()].flatMap(({ title, children, guideids }) =>
    pageParams(children.length + guideids.length).map((page) => ({ name: nameIn('category', title), page, title })),
  )
}

export async function categoryView(site: Site, title: string, page: number): Promise<CategoryView> {
  const category = site.catalog.categories.get(title)
  if (!category)
    throw new ContentError(`The category "${title}" is not in the cache. Crawl again.`, { code: 'ERR_RECORD_MISSING', record: title })
  const ref: WikiRef = { kind: 'wiki', namespace: 'CATEGORY', title }
  const { record, content: wiki, unreadable } = await wikiOfPage(site, ref, page)
  const name = wikiName(site, ref)
  const titleLang = foreignLang(site, name === undefined ? site.sourceLang : site.lang)
  const shown = name ?? (record?.display_title || category.display_title)
  const path = pathOf(ref)
  const items = (await groupsOf(site, category)).flatMap((group) => group.entries.map((entry) => ({ group, entry })))
  const cards = itemsOn(items, page)
  const pager = pagerOf(site, path, page, items.length)
  const featured = page === 1 ? (record?.featured_guides ?? []).map(({ guideid }) => guideid).slice(0, MAX_FEATURED) : []
  return {
    head: {
      title: pagedTitle(site, shown, page),
      description: describe(wiki?.description || toText(wiki?.text ?? '') || site.words.say('category.description', { category: shown })),
      path: listingPage(path, page),
      ref,
      written: writtenIn(site, ref),
      picture: wiki?.picture?.src,
      isPrivate: isPrivate(site, ref),
      crumbs: crumbsTo(site, category.parent?.title ?? '', shown, titleLang),
    },
    title: shown,
    titleLang,
    wiki,
    unreadable,
    featured: await guideCards(site, featured),
    contents: contentsOf(items, (page) => pageAt(site, listingPage(path, page))),
    sections: await sectionsOf(site, cards, items[pageStart(page) - 1]),
    listed: pager.next === undefined ? category.listed.map((listed) => categoryName(site, listed)) : [],
    pager,
    search: searchFor(site, 'category', categoryName(site, category)),
    keeping: page === 1 && category.guideCount > 0 ? keepingOf(site) : undefined,
  }
}

function contentsOf(items: readonly Item[], hrefOf: (page: number) => string): CategoryView['contents'] {
  const contents = new Map<Group, CategoryView['contents'][number]>()
  for (const [at, { group }] of items.entries()) {
    const known = contents.get(group)
    if (known) known.count++
    else contents.set(group, { heading: group.heading, count: 1, href: `${hrefOf(pageWith(at))}#${group.id}` })
  }
  return [...contents.values()]
}

/** The cards of one page under their headings; `before` is the last item of the previous page. */
async function sectionsOf(site: Site, shown: readonly Item[], before: Item | undefined): Promise<Section[]> {
  const sections: Section[] = []
  for (const [group, items] of Map.groupBy(shown, ({ group }) => group)) {
    const { id, heading, form, hasLetters } = group
    const cards = await cardsOf(
      site,
      items.map(({ entry }) => entry),
    )
    const letters = cards.map(({ title }) => (hasLetters ? letterOf(title, site.lang) : ''))
    sections.push({
      id,
      heading,
      form,
      cards,
      letters: letters.map((letter, at) => (letter === letters[at - 1] ? '' : letter)),
      continued: before?.group === group,
    })
  }
  return sections
}
