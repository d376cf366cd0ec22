/** What a build tells of the pages of a language, for those who keep some: `app/en.json`. Paths start at the root of the site. */
export interface AppList {
  /** Changes with whatever is in it. */
  id: string
  /** Where the media are fetched from, with a slash at the end; absent where that is the site itself. */
  mediaBase?: string
  /** By path, `guide/12/`: the start of its SHA-256, its bytes, those of its pictures and other media, and what is needed to follow it. */
  pages: Record<string, readonly [sum: string, bytes: number, mediaBytes: number, needs?: readonly string[]]>
  /** By path: the paths of its pages, of the categories in it and of its guides. */
  categories: Record<string, readonly string[]>
  /** The files of the search that this language asks. */
  search: readonly (readonly [file: string, bytes: number, sum: string])[]
}

/** Where the list of a language lies. */
export const listFile = (lang: string): string => `app/${lang}.json`

/** The paths of pages that are kept with one: of a guide, the guides to do first and the pages of its tools; of a category, all that is below it. */
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

/** About how many bytes keeping a page takes; pictures that several pages show are counted for each. */
export function bytesOf(list: AppList, path: string): number {
  let bytes = 0
  for (const one of pathsKeptWith(list, path)) bytes += (list.pages[one]?.[1] ?? 0) + (list.pages[one]?.[2] ?? 0)
  return bytes
}

export const searchBytes = ({ search }: AppList): number => search.reduce((sum, [, bytes]) => sum + bytes, 0)

/** Throws a TypeError for what is no list: hosts answer anything. */
export function readList(text: string): AppList {
  const list = JSON.parse(text) as Partial<AppList> | null
  if (typeof list?.id !== 'string' || typeof list.pages !== 'object' || typeof list.categories !== 'object' || !Array.isArray(list.search))
    throw new TypeError('This is no list of pages.')
  return list as AppList
}
