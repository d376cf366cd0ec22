import { addressName, languageOfPath, readServicePath, titleName } from '../../model/addresses/service-path.ts'
import { nameWithHash } from '../../model/title.ts'
import { between, type PageRef, pathNamed } from '../../routes/path-named.ts'
import { fetchFile, isThere } from '../../trusted/files.ts'
import type { SearchPlace } from './engine/indexes.ts'

/**
 * The page of this site for one of the service's addresses below the site's, such as `/Guide/Kettle+Lid/12#s456`; undefined if it is none,
 * or is not copied. Titles are resolved on secure origins only, as others have no Web Crypto. `addresses` is the file of those that cannot
 * be derived from their form.
 */
export async function copyOf(
  { pathname, search, hash }: Location,
  { base, root }: SearchPlace,
  addresses: string | undefined,
): Promise<string | undefined> {
  const [ours, files] = [base, root].map((folder) => new URL(folder, location.href).pathname)
  const folder = [ours, files].find((folder) => folder !== undefined && pathname.startsWith(folder)) ?? '/'
  const path = `/${pathname.slice(folder.length)}`
  const ref = readServicePath(path)
  const stated = addresses === undefined ? undefined : await statedPage(path, addresses)
  const name = stated ?? (ref && ref.kind !== 'document' ? await pathOfCopy(ref) : undefined)
  if (!name) return undefined
  const lang = languageOfPath(path)
  const folders = new Set([...(lang ? [`${files}${lang}/`] : []), ours, files])
  for (const folder of folders) {
    for (const place of placesOf(name)) {
      const address = `${folder}${place}`
      // A removed page of this site has an address like the service's.
      if (address !== pathname && (await isThere(address))) return `${address}${search}${hash}`
    }
  }
  return undefined
}

/** The page of the record that states the path as its address, or had the title. */
async function statedPage(path: string, file: string): Promise<string | undefined> {
  const ref = readServicePath(path)
  const pages = (await (await fetchFile(file)).json()) as Record<string, string>
  return pages[addressName(path)] ?? (ref?.kind === 'wiki' ? pages[titleName(ref)] : undefined)
}

/** The possible places of a page: only sites with relative links have folders in between. */
function placesOf(path: string): string[] {
  const [, kind = '', name = ''] = path.split('/')
  return [`${kind}/${name}/`, ...(import.meta.env.RELATIVE_LINKS ? [`${kind}/${between(name)}/${name}/`] : [])]
}

async function pathOfCopy(ref: PageRef): Promise<string | undefined> {
  const title = ref.kind === 'wiki' ? ref.title : ref.kind === 'tag' ? ref.tag : ''
  if (title && !isSecureContext) return undefined
  const hash = title && (await sha256Of(title))
  return pathNamed(ref, (_folder, named) => nameWithHash(named, hash))
}

async function sha256Of(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
