import { addressName, languageOfPath, readServicePath, titleName } from '../../model/addresses/service-path.ts'
import { nameWithHash } from '../../model/title.ts'
import { between, type PageRef, pathNamed } from '../../routes/path-named.ts'
import { fetchFile, isThere } from '../../trusted/files.ts'
import type { SearchPlace } from './engine/indexes.ts'

/**
 * The page of this site for an address that is one of the service's below the site's, such as `/Guide/Kettle+Lid/12#s456`; undefined where it is none, or is
 * not copied. A title's page is found on secure origins only: others have no hashes. `addresses` is the file of those whose form does not tell.
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
      // A page of this site that is gone has an address like the service's.
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

/** Where a page may lie: only sites whose links are relative have folders in between. */
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
