import { type Cbor, decodeCbor } from './cbor.ts'
import type { FilterCounts } from './pagefind-api.ts'

interface Filter {
  name: string
  /** With the numbers of the pages that have each. */
  values: { value: string; pages: readonly number[] }[]
}

/** Which values of each filter the pages of one index have. Pagefind counts only what it finds itself, and not what was found for several words together. */
export class FilterTable {
  readonly #pages: readonly string[]
  readonly #filters: readonly Filter[]

  constructor(pages: readonly string[], filters: readonly Filter[]) {
    this.#pages = pages
    this.#filters = filters
  }

  /** How many of some pages have each value. */
  count(ids: ReadonlySet<string>): FilterCounts {
    const counted = this.#pages.map((id) => Number(ids.has(id)))
    return Object.fromEntries(
      this.#filters.map(({ name, values }) => [
        name,
        Object.fromEntries(values.map(({ value, pages }) => [value, pages.reduce((sum, page) => sum + (counted[page] ?? 0), 0)])),
      ]),
    )
  }
}

/** Places in a `pf_meta` file (Pagefind 1.5). */
const PAGES = 1
const FILTERS = 3
const SIGNATURE = 'pagefind_dcd'

interface Entry {
  languages: Record<string, { hash: string }>
}

/** Loads the table of the index in a folder, which ends in a slash. Throws when a file cannot be read. */
export async function loadFilterTable(folder: string): Promise<FilterTable> {
  const entry = (await (await answered(`${folder}pagefind-entry.json`)).json()) as Entry
  const [{ hash } = { hash: '' }] = Object.values(entry.languages)
  const meta = await unpacked(`${folder}pagefind.${hash}.pf_meta`)
  const filters = await Promise.all(listOf(meta[FILTERS]).map((filter) => loadFilter(folder, listOf(filter))))
  return new FilterTable(
    listOf(meta[PAGES]).map((page) => String(listOf(page)[0])),
    filters,
  )
}

async function loadFilter(folder: string, [name, hash]: readonly Cbor[]): Promise<Filter> {
  const [, values] = await unpacked(`${folder}filter/${String(hash)}.pf_filter`)
  return { name: String(name), values: listOf(values).map(valueOf) }
}

function valueOf(of: Cbor): { value: string; pages: number[] } {
  const [value, pages] = listOf(of)
  return { value: String(value), pages: listOf(pages).map(Number) }
}

const listOf = (value: Cbor | undefined): readonly Cbor[] => (Array.isArray(value) ? value : [])

async function answered(url: string): Promise<Response> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response
}

/** Some hosts unpack such files on their way. */
async function unpacked(url: string): Promise<readonly Cbor[]> {
  const packed = new Uint8Array(await (await answered(url)).arrayBuffer())
  const bytes = isSigned(packed) ? packed : await gunzipped(packed)
  return listOf(decodeCbor(bytes.subarray(SIGNATURE.length)))
}

const isSigned = (bytes: Uint8Array): boolean => new TextDecoder().decode(bytes.subarray(0, SIGNATURE.length)) === SIGNATURE

async function gunzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
