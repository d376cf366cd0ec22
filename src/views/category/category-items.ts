import { safeName } from '../../model/addresses/safe-name.ts'
import { type Card, categoryCards, guideCards, mostLackPictures } from '../catalog/card.ts'
import { letterOf } from '../catalog/letter.ts'
import { categoryName, guideName } from '../catalog/names.ts'
import { PAGE_SIZE } from '../catalog/paging.ts'
import type { Site } from '../site/site.ts'
import { compareTypes, typeHeading } from '../site/words.ts'
import type { CategoryEntry } from './category-tree.ts'

type Entry = CategoryEntry | number

/** The entries that stand under one heading of a category. */
export interface Group {
  /** The heading's anchor: `categories`, `type-teardown`, `empty`. */
  id: string
  heading: string
  /** Shown by name, in columns, and not as cards. */
  form: 'cards' | 'names' | 'muted'
  /** Whether names stand below their first letters. */
  hasLetters: boolean
  entries: readonly Entry[]
}

/** Fewer guides are read with their summaries, with a picture or without. */
const FEW_GUIDES = 8
/** Shorter lists are found through without letters. */
const LETTERS_FROM = 15

/** Children that lead to guides, then guides by type, then children that do not; each in its form. */
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

/** Which categories lead to guides; on a site without guides all of them are as good. */
function byContent({ catalog }: Site, categories: readonly CategoryEntry[]): { filled: CategoryEntry[]; empty: CategoryEntry[] } {
  const isFilled = ({ guideCount }: CategoryEntry): boolean => guideCount > 0 || catalog.guides.size === 0
  return { filled: categories.filter(isFilled), empty: categories.filter((category) => !isFilled(category)) }
}

/** The cards of entries; those that cannot be made are left out. */
export const cardsOf = async (site: Site, entries: readonly Entry[]): Promise<Card[]> =>
  (await Promise.all(entries.map((entry) => (typeof entry === 'number' ? guideCards(site, [entry]) : categoryCards(site, [entry]))))).flat()

/** By name where most have no picture, as the first of them show. */
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
  // Archived guides begin with their first letter again.
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
