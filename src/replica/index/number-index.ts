/** Values by number, both in arrays of numbers; a number may have several. */
export class NumberIndex {
  readonly #keys: Float64Array
  readonly #values: Float64Array

  /** The two arrays are parallel. */
  constructor(keys: ArrayLike<number>, values: ArrayLike<number>) {
    const order = Uint32Array.from(keys, (_, place) => place)
    order.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || (values[a] ?? 0) - (values[b] ?? 0))
    this.#keys = Float64Array.from(order, (place) => keys[place] ?? 0)
    this.#values = Float64Array.from(order, (place) => values[place] ?? 0)
  }

  /** In ascending order. */
  get(key: number): number[] {
    let [low, high] = [0, this.#keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#keys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    const found: number[] = []
    while (this.#keys[low] === key) found.push(this.#values[low++] ?? 0)
    return found
  }
}
