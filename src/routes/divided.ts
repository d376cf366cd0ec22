import { between } from './path-named.ts'

/** The compiled pages have their own copy of this module: all copies in a process share this. */
const PLACE = Symbol.for('benchbook:divided-folders')
const shared = globalThis as { [PLACE]?: ReadonlySet<string> }

/** Call this before the first path is generated: these folders get subfolders, and no others. */
export function divideFolders(folders: Iterable<string>): void {
  shared[PLACE] = new Set(folders)
}

/** The divided folders, in a fixed order. */
export const dividedFolders = (): string[] => [...(shared[PLACE] ?? [])].sort()

/** Further pages of a list: `/category/page/2/`. No page has this name. */
const PAGES = 'page'

/**
 * The path of a page, or of a file below it, if its folder is divided: `/guide/1234/` becomes `/guide/34/1234/`, in any language. Paths
 * from {@link pathOf} already have this form.
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

/** A media file's name begins with a hash: the letters that its folder is not named after. */
const LETTERS = [2, 4] as const

/** The path in the site of a cached media file: `media/3f/3fa1….jpg`, or `media/3f/a1/3fa1….jpg` if media are divided. */
export function mediaInFolders(file: string): string {
  if (!shared[PLACE]?.has(MEDIA)) return file
  const at = file.lastIndexOf('/') + 1
  return `${file.slice(0, at)}${file.slice(at).slice(...LETTERS)}/${file.slice(at)}`
}

/** The path in the cache of a media file of the site, divided or not. */
export const mediaInCache = (file: string): string => file.replace(/^(media\/[0-9a-f]{2}\/)[0-9a-f]{2}\//, '$1')

/** The folder of all media. */
export const MEDIA = 'media'
