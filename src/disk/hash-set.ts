/** Hex digits of a hash that are stored: 80 bits. */
export const HASH_LENGTH = 20
/** The digits that fit a double exactly. */
const HEAD_LENGTH = 13
/** Above this load factor a table becomes slow. */
const MAX_LOAD = 2 / 3

/** A set of hashes of {@link HASH_LENGTH} hex digits, at 12 to 36 bytes each instead of a Set's 70. Removal is not supported. */
export class HashSet {
  #heads = new Float64Array(1024)
  #tails = new Uint32Array(1024)
  #size = 0

  get size(): number {
    return this.#size
  }

  has(hash: string): boolean {
    return this.#heads[this.#placeOf(headOf(hash), tailOf(hash))] !== 0
  }

  add(hash: string): this {
    if (this.#put(headOf(hash), tailOf(hash)) && ++this.#size > MAX_LOAD * this.#heads.length) this.#grow()
    return this
  }

  /** False if it was already present. */
  #put(head: number, tail: number): boolean {
    const place = this.#placeOf(head, tail)
    if (this.#heads[place] !== 0) return false
    this.#heads[place] = head
    this.#tails[place] = tail
    return true
  }

  /** Its slot, or the free slot where it belongs. */
  #placeOf(head: number, tail: number): number {
    const mask = this.#heads.length - 1
    let place = tail & mask
    while (this.#heads[place] !== 0 && !(this.#heads[place] === head && this.#tails[place] === tail)) place = (place + 1) & mask
    return place
  }

  #grow(): void {
    const [heads, tails] = [this.#heads, this.#tails]
    this.#heads = new Float64Array(2 * heads.length)
    this.#tails = new Uint32Array(2 * heads.length)
    heads.forEach((head, place) => head !== 0 && this.#put(head, tails[place] ?? 0))
  }
}

/** Never 0, which marks a free slot. */
const headOf = (hash: string): number => Number.parseInt(hash.slice(0, HEAD_LENGTH), 16) + 1
const tailOf = (hash: string): number => Number.parseInt(hash.slice(HEAD_LENGTH, HASH_LENGTH), 16)
