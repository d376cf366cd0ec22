import { hash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { SystemError } from '../../errors.ts'
import { type Cbor, encodeCbor } from './cbor.ts'
import { asFactory } from './classic.ts'
import { decoded, ENTRY, type Entry, listOf, META, MODULE, PAGEFIND_VERSION, SIGNATURE } from './format.ts'
import { KEY_LETTER } from '../title-key.ts'
import { headsOf, type IndexHead, packedId, type Pack } from './index-head.ts'

/**
 * Makes one index, whose files are given by path, a function of its documents. Pagefind writes filters, their values and sort orders in the
 * order of a randomly seeded hash map, which changes the file names each time; here they are sorted alphabetically and named by their
 * content. Pages are put into packs. Removes the files of its head, which is returned, and those of Pagefind's program (see {@link
 * takeProgram}). Throws a {@link SystemError} for files of another Pagefind version.
 */
export function canonicalizeIndex(files: Map<string, Uint8Array>): IndexHead {
  const entry = JSON.parse(Buffer.from(take(files, ENTRY)).toString()) as Entry
  if (entry.version !== PAGEFIND_VERSION) throw otherVersion(entry.version)
  const [language, ...others] = Object.values(entry.languages)
  if (!language || others.length > 0) throw new TypeError('An index has one language.')
  const meta = [...unpacked(take(files, `pagefind.${language.hash}.pf_meta`))]
  meta[META.filters] = byName(arrayOf(meta[META.filters]).map((filter) => settleFilter(files, arrayOf(filter))))
  meta[META.sorts] = byName(arrayOf(meta[META.sorts]))
  meta[META.chunks] = arrayOf(meta[META.chunks]).flatMap((chunk) => splitKeys(files, arrayOf(chunk)))
  const pages = arrayOf(meta[META.pages]).map((page): PackedPage => [String(arrayOf(page)[0]), Number(arrayOf(page)[1])])
  const packs = packFragments(files, pages)
  meta[META.pages] = pages.map(([, words], page) => [packedId(page), words])
  language.hash = nameOf(language.hash, meta)
  const words = pages.reduce((sum, page) => sum + page[1], 0)
  return { entry: JSON.stringify(entry), meta: signed(meta), words, packs, gone: [], places: [] }
}

/** Removes Pagefind's program from the files of an index and returns it: all indexes of a language share it. */
export function takeProgram(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const paths = [...files.keys()].filter((path) => path === MODULE || path.startsWith('wasm.'))
  const program = new Map(paths.map((path) => [path, take(files, path)]))
  return program.set(MODULE, Buffer.from(asFactory(Buffer.from(program.get(MODULE) ?? []).toString())))
}

/** The file with the heads of indexes that are searched together, by folder: its name and content. */
export function headsFile(heads: ReadonlyMap<string, IndexHead>): { name: string; bytes: Uint8Array } {
  const all = Array.from(heads, ([folder, { entry, meta, words, packs, gone, places }]): Cbor => {
    const mask = gone.length > 0 || places.length > 0 ? [[...gone], [...places]] : []
    return [folder, entry, meta, words, packs.map((pack) => [...pack]), ...mask]
  })
  return { name: `${nameOf('0123456789', all)}.pf_meta`, bytes: packed(all) }
}

/** The heads in such a file. */
export const headsIn = (bytes: Uint8Array): Map<string, IndexHead> => headsOf(unpacked(bytes))

/**
 * The head of an index of which only some pages remain, like the deleted documents of Lucene's segments: the files do not change, and
 * searches skip removed pages. `left` are the numbers of the remaining pages, with their positions among all documents, which are stored
 * only if they `haveMoved`.
 */
export function masked(head: IndexHead, left: ReadonlyMap<number, number>, haveMoved: boolean): IndexHead {
  const lengths = listOf(decoded(head.meta)[META.pages]).map((page) => Number(listOf(page)[1]))
  return {
    ...head,
    gone: [...lengths.keys()].filter((number) => !left.has(number)),
    places: haveMoved ? Array.from(lengths.keys(), (number) => left.get(number) ?? 0) : [],
    words: lengths.reduce((sum, words, number) => sum + (left.has(number) ? words : 0), 0),
  }
}

const MOST_KEYS = 500

/** Pagefind cuts its files by occurrences, and a key has one: thousands would be loaded to look for one title. */
function splitKeys(files: Map<string, Uint8Array>, chunk: Cbor[]): Cbor[] {
  const [, to = '', name = ''] = chunk.map(String)
  if (!to.startsWith(KEY_LETTER)) return [chunk]
  const words = arrayOf(unpacked(take(files, `index/${name}.pf_index`))[0])
  const parts = Array.from({ length: Math.ceil(words.length / MOST_KEYS) }, (_, at) => words.slice(at * MOST_KEYS, (at + 1) * MOST_KEYS))
  return parts.map((part) => {
    const named = nameOf(name, [part])
    files.set(`index/${named}.pf_index`, packed([part]))
    const ends = [part.at(0), part.at(-1)].map((word) => arrayOf(word)[0] ?? '')
    return [...ends, named]
  })
}

/** A filter's file contains its name and `[value, pages]` for each value; the index refers to it as `[name, hash]`. */
function settleFilter(files: Map<string, Uint8Array>, [name = '', file]: Cbor[]): Cbor {
  const [, values] = unpacked(take(files, `filter/${String(file)}.pf_filter`))
  const settled = [name, byName(arrayOf(values))]
  const named = nameOf(String(file), settled)
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

/** A name of the same length as before: the language, then part of the content's hash. */
function nameOf(before: string, value: Cbor): string {
  const [lang = ''] = /^.*_/.exec(before) ?? []
  return lang + hash('sha256', encodeCbor(value)).slice(0, before.length - lang.length)
}

const unpacked = (bytes: Uint8Array): readonly Cbor[] => decoded(gunzipSync(bytes))
const signed = (value: Cbor): Uint8Array<ArrayBuffer> => Buffer.concat([Buffer.from(SIGNATURE), encodeCbor(value)])
const packed = (value: Cbor): Uint8Array => gzipSync(signed(value), { level: 9 })

/** A page of an index: the name of its fragment, and its number of words. */
export type PackedPage = readonly [id: string, words: number]

/**
 * Words in a pack: some ten kilobytes. Ten results are in ten packs, so larger packs would cost a page of results more bytes, and smaller
 * ones a host more files.
 */
const [FEWEST, USUAL, MOST] = [2000, 4000, 8000]
/** The overhead of a page in addition to its text (title, filters and picture), in words. */
const BESIDES = 100
const NAME_LENGTH = 10

/** Replaces the fragments of an index with packs of several, and returns these in page order. */
export function packFragments(files: Map<string, Uint8Array>, pages: readonly PackedPage[]): Pack[] {
  return inPacks(pages).map((some) => {
    const texts = some.map(([id]) => {
      const path = fragmentPath(id)
      const bytes = files.get(path)
      if (!bytes) throw new TypeError(`Pagefind made no file ${path}.`)
      files.delete(path)
      return gunzipSync(bytes).subarray(SIGNATURE.length).toString()
    })
    const content = Buffer.from(`${SIGNATURE}[${texts.join(',')}]`)
    const name = hash('sha256', content).slice(0, NAME_LENGTH)
    files.set(fragmentPath(name), gzipSync(content, { level: 9 }))
    return [some.length, name]
  })
}

const fragmentPath = (name: string): string => `fragment/${name}.pf_fragment`

/**
 * Cuts after pages chosen by a hash of their names, so that a new or changed page changes its own pack and rarely the next. The more words
 * a page has, the more likely it ends a pack.
 */
export function inPacks(pages: readonly PackedPage[]): PackedPage[][] {
  const packs: PackedPage[][] = []
  let [pack, words]: [PackedPage[], number] = [[], 0]
  for (const page of pages) {
    const [id, ofText] = page
    pack.push(page)
    words += ofText + BESIDES
    if (words < MOST && (words < FEWEST || shareOf(id) >= (ofText + BESIDES) / (USUAL - FEWEST))) continue
    packs.push(pack)
    ;[pack, words] = [[], 0]
  }
  return pack.length > 0 ? [...packs, pack] : packs
}

/** A pseudo-random number from 0 to 1 for a name, always the same. */
const shareOf = (name: string): number => Number.parseInt(hash('sha256', name).slice(0, 8), 16) / 2 ** 32
