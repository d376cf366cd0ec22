import { fetchFromDisk } from './disk.ts'
import { isOnDisk } from './place.ts'

/** {@link fetch} for a file of this site that scripts read, wherever the site is stored. */
export const fetchFile = (url: string | URL): Promise<Response> =>
  import.meta.env.RELATIVE_LINKS && isOnDisk() ? fetchFromDisk(url) : fetch(url)

/** True if the host has a page at an address. Not called on a disk, which has no "not found" page. */
export const isThere = (url: string | URL): Promise<boolean> =>
  fetch(url, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
