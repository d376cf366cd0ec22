import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Cbor, decodeCbor, encodeCbor } from './cbor.ts'

/** What each of Pagefind's packed files begins with. */
const SIGNATURE = Buffer.from('pagefind_dcd')

/** Places in a `pf_meta` file, and in `pagefind-entry.json` (Pagefind 1.5). */
const FILTERS = 3
const SORTS = 4
interface Entry {
  languages: Record<string, { hash: string; page_count: number }>
}

/**
 * Makes one index a function of its documents. Pagefind writes filters, their values and sort orders in the order of a hash map with a
 * random seed, so that these files get other names each time; here they are put in alphabetical order and named by what they hold.
 * Returns the number of pages in the index.
 */
export async function settleIndex(folder: string): Promise<number> {
  const entryPath = join(folder, 'pagefind-entry.json')
  const entry = JSON.parse(await readFile(entryPath, 'utf8')) as Entry
  for (const language of Object.values(entry.languages)) {
    const metaPath = join(folder, `pagefind.${language.hash}.pf_meta`)
    const meta = arrayOf(await readPacked(metaPath))
    const filters = await Promise.all(arrayOf(meta[FILTERS]).map((filter) => settleFilter(folder, arrayOf(filter))))
    meta[FILTERS] = byName(filters)
    meta[SORTS] = byName(arrayOf(meta[SORTS]))
    const hash = nameOf(language.hash, meta)
    await rm(metaPath)
    await writePacked(join(folder, `pagefind.${hash}.pf_meta`), meta)
    language.hash = hash
  }
  await writeFile(entryPath, JSON.stringify(entry))
  return Object.values(entry.languages).reduce((sum, { page_count }) => sum + page_count, 0)
}

/** A filter's file holds its name and `[value, pages]` for each value; the index knows it as `[name, hash]`. */
async function settleFilter(folder: string, [name = '', hash]: Cbor[]): Promise<Cbor> {
  const path = (of: Cbor | undefined): string => join(folder, 'filter', `${String(of)}.pf_filter`)
  const [, values] = arrayOf(await readPacked(path(hash)))
  const settled = [name, byName(arrayOf(values))]
  const named = nameOf(String(hash), settled)
  await rm(path(hash))
  await writePacked(path(named), settled)
  return [name, named]
}

const byName = (items: Cbor[]): Cbor[] => items.toSorted((a, b) => (String(arrayOf(a)[0]) < String(arrayOf(b)[0]) ? -1 : 1))

function arrayOf(value: Cbor | undefined): Cbor[] {
  if (!Array.isArray(value)) throw new TypeError('Pagefind writes its files in another form than version 1.5 did.')
  return value
}

/** A name as long as the one before: the language, then a part of the hash of what the file holds. */
function nameOf(before: string, value: Cbor): string {
  const [lang = ''] = /^.*_/.exec(before) ?? []
  return (
    lang +
    createHash('sha256')
      .update(encodeCbor(value))
      .digest('hex')
      .slice(0, before.length - lang.length)
  )
}

async function readPacked(path: string): Promise<Cbor> {
  return decodeCbor(gunzipSync(await readFile(path)).subarray(SIGNATURE.length))
}

const writePacked = (path: string, value: Cbor): Promise<void> =>
  writeFile(path, gzipSync(Buffer.concat([SIGNATURE, encodeCbor(value)]), { level: 9 }))
