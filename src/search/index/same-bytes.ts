import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Cbor, decodeCbor, encodeCbor } from '../cbor.ts'

/** What each of Pagefind's packed files begins with. */
const SIGNATURE = Buffer.from('pagefind_dcd')

const ENTRY = 'pagefind-entry.json'

/** Places in a `pf_meta` file, and in `pagefind-entry.json` (Pagefind 1.5). */
const FILTERS = 3
const SORTS = 4
interface Entry {
  /** `wasm` is the part of a file's name between `wasm.` and `.pagefind`. */
  languages: Record<string, { hash: string; wasm: string | null; page_count: number }>
}

/**
 * Makes one index, whose files are given by path, a function of its documents. Pagefind writes filters, their values and sort orders in the
 * order of a hash map with a random seed, so that these files get other names each time; here they are put in alphabetical order and named
 * by what they hold. Its program stays away when it lies in `programFolder` already, the folder of another index beside this one's.
 * Returns the number of pages in the index.
 */
export function settleIndex(files: Map<string, Uint8Array>, programFolder?: string): number {
  const entry = JSON.parse(Buffer.from(take(files, ENTRY)).toString()) as Entry
  for (const language of Object.values(entry.languages)) {
    const meta = arrayOf(unpacked(take(files, `pagefind.${language.hash}.pf_meta`)))
    meta[FILTERS] = byName(arrayOf(meta[FILTERS]).map((filter) => settleFilter(files, arrayOf(filter))))
    meta[SORTS] = byName(arrayOf(meta[SORTS]))
    language.hash = nameOf(language.hash, meta)
    files.set(`pagefind.${language.hash}.pf_meta`, packed(meta))
    if (programFolder !== undefined) language.wasm = shareProgram(files, language.wasm ?? 'unknown', programFolder)
  }
  files.set(ENTRY, Buffer.from(JSON.stringify(entry)))
  return Object.values(entry.languages).reduce((sum, { page_count }) => sum + page_count, 0)
}

/** Pagefind puts `wasm.` before the name that this gives and loads what lies there: a way up and into another folder is as good. */
function shareProgram(files: Map<string, Uint8Array>, name: string, folder: string): string {
  for (const path of files.keys()) if (path.startsWith('wasm.')) files.delete(path)
  return `${name}/../../${folder}wasm.${name}`
}

/** A filter's file holds its name and `[value, pages]` for each value; the index knows it as `[name, hash]`. */
function settleFilter(files: Map<string, Uint8Array>, [name = '', hash]: Cbor[]): Cbor {
  const [, values] = arrayOf(unpacked(take(files, `filter/${String(hash)}.pf_filter`)))
  const settled = [name, byName(arrayOf(values))]
  const named = nameOf(String(hash), settled)
  files.set(`filter/${named}.pf_filter`, packed(settled))
  return [name, named]
}

function take(files: Map<string, Uint8Array>, path: string): Uint8Array {
  const bytes = files.get(path)
  if (!bytes) throw new TypeError(`Pagefind made no file ${path}, as version 1.5 did.`)
  files.delete(path)
  return bytes
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

const unpacked = (bytes: Uint8Array): Cbor => decodeCbor(gunzipSync(bytes).subarray(SIGNATURE.length))
const packed = (value: Cbor): Uint8Array => gzipSync(Buffer.concat([SIGNATURE, encodeCbor(value)]), { level: 9 })
