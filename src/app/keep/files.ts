import { type AppList, pathsKeptWith } from '../list.ts'
import { type KeptMedia, mediaOf, sumInName } from '../page-parts.ts'
import { BYPASS, fileAt, sumOf } from '../shell.ts'

/** A file that is to be kept; `sum` is the start of its SHA-256 in hex, where it is known. */
export interface Wanted {
  file: string
  sum: string | undefined
}

/** What a file is kept by: a new one of the same name is another. */
export const keyOf = ({ file, sum }: Wanted): string => (sum === undefined ? file : `${file}?${sum}`)

/** A file that is there. */
export interface Fetched extends Wanted {
  blob: Blob
}

/** The host has other files than its list says: a new site is being put there, or something else answers. */
export class WrongFileError extends Error {
  override name = 'WrongFileError'
}

/** Where the files of a site are fetched from: its folder, and where media are, if that is another host. */
export interface Places {
  root: string
  mediaBase?: string | undefined
}

/** Fetches a file of the site and holds it against its sum. Throws a TypeError where there is no network, a {@link WrongFileError} for another file. */
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
 * Anew: what the browser had for an `<img>` need not say that scripts may read it. A header of ours would be asked about first. Throws a {@link WrongFileError} where the host does not
 * let this site read its files.
 */
const fetchElsewhere = (address: string, signal: AbortSignal): Promise<Response> =>
  fetch(address, { cache: 'reload', signal }).catch(async (error: unknown) => {
    signal.throwIfAborted()
    await fetch(address, { mode: 'no-cors', signal })
    throw new WrongFileError(`${address} may not be read by this site: its host sends no Access-Control-Allow-Origin.`, { cause: error })
  })

/** The pages that are kept with one, by the list of their language. */
export const pagesWanted = (list: AppList, path: string): Wanted[] =>
  pathsKeptWith(list, path).map((page) => ({ file: fileAt(page), sum: list.pages[page]?.[0] }))

/** The media of a page, with what each stands in for. */
export const mediaWanted = (html: string): (Wanted & Pick<KeptMedia, 'standsFor'>)[] =>
  mediaOf(html).map(({ file, standsFor }) => ({ file, standsFor, sum: sumInName(file) }))

export const searchWanted = ({ search }: AppList): Wanted[] => search.map(([file, , sum]) => ({ file, sum }))
