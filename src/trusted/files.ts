import { fetchFromDisk } from './disk.ts'
import { fetchInTime } from './fetch-in-time.ts'
import { isOnDisk } from './place.ts'

/** {@link fetchInTime} for a file of this site that scripts read, wherever the site is stored. */
export const fetchFile = (url: string | URL): Promise<Response> =>
  import.meta.env.RELATIVE_LINKS && isOnDisk() ? fetchFromDisk(url) : fetchInTime(url)

/** A file of this site. Throws if it cannot be read. */
export async function loadFile(url: string): Promise<Response> {
  const response = await fetchFile(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}

/** The content of a JSON file of this site, which its build wrote. Throws if it cannot be read. */
export const loadJson = async <T>(url: string): Promise<T> => (await (await loadFile(url)).json()) as T

/** True if the host has a page at an address. Not called on a disk, which has no "not found" page. */
export const isThere = (url: string | URL): Promise<boolean> =>
  fetchInTime(url, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
