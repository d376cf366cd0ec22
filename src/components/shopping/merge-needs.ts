import type { ListedGuide, ListedThing } from './kept-list.ts'

/** A tool or part that guides on the list need, once for all of them. */
export interface SharedNeed extends Pick<ListedThing, 'key' | 'name' | 'isPart' | 'count' | 'isOptional' | 'href'> {
  notes: string[]
  guides: ListedGuide[]
}

/**
 * All tools and parts of some guides, needed ones before optional ones, by name. Parts are used up: of them all that guides ask for is needed together. A tool
 * serves again, so the guide that asks for the most decides.
 */
export function mergeNeeds(guides: readonly ListedGuide[], lang: string): SharedNeed[] {
  const needs = new Map<string, SharedNeed>()
  for (const guide of guides) {
    for (const thing of guide.things.filter((thing) => !isNamedBefore(guides, guide, thing))) {
      const id = idOf(thing)
      const known = needs.get(id)
      needs.set(id, known ? merged(known, thing, guide) : { ...thing, notes: thing.notes ? [thing.notes] : [], guides: [guide] })
    }
  }
  const { compare } = new Intl.Collator(lang)
  return [...needs.values()].sort((a, b) => Number(a.isOptional) - Number(b.isOptional) || compare(a.name, b.name))
}

/** What a guide needs for another one that is on the list as well: that one names it. */
const isNamedBefore = (guides: readonly ListedGuide[], { before }: ListedGuide, thing: ListedThing): boolean =>
  thing.isBefore &&
  guides.some(({ path, things }) => before.includes(path) && things.some((other) => !other.isBefore && idOf(other) === idOf(thing)))

const idOf = ({ key, isPart }: Pick<ListedThing, 'key' | 'isPart'>): string => `${isPart ? 'part' : 'tool'} ${key}`

function merged(known: SharedNeed, thing: ListedThing, guide: ListedGuide): SharedNeed {
  return {
    ...known,
    count: known.isPart ? known.count + thing.count : Math.max(known.count, thing.count),
    isOptional: known.isOptional && thing.isOptional,
    href: known.href || thing.href,
    notes: thing.notes && !known.notes.includes(thing.notes) ? [...known.notes, thing.notes] : known.notes,
    guides: known.guides.includes(guide) ? known.guides : [...known.guides, guide],
  }
}
