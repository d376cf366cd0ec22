import { notCached } from '../catalog/records.ts'
import type { WikiRef } from '../../model/ref.ts'
import { nameIn } from '../../model/names.ts'
import { toText } from '../../render/to-html.ts'
import { listingPage, pathOf } from '../../routes.ts'
import { type Card, categoryCards, guideCards, mostLackPictures } from '../catalog/card.ts'
import { categoryName, crumbsTo, guideName, wikiName } from '../catalog/names.ts'
import { keepingOf } from '../site/app.ts'
import { describe, type PageHead } from '../site/head.ts'
import { foreignLang } from '../site/lang.ts'
import { writtenIn } from '../site/links.ts'
import { groupsOn, PAGE_SIZE, pagedTitle, pageParams } from '../catalog/paging.ts'
import { isPrivate } from '../catalog/catalog.ts'
import { ownToolsIn } from '../item/tools.ts'
import { searchFor } from '../search/search-page.ts'
import type { Site } from '../site/site.ts'
import { wikiOfPage } from '../wiki/wiki.ts'
import { safeName } from '../../model/addresses/safe-name.ts'
import { compareTypes, typeHeading } from '../site/words.ts'
import type { CategoryEntry } from './category-tree.ts'

const MAX_FEATURED = 6

/** The pages of all categories. */
export function categoryPaths(site: Site): { name: string; page: string | undefined; title: string }[] {
  return [...site.catalog.categories.values()].flatMap(({ title, children, guideids }) =>
    pageParams(children.length + guideids.length).map((page) => ({ name: nameIn('category', title), page, title })),
  )
}

/** One page of a category: its description on the first page, then its content under headings, paginated. */
export type CategoryView = Awaited<ReturnType<typeof categoryView>>

export async function categoryView(site: Site, title: string, page: number) {
  const category = site.catalog.categories.get(title)
  if (!category) throw notCached(`The category "${title}"`, title)
  const ref: WikiRef = { kind: 'wiki', namespace: 'CATEGORY', title }
  const { record, content: wiki, unreadable } = await wikiOfPage(site, ref, page)
  const name = wikiName(site, ref)
  const titleLang = foreignLang(site, name === undefined ? site.sourceLang : site.lang)
  const shown = name ?? (record?.display_title || category.display_title)
  const path = pathOf(ref)
  const { contents, parts, pager } = groupsOn(site, path, page, await groupsOf(site, category))
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
    } satisfies PageHead,
    title: shown,
    /** The title's language if it differs from the page's. */
    titleLang,
    /** The category's own text and facts: on the first page, if it has a wiki. */
    wiki,
    /** The message that the category's own text is unreadable; '' if it is readable. */
    unreadable,
    featured: await guideCards(site, featured),
    /** The headings of all pages, with links to where they start. */
    contents,
    sections: await Promise.all(parts.map((part) => sectionOf(site, part))),
    /** The names of empty subcategories, which have no page; on the last page. */
    listed: pager.next === undefined ? category.listed.map((listed) => categoryName(site, listed)) : [],
    pager,
    /** Finds the guides that need only the person's tools. */
    ownTools: category.guideids.length > 0 ? ownToolsIn(site, category.title) : undefined,
    /** A search for everything in and below the category. */
    search: searchFor(site, 'category', categoryName(site, category)),
    /** How the category can be saved for offline use, on its first page. */
    keeping: page === 1 && category.guideCount > 0 ? keepingOf(site) : undefined,
  }
}

/** The cards of a group that are on one page. */
async function sectionOf(site: Site, { id, heading, form, hasLetters, entries, continued }: Group & { continued: boolean }) {
  const cards = await cardsOf(site, entries)
  const letters = cards.map(({ title }) => (hasLetters ? letterOf(title, site.lang) : ''))
  return {
    id,
    heading,
    form,
    cards,
    /** For names only: the group letter shown next to a card's name; '' for none. */
    letters: letters.map((letter, at) => (letter === letters[at - 1] ? '' : letter)),
    continued,
  }
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
async function groupsOf(site: Site, { children, guideids }: CategoryEntry): Promise<Group[]> {
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
const cardsOf = async (site: Site, entries: readonly Entry[]): Promise<Card[]> =>
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
