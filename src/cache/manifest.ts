import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CacheError } from '../errors.ts'
import { ifMissing } from '../disk/atomic.ts'
import { readIfExists } from '../disk/read.ts'
import { FORMAT, type Manifest, MANIFEST_PATH, manifestSchema, PENDING_FOLDER } from './layout.ts'

/** The file that a crawl writes last. */
export const manifestFileOf = (folder: string): string => join(folder, MANIFEST_PATH)

/** The manifest of a finished crawl. Throws a {@link CacheError} that describes what is in the folder instead. */
export async function readFinished(folder: string): Promise<Manifest> {
  const pending = await readIfExists(join(folder, PENDING_FOLDER, MANIFEST_PATH))
  if (pending !== undefined) {
    readManifest(pending, folder) // a newer Benchbook must finish its own crawl
    throw new CacheError(
      `The crawl into ${folder} was cut short while it was moving its records into place. Crawl again with the same options: it continues where it stopped.`,
      { code: 'ERR_CACHE_UNFINISHED', path: folder },
    )
  }
  const text = await readIfExists(join(folder, MANIFEST_PATH))
  if (text === undefined) throw await whatIsThere(folder)
  return readManifest(text, folder)
}

/** Changes when another crawl has finished; '' while a crawl moves its records into place, and if there is none. */
export async function finishedMark(folder: string): Promise<string> {
  if (await isFinishing(folder)) return ''
  const file = await stat(manifestFileOf(folder), { bigint: true }).catch(ifMissing)
  return file ? `${file.ino} ${file.mtimeNs}` : ''
}

/** True while the cache contains parts of two crawls. */
export async function isFinishing(folder: string): Promise<boolean> {
  return (await readIfExists(join(folder, PENDING_FOLDER, MANIFEST_PATH))) !== undefined
}

function readManifest(text: string, folder: string): Manifest {
  const path = join(folder, MANIFEST_PATH)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new CacheError(`${path} is damaged. Crawl again into ${folder} to write a new one.`, { cause, code: 'ERR_CACHE_DAMAGED', path })
  }
  const format = Number((value as { format?: unknown } | null)?.format)
  if (format > FORMAT)
    throw new CacheError(
      `The cache in ${folder} has format ${format}, this Benchbook reads up to ${FORMAT}. Update Benchbook, or crawl into another folder.`,
      { code: 'ERR_CACHE_NEWER', path: folder },
    )
  const result = manifestSchema.safeParse(value)
  if (!result.success) {
    const field = result.error.issues[0]?.path.join('.') ?? ''
    throw new CacheError(
      `${path} is no manifest that Benchbook wrote (field "${field}"). Name another folder with \`cache\`, or crawl again.`,
      { code: 'ERR_CACHE_DAMAGED', option: 'cache', path, field },
    )
  }
  return result.data
}

async function whatIsThere(folder: string): Promise<CacheError> {
  const missing = (message: string) => new CacheError(message, { code: 'ERR_CACHE_MISSING', option: 'cache', path: folder })
  const names = await readdir(folder).catch(ifMissing)
  if (!names) return missing(`There is no cache in ${folder}. Crawl a service into it first, or name the right folder with \`cache\`.`)
  if (names.includes(PENDING_FOLDER))
    return new CacheError(
      `The crawl into ${folder} has not finished, and a site is built from a finished crawl only. Crawl again with the same options: it continues where it stopped.`,
      { code: 'ERR_CACHE_UNFINISHED', path: folder },
    )
  return missing(`${folder} holds no finished crawl. Crawl a service into it first, or name the right folder with \`cache\`.`)
}
