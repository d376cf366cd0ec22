import { safeName, uniqueName } from './addresses/safe-name.ts'
import { canonicalTitle } from './title.ts'

const apart = new Map<string, string>()

/** The name of a title's page, or file, in its folder: `category`, `tag` … */
export const nameIn = (folder: string, title: string): string =>
  (apart.size > 0 ? apart.get(`${folder}/${canonicalTitle(title)}`) : undefined) ?? safeName(title)

/** Call this first, with all titles of a folder: of those that would share an address, one of `before` or the first in order keeps it. */
export function keepApart(folder: string, titles: Iterable<string>, before: Iterable<string> = []): void {
  const owners = new Map<string, string>()
  for (const title of [...inOrder(before), ...inOrder(titles)]) {
    const name = safeName(title)
    const owner = owners.get(name) ?? title
    owners.set(name, owner)
    if (owner !== title) apart.set(`${folder}/${title}`, uniqueName(title))
  }
}

/** Assigns the names of another process's {@link namesApart}. */
export function restoreNamesApart(names: Readonly<ReturnType<typeof namesApart>>): void {
  for (const [title, name] of names) apart.set(title, name)
}

/** The names assigned by {@link keepApart}, in a fixed order. */
export const namesApart = (): [title: string, name: string][] => [...apart].sort(([a], [b]) => (a < b ? -1 : 1))

const inOrder = (titles: Iterable<string>): string[] => Array.from(titles, canonicalTitle).sort()
