import type { ListFile } from '../../cache/list-file.ts'
import type { Column, ListColumns, NumberColumn, WordColumn } from './list-columns.ts'
import type { ListName } from '../../model/resources.ts'

const LINE_END = 0x0a
const COMMA = 0x2c
const [OPEN, BETWEEN, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')]

/** The positions and queried fields of a list's items, one number each. Items are identified by their index, from 0. */
export class ListIndex {
  readonly name: ListName
  readonly size: number
  /** The indexes of public items, in the service's order. */
  readonly publicPlaces: Uint32Array
  readonly #file: ListFile
  readonly #columns: Readonly<Record<Column, Float64Array>>
  readonly #words: ReadonlyMap<string, number>
  /** By commentid of a reply, at any depth: the index of its thread. */
  readonly #threads: ReadonlyMap<number, number>
  #byId: Uint32Array | undefined

  constructor(name: ListName, file: ListFile, draft: ListColumns) {
    this.name = name
    this.#file = file
    this.#columns = draft.arrays()
    this.#words = draft.words
    this.#threads = draft.threads
    this.size = this.#columns.id.length
    this.publicPlaces = this.places().filter((place) => this.number('isPublic', place) === 1)
  }

  /** Every index, in the service's order. */
  places(): Uint32Array {
    return Uint32Array.from({ length: this.size }, (_, place) => place)
  }

  /** The id of the item (for tags its index), user or comment context; `modifiedAt` is the later of a guide's and its prerequisites'. */
  number(column: NumberColumn, place: number): number {
    return this.#columns[column][place] ?? 0
  }

  /** Returns a test whether an item's `type` (for a comment: its context) or `category` is among these. */
  hasWord(column: WordColumn, words: readonly string[]): (place: number) => boolean {
    const wanted = new Set(words.map((word) => this.#words.get(word)))
    return (place) => wanted.has(this.#columns[column][place])
  }

  /** The words in a column at these indexes. */
  wordsAt(column: WordColumn, places: Uint32Array): Set<string> {
    const texts = [...this.#words.keys()]
    return new Set(Array.from(new Set(places.map((place) => this.#columns[column][place] ?? 0)), (word) => texts[word] ?? ''))
  }

  /** The index of the item with this id, or of the comment that contains it as a reply. */
  placeOf(id: number): number | undefined {
    const byId = (this.#byId ??= this.places().sort((a, b) => this.number('id', a) - this.number('id', b)))
    let [low, high] = [0, byId.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.number('id', byId[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    const place = byId[low]
    return place !== undefined && this.number('id', place) === id ? place : this.#threads.get(id)
  }

  /** The items at these indexes, unmodified, as a JSON array. Adjacent items in the file are read at once. */
  bytes(places: ArrayLike<number>): Buffer {
    const parts: Buffer[] = [OPEN]
    let at = 0
    while (at < places.length) {
      const start = this.number('offset', places[at] ?? 0)
      while (at + 1 < places.length && this.#areNeighbours(places[at] ?? 0, places[at + 1] ?? 0)) at++
      const run = this.#file.read(start, this.#endOf(places[at++] ?? 0) - start)
      // In JSON strings a line break is "\n" escaped: the remaining ones separate items.
      for (let end = run.indexOf(LINE_END); end >= 0; end = run.indexOf(LINE_END, end)) run[end] = COMMA
      if (parts.length > 1) parts.push(BETWEEN)
      parts.push(run)
    }
    parts.push(CLOSE)
    return Buffer.concat(parts)
  }

  /** One item, unmodified. */
  item(place: number): Buffer {
    return this.#file.read(this.number('offset', place), this.number('length', place))
  }

  /** The items at these indexes. */
  items(places: ArrayLike<number>): unknown[] {
    return JSON.parse(this.bytes(places).toString('utf8')) as unknown[]
  }

  /** Every item, one at a time, in index order. */
  async *all(): AsyncGenerator {
    for await (const { item } of this.#file.items()) yield item
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #endOf(place: number): number {
    return this.number('offset', place) + this.number('length', place)
  }

  #areNeighbours(place: number, next: number): boolean {
    return this.number('offset', next) === this.#endOf(place) + 1
  }
}
