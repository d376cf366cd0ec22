import { ContentError } from '../../errors.ts'
import type { WikiRef } from '../../model/ref.ts'
import { nameIn } from '../../model/names.ts'
import { toText } from '../../render/to-html.ts'
import { listingPage, pageAt, pathOf } from '../../routes.ts'
import { type Card, categoryCards, guideCards, mostLackPictures } from '../catalog/card.ts'
import { categoryName, crumbsTo, guideName, wikiName } from '../catalog/names.ts'
import { keepingOf, type KeepingView } from '../site/app.ts'
import { describe, type PageHead } from '../site/head.ts'
import { foreignLang } from '../site/lang.ts'
import { writtenIn } from '../site/links.ts'
import { itemsOn, PAGE_SIZE, pagedTitle, pageParams, type Pager, pagerOf, pageStart, pageWith } from '../catalog/paging.ts'
import { isPrivate } from '../catalog/catalog.ts'
import { searchFor } from '../search/search-page.ts'
import type { Site } from '../site/site.ts'
import { type WikiContent, wikiOfPage } from '../wiki/wiki.ts'
import { safeName } from '../../model/addresses/safe-name.ts'
import { compareTypes, typeHeading } from '../site/words.ts'
import type { CategoryEntry } from './category-tree.ts'

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

type Entry = CategoryEntry | number

/** The entries under one heading of a category. */
export interface Group {
  /** The heading's anchor: `categories`, `type-teardown`, `empty`. */
  id: string
  heading: string
  /** How the group is shown: as cards, or as names in columns. */
  form: 'cards' | 'names' | 'muted'
  /** Whether names are grouped by first letter. */
  hasLetters: boolean
  entries: readonly Entry[]
}

/** Up to this many guides are read with their summaries, with or without a picture. */
const FEW_GUIDES = 8
/** Shorter lists need no letters. */
const LETTERS_FROM = 15

/** Subcategories with guides, then guides by type, then subcategories without guides, each in its form. */
export async function groupsOf(site: Site, { children, guideids }: CategoryEntry): Promise<Group[]> {
  const { compare } = new Intl.Collator(site.lang, { numeric: true })
  const { filled, empty } = byContent(site, children)
  const guides = guideids.map((guideid) => site.catalog.guides.get(guideid)).filter((guide) => guide !== undefined)
  guides.sort(
    (a, b) => compareTypes(a.type, b.type) || Number(a.archived) - Number(b.archived) || compare(guideName(site, a), guideName(site, b)),
  )
  const groups = [await groupOf(site, 'categories', site.words.say('categories.title'), filled)]
  for (const [type, ofType] of Map.groupBy(guides, ({ type }) => type))
    groups.push(
      await groupOf(
        site,
        `type-${safeName(type)}`,
        typeHeading(site.words, type),
        ofType.map(({ guideid }) => guideid),
      ),
    )
  groups.push(namesGroup(site, { id: 'empty', heading: site.words.say('categories.empty'), form: 'muted' }, empty))
  return groups.filter(({ entries }) => entries.length > 0)
}

/** Splits categories by whether they contain guides; on a site without guides all count as filled. */
function byContent({ catalog }: Site, categories: readonly CategoryEntry[]): { filled: CategoryEntry[]; empty: CategoryEntry[] } {
  const isFilled = ({ guideCount }: CategoryEntry): boolean => guideCount > 0 || catalog.guides.size === 0
  return { filled: categories.filter(isFilled), empty: categories.filter((category) => !isFilled(category)) }
}

/** The cards of entries, without those that cannot be created. */
export const cardsOf = async (site: Site, entries: readonly Entry[]): Promise<Card[]> =>
  (await Promise.all(entries.map((entry) => (typeof entry === 'number' ? guideCards(site, [entry]) : categoryCards(site, [entry]))))).flat()

/** Shown by name if most entries have no picture; the first ones decide. */
async function groupOf(site: Site, id: string, heading: string, entries: readonly Entry[]): Promise<Group> {
  const isShort = typeof entries[0] === 'number' && entries.length <= FEW_GUIDES
  if (isShort || !mostLackPictures(await cardsOf(site, entries.slice(0, PAGE_SIZE))))
    return { id, heading, form: 'cards', hasLetters: false, entries }
  return namesGroup(site, { id, heading, form: 'names' }, entries)
}

function namesGroup(site: Site, group: Pick<Group, 'id' | 'heading' | 'form'>, entries: readonly Entry[]): Group {
  const { compare } = new Intl.Collator(site.lang, { numeric: true })
  const named = entries
    .map((entry) => ({ entry, ...nameOf(site, entry) }))
    .sort((a, b) => Number(a.archived) - Number(b.archived) || compare(a.name, b.name))
  const letters = new Set(named.map(({ name }) => letterOf(name, site.lang)))
  // Archived guides restart the alphabet.
  const isAlphabetical = !named.some(({ archived }) => archived)
  return {
    ...group,
    hasLetters: isAlphabetical && named.length >= LETTERS_FROM && letters.size > 1,
    entries: named.map(({ entry }) => entry),
  }
}

function nameOf(site: Site, entry: Entry): { name: string; archived: boolean } {
  if (typeof entry !== 'number') return { name: categoryName(site, entry), archived: false }
  const guide = site.catalog.guides.get(entry)
  return guide ? { name: guideName(site, guide), archived: guide.archived } : { name: '', archived: false }
}

/** Scripts for which grouping by first letter is useful; with ideographs each entry would be its own group. */
const ALPHABETS =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}]$/u

/** The letter that a name is grouped under: `É` under `E`, a number under `0–9`; '' if there is none. */
export function letterOf(name: string, lang: string): string {
  const [first = ''] = name.normalize('NFD').replace(/^[\p{P}\p{S}\p{Z}]+/u, '')
  if (/^\p{N}$/u.test(first)) return '0–9'
  return ALPHABETS.test(first) ? first.toLocaleUpperCase(lang) : ''
}
