import { between } from './path-named.ts'

/** Astro bundles the pages with a copy of this module of their own, and all copies in a process share this. */
const PLACE = Symbol.for('benchbook:divided-folders')
const shared = globalThis as { [PLACE]?: ReadonlySet<string> }

/** To be called before the first path is made: what lies in these folders gets one more in between, those of before are whole again. */
export function divideFolders(folders: Iterable<string>): void {
  shared[PLACE] = new Set(folders)
}

/** The folders that {@link divideFolders} was told of, in a fixed order. */
export const dividedFolders = (): string[] => [...(shared[PLACE] ?? [])].sort()

/** Further pages of a list of all: `/category/page/2/`. No name of a page is this. */
const PAGES = 'page'

/**
 * The path of a page, or of what lies below it, where its folder is divided: `/guide/1234/` is `/guide/34/1234/`, in any language. A path from
 * {@link pathOf} is such a path already.
 */
export function inFolders(path: string): string {
  const divided = shared[PLACE]
  if (!divided?.size) return path
  const parts = path.split('/')
  const start = parts[0] === '' ? 1 : 0
  const at = divided.has(parts[start] ?? '') ? start : start + 1
  const name = parts[at + 1]
  if (!divided.has(parts[at] ?? '') || !name || name === PAGES || parts.length <= at + 2) return path
  return parts.toSpliced(at + 1, 0, between(name)).join('/')
}

/** Of the name of a media file, which begins with a hash, those letters decide that its folder is not named by. */
const LETTERS = [2, 4] as const

/** The path in the site of a media file of the cache: `media/3f/3fa1….jpg` is `media/3f/a1/3fa1….jpg` where these are divided. */
export function mediaInFolders(file: string): string {
  if (!shared[PLACE]?.has(MEDIA)) return file
  const at = file.lastIndexOf('/') + 1
  return `${file.slice(0, at)}${file.slice(at).slice(...LETTERS)}/${file.slice(at)}`
}

/** The path in the cache of a media file of the site, divided or not. */
export const mediaInCache = (file: string): string => file.replace(/^(media\/[0-9a-f]{2}\/)[0-9a-f]{2}\//, '$1')

/** The folder of all media. */
export const MEDIA = 'media'
