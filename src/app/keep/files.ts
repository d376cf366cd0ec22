import { type AppList, pathsKeptWith } from '../list.ts'
import { type KeptMedia, mediaOf, sumInName } from '../page-parts.ts'
import { BYPASS, fileAt, sumOf } from '../shell.ts'

/** A file to be saved; `sum` is the start of its SHA-256 in hex, if known. */
export interface Wanted {
  file: string
  sum: string | undefined
}

/** The storage key of a file: a new version of the same name gets another key. */
export const keyOf = ({ file, sum }: Wanted): string => (sum === undefined ? file : `${file}?${sum}`)

/** A fetched file. */
export interface Fetched extends Wanted {
  blob: Blob
}

/** The host's files differ from its list: a new site is being deployed, or something else answers. */
export class WrongFileError extends Error {
  override name = 'WrongFileError'
}

/** Where a site's files are fetched from: its folder, and the media base if that is another host. */
export interface Places {
  root: string
  mediaBase?: string | undefined
}

/** Fetches a file and verifies its checksum. Throws a TypeError without a network, a {@link WrongFileError} for a different file. */
export async function fetchWanted({ root, mediaBase }: Places, { file, sum }: Wanted, signal: AbortSignal): Promise<Fetched> {
  const isPage = file.endsWith('index.html')
  const isElsewhere = mediaBase !== undefined && file.startsWith('media/')
  const address = (isElsewhere ? mediaBase : root) + encodeURI(isPage ? file.slice(0, -'index.html'.length) : file)
  const cache = sum === undefined ? 'default' : 'no-cache'
  const answer = isElsewhere ? await fetchElsewhere(address, signal) : await fetch(address, { cache, signal, headers: { [BYPASS]: '1' } })
  const blob = await answer.blob()
  const isOther =
    !answer.ok || (sum === undefined ? blob.type.startsWith('text/html') : !(await sumOf(await blob.arrayBuffer())).startsWith(sum))
  if (isOther) throw new WrongFileError(`${address} answered ${answer.status}, and not with the file of the site.`)
  return { file, sum, blob }
}

/**
 * Bypasses the HTTP cache: a response cached for an `<img>` may lack CORS headers. A custom header would require a preflight request.
 * Throws a {@link WrongFileError} if the host does not let this site read its files.
 */
const fetchElsewhere = (address: string, signal: AbortSignal): Promise<Response> =>
  fetch(address, { cache: 'reload', signal }).catch(async (error: unknown) => {
    signal.throwIfAborted()
    await fetch(address, { mode: 'no-cors', signal })
    throw new WrongFileError(`${address} may not be read by this site: its host sends no Access-Control-Allow-Origin.`, { cause: error })
  })

/** The pages saved with a page, according to the list of their language. */
export const pagesWanted = (list: AppList, path: string): Wanted[] =>
  pathsKeptWith(list, path).map((page) => ({ file: fileAt(page), sum: list.pages[page]?.[0] }))

/** The media of a page, with the sizes that each replaces. */
export const mediaWanted = (html: string): (Wanted & Pick<KeptMedia, 'standsFor'>)[] =>
  mediaOf(html).map(({ file, standsFor }) => ({ file, standsFor, sum: sumInName(file) }))

export const searchWanted = ({ search }: AppList): Wanted[] => search.map(([file, , sum]) => ({ file, sum }))
