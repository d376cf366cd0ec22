/** The service worker of a site, at its root: its address never changes. */
export const WORKER_FILE = 'service-worker.js'
/** The name of the variable that a build puts before the worker's script. */
export const SHELL_VARIABLE = 'benchbookShell'

/** What the site needs to be shown at all. Files are named from the root of the site, each with the start of its SHA-256 in hex. */
export interface Shell {
  /** Changes with any of its files. */
  id: string
  /** By language, what the list of its pages is called (see list.ts): a new site is a new worker. */
  lists: Record<string, string>
  /** Fetched when the worker is installed. */
  first: Record<string, string>
  /** Kept when they are asked for, such as fonts of other alphabets. */
  later: Record<string, string>
  /** The folders of translations. */
  languages: string[]
  /** Where media are shown from, with a slash at the end; '' for the site itself. */
  mediaBase: string
}

/** A header that asks for what the host has, and no copy. */
export const BYPASS = 'x-benchbook-fresh'

/** Hex digits of a SHA-256 by which a file is told from others. */
export const SUM_LENGTH = 16

/** The page of what is kept, which stands in for one that cannot be had; below the folder of its language. */
export const KEPT_PAGE = 'kept/index.html'

/** Where a file lies that has this address: folders have index pages. */
export const fileAt = (path: string): string => (path === '' || path.endsWith('/') ? `${path}index.html` : path)

/** The SHA-256 of some bytes in hex. */
export async function sumOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
