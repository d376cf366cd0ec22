import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { SystemError } from '../../errors.ts'
import { type Cbor, decodeCbor, encodeCbor } from './cbor.ts'
import { ENTRY, type Entry, META, PAGEFIND_VERSION, SIGNATURE } from './format.ts'

/**
 * Makes one index, whose files are given by path, a function of its documents. Pagefind writes filters, their values and sort orders in the
 * order of a hash map with a random seed, so that these files get other names each time; here they are put in alphabetical order and named
 * by what they hold. Its program stays away when it lies in `programFolder` already, the folder of another index beside this one's.
 * Returns the number of pages in the index. Throws a {@link SystemError} for files of another version of Pagefind.
 */
export function settleIndex(files: Map<string, Uint8Array>, programFolder?: string): number {
  const entry = JSON.parse(Buffer.from(take(files, ENTRY)).toString()) as Entry
  if (entry.version !== PAGEFIND_VERSION) throw otherVersion(entry.version)
  for (const language of Object.values(entry.languages)) {
    const meta = arrayOf(unpacked(take(files, `pagefind.${language.hash}.pf_meta`)))
    meta[META.filters] = byName(arrayOf(meta[META.filters]).map((filter) => settleFilter(files, arrayOf(filter))))
    meta[META.sorts] = byName(arrayOf(meta[META.sorts]))
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
  if (!bytes) throw new TypeError(`Pagefind made no file ${path}, as version ${PAGEFIND_VERSION} did.`)
  files.delete(path)
  return bytes
}

const otherVersion = (version: string): SystemError =>
  new SystemError(
    `The search index was made by Pagefind ${version}, and its files are known of ${PAGEFIND_VERSION} only. Run "npm ci" to get that one.`,
    { code: 'ERR_SEARCH_INDEX' },
  )

const byName = (items: Cbor[]): Cbor[] => items.toSorted((a, b) => (String(arrayOf(a)[0]) < String(arrayOf(b)[0]) ? -1 : 1))

function arrayOf(value: Cbor | undefined): Cbor[] {
  if (!Array.isArray(value)) throw new TypeError(`Pagefind writes its files in another form than version ${PAGEFIND_VERSION} did.`)
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
const packed = (value: Cbor): Uint8Array => gzipSync(Buffer.concat([Buffer.from(SIGNATURE), encodeCbor(value)]), { level: 9 })
