import { hash } from 'node:crypto'

/** Numbers by text, the text itself not being kept: two numbers an entry. What is found may belong to another text, once in 2⁴⁸. */
export class HashIndex {
  readonly #hashes: Float64Array
  readonly #values: Float64Array

  constructor(entries: readonly (readonly [text: string, value: number])[]) {
    const rows = entries.map(([text, value]): [number, number] => [hashOf(text), value]).sort(([a, x], [b, y]) => a - b || x - y)
    this.#hashes = Float64Array.from(rows, ([key]) => key)
    this.#values = Float64Array.from(rows, ([, value]) => value)
  }

  get(text: string): number[] {
    const wanted = hashOf(text)
    let [low, high] = [0, this.#hashes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#hashes[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    const found: number[] = []
    while (this.#hashes[low] === wanted) found.push(this.#values[low++] ?? 0)
    return found
  }
}

/** 48 bits: a number holds them exactly. */
const hashOf = (text: string): number => hash('sha1', text, 'buffer').readUIntBE(0, 6)
