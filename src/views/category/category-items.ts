import { safeName } from '../../model/addresses/safe-name.ts'
import { type Card, categoryCards, guideCards, mostLackPictures } from '../catalog/card.ts'
import { letterOf } from '../catalog/letter.ts'
import { categoryName, guideName } from '../catalog/names.ts'
import { PAGE_SIZE } from '../catalog/paging.ts'
import type { Site } from '../site/site.ts'
import { compareTypes, typeHeading } from '../site/words.ts'
import type { CategoryEntry } from './category-tree.ts'

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
