import { join } from 'node:path'
import { Readable } from 'node:stream'
import { forget, namesIn, streamAtomically } from '../disk/atomic.ts'
import { bytesNow } from '../disk/read.ts'
import { COLOURS_PATH, MEDIA_HASH_LENGTH } from './layout.ts'

/** A picture's average colour as 0xRRGGBB, that it has none to show, or that it is not known yet. */
export type Colour = number | 'none' | 'unknown'

/** All lines have this length, so a line is found by its number. */
const HEADER = 'benchbook colours, format 1\n'
const LINE_LENGTH = HEADER.length
const COLOUR_AT = MEDIA_HASH_LENGTH + 1
const COLOUR_LENGTH = 6
const SIGNS = { none: '------', unknown: '??????' }

/**
 * The average colours of a cache's pictures, by the hash of their address: lines of equal length, sorted by hash. A million of them take
 * 28 MB, unparsed, in the file and in memory.
 */
export class ColourTable {
  readonly #lines: Buffer

  private constructor(lines: Buffer) {
    this.#lines = lines
  }

  /** The table of a cache; empty if the file is missing or invalid. A damaged line counts as unknown. */
  static read(folder: string): ColourTable {
    const bytes = bytesNow(join(folder, COLOURS_PATH))
    const isWhole = bytes && bytes.length % LINE_LENGTH === 0 && bytes.toString('latin1', 0, LINE_LENGTH) === HEADER
    return new ColourTable(isWhole ? bytes.subarray(LINE_LENGTH) : Buffer.alloc(0))
  }

  /** A table of these sorted hashes, with the colours that another table has for them. */
  static async of(shelves: AsyncIterable<readonly string[]>, before: ColourTable): Promise<ColourTable> {
    const parts: Buffer[] = []
    for await (const hashes of shelves)
      parts.push(Buffer.from(hashes.map((hash) => `${hash} ${signOf(before.at(before.indexOf(hash)))}\n`).join(''), 'latin1'))
    return new ColourTable(Buffer.concat(parts))
  }

  get length(): number {
    return this.#lines.length / LINE_LENGTH
  }

  /** The number of a hash's line, from 0; -1 if it has none. */
  indexOf(hash: string): number {
    let [from, to] = [0, this.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      const other = this.#text(middle, 0, MEDIA_HASH_LENGTH)
      if (other === hash) return middle
      if (other < hash) from = middle + 1
      else to = middle
    }
    return -1
  }

  at(index: number): Colour {
    const sign = index < 0 ? SIGNS.unknown : this.#text(index, COLOUR_AT, COLOUR_LENGTH)
    if (sign === SIGNS.none) return 'none'
    return /^[\da-f]{6}$/.test(sign) ? Number.parseInt(sign, 16) : 'unknown'
  }

  set(index: number, colour: Colour): void {
    this.#lines.write(signOf(colour), index * LINE_LENGTH + COLOUR_AT, 'latin1')
  }

  has(colour: Colour): boolean {
    for (let index = 0; index < this.length; index++) if (this.at(index) === colour) return true
    return false
  }

  equals(other: ColourTable): boolean {
    return this.#lines.equals(other.#lines)
  }

  /** Atomically replaces the stored table; the cache must be locked. Removes leftovers of a killed process. */
  async write(folder: string): Promise<void> {
    for (const name of await namesIn(folder)) if (name.startsWith(`${COLOURS_PATH}.`)) forget(join(folder, name))
    if (bytesNow(join(folder, COLOURS_PATH)) === undefined) forget(join(folder, COLOURS_PATH))
    await streamAtomically(join(folder, COLOURS_PATH), Readable.from([Buffer.from(HEADER, 'latin1'), this.#lines]))
  }

  #text(index: number, from: number, length: number): string {
    const start = index * LINE_LENGTH + from
    return this.#lines.toString('latin1', start, start + length)
  }
}

const signOf = (colour: Colour): string => (typeof colour === 'number' ? colour.toString(16).padStart(COLOUR_LENGTH, '0') : SIGNS[colour])
