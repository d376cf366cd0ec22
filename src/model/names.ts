import { safeName, uniqueName } from './addresses/safe-name.ts'
import { canonicalTitle } from './title.ts'

/** Of titles whose name another has: a name of their own. */
const apart = new Map<string, string>()

/** The name of a title's page, or file, in its folder: `category`, `tag` … */
export function nameIn(folder: string, title: string): string {
  return (apart.size > 0 ? apart.get(`${folder}/${canonicalTitle(title)}`) : undefined) ?? safeName(title)
}

/**
 * To be told of all titles that have a page in a folder, before the first path is made: of those that would share an address, the first in
 * the alphabet has it, and the others get one with a longer hash. Titles that were told `before` come first.
 */
export function keepApart(folder: string, titles: Iterable<string>, before: Iterable<string> = []): void {
  const owners = new Map<string, string>()
  for (const title of [...inOrder(before), ...inOrder(titles)]) {
    const name = safeName(title)
    const owner = owners.get(name) ?? title
    owners.set(name, owner)
    if (owner !== title) apart.set(`${folder}/${title}`, uniqueName(title))
  }
}

/** The names that {@link keepApart} has given, in a fixed order. */
export const namesApart = (): [title: string, name: string][] => [...apart].sort(([a], [b]) => (a < b ? -1 : 1))

/** Takes over names that {@link keepApart} has given where the same titles are known. */
export function giveNames(names: ReturnType<typeof namesApart>): void {
  for (const [title, name] of names) apart.set(title, name)
}

const inOrder = (titles: Iterable<string>): string[] => Array.from(titles, canonicalTitle).sort()
