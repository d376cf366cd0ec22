import { createHash } from 'node:crypto'
import type { CacheReader } from '../cache/reader.ts'
import { fieldOf } from './fields.ts'

/** Which image or video has which GUID: two numbers a record, in the order of the first. */
export class GuidIndex {
  readonly #cache: CacheReader
  readonly #kind: 'image' | 'video'
  readonly #hashes: Float64Array
  readonly #ids: Float64Array

  private constructor(cache: CacheReader, kind: 'image' | 'video', rows: readonly (readonly [hash: number, id: number])[]) {
    this.#cache = cache
    this.#kind = kind
    this.#hashes = Float64Array.from(rows, ([hash]) => hash)
    this.#ids = Float64Array.from(rows, ([, id]) => id)
  }

  /** Reads every record of the kind once. */
  static async of(cache: CacheReader, kind: 'image' | 'video'): Promise<GuidIndex> {
    const rows: [number, number][] = []
    for await (const key of cache.keys(kind)) {
      const guid = key.lang ? undefined : guidOf(await cache.record(key))
      if (typeof guid === 'string' && guid) rows.push([hash(guid), Number(key.id)])
    }
    return new GuidIndex(
      cache,
      kind,
      rows.sort(([a], [b]) => a - b),
    )
  }

  /** The stored answer of the record that has this GUID, upper and lower case being different. */
  async recordText(guid: string): Promise<string | undefined> {
    const wanted = hash(guid)
    let [low, high] = [0, this.#hashes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#hashes[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    for (let at = low; this.#hashes[at] === wanted; at++) {
      const text = await this.#cache.recordText({ kind: this.#kind, id: String(this.#ids[at]) })
      if (text !== undefined && guidOf(JSON.parse(text)) === guid) return text
    }
    return undefined
  }
}

/** An image says its GUID in its `image`; a video may say its own. */
function guidOf(detail: unknown): unknown {
  return fieldOf(detail, 'guid') ?? fieldOf(fieldOf(detail, 'image'), 'guid')
}

/** 48 bits: a number holds them exactly. */
const hash = (guid: string): number => createHash('sha1').update(guid).digest().readUIntBE(0, 6)
