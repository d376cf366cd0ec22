/** A build's data about a language's pages, for saving: `app/en.json`. Paths are relative to the root of the site. */
export interface AppList {
  /** Changes with any of the content. */
  id: string
  /** The base of the media, with a trailing slash; absent if that is the site itself. */
  mediaBase?: string
  /** By path, `guide/12/`: the start of its SHA-256, its bytes, those of its media, and the pages needed to follow it. */
  pages: Record<string, readonly [sum: string, bytes: number, mediaBytes: number, needs?: readonly string[]]>
  /** By path: the paths of its pages, of its subcategories and of its guides. */
  categories: Record<string, readonly string[]>
  /** The search files that this language uses. */
  search: readonly (readonly [file: string, bytes: number, sum: string])[]
}

/** The location of a language's list. */
export const listFile = (lang: string): string => `app/${lang}.json`

/** The paths of pages saved with one: for a guide, its prerequisites and the pages of its tools; for a category, everything below it. */
export function pathsKeptWith({ pages, categories }: Pick<AppList, 'pages' | 'categories'>, path: string): string[] {
  const found = new Set<string>()
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next) || !(next in pages)) continue
    found.add(next)
    waiting.push(...(categories[next] ?? []), ...(pages[next]?.[3] ?? []))
  }
  return [...found]
}

/** The approximate number of bytes needed to save a page; pictures shared by several pages are counted for each. */
export function bytesOf(list: AppList, path: string): number {
  let bytes = 0
  for (const one of pathsKeptWith(list, path)) bytes += (list.pages[one]?.[1] ?? 0) + (list.pages[one]?.[2] ?? 0)
  return bytes
}

export const searchBytes = ({ search }: AppList): number => search.reduce((sum, [, bytes]) => sum + bytes, 0)

/** Throws a TypeError for what is not a list: hosts may answer anything. */
export function readList(text: string): AppList {
  const list = JSON.parse(text) as Partial<AppList> | null
  if (typeof list?.id !== 'string' || typeof list.pages !== 'object' || typeof list.categories !== 'object' || !Array.isArray(list.search))
    throw new TypeError('This is no list of pages.')
  return list as AppList
}
