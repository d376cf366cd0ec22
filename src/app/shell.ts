/** The service worker of a site, at its root: its address never changes. */
export const WORKER_FILE = 'service-worker.js'
/** The name of the variable that a build prepends to the worker's script. */
export const SHELL_VARIABLE = 'benchbookShell'

/** The files needed to show the site at all. They are named relative to its root, each with the start of its SHA-256 in hex. */
export interface Shell {
  /** Changes with any of its files. */
  id: string
  /** By language, the id of the list of its pages (see list.ts): a new site implies a new worker. */
  lists: Record<string, string>
  /** Fetched when the worker is installed. */
  first: Record<string, string>
  /** Stored on first use, such as fonts of other alphabets. */
  later: Record<string, string>
  /** The folders of translations. */
  languages: string[]
  /** The base of the media, with a trailing slash; '' for the site itself. */
  mediaBase: string
}

/** A request header that bypasses stored copies. */
export const BYPASS = 'x-benchbook-fresh'

/** The number of SHA-256 hex digits that identify a file's content. */
export const SUM_LENGTH = 16

/** The page of saved content, which replaces unavailable pages; below the folder of its language. */
export const KEPT_PAGE = 'kept/index.html'

/** The file for an address: folders have index pages. */
export const fileAt = (path: string): string => (path === '' || path.endsWith('/') ? `${path}index.html` : path)

/** The SHA-256 of some bytes in hex. */
export async function sumOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
