/** Pseudo-random numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const VOCABULARY = 30_000
const ONSETS = 'b c ch d f g h j k l m n p r s sh st t th tr v w z br cl gr pl sp'.split(' ')
const VOWELS = 'a e i o u ai ea ee ou oo'.split(' ')
const CODAS = ' n r s t l m ck nd st ng'.split(' ')

/** The word of a rank: frequent words are short, as in natural languages. */
function wordOf(rank: number): string {
  let rest = rank
  let word = ''
  do {
    for (const part of [ONSETS, VOWELS, CODAS]) {
      word += part[rest % part.length] ?? ''
      rest = Math.floor(rest / part.length)
    }
  } while (rest > 0)
  return word
}

const WORDS = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank))

/** By rank: the cumulative share of words up to this rank, by Zipf's law. */
const SHARES = ((): Float64Array => {
  const sums = new Float64Array(VOCABULARY)
  let sum = 0
  for (let rank = 0; rank < VOCABULARY; rank++) sums[rank] = sum += 1 / (rank + 1)
  return sums.map((upTo) => upTo / sum)
})()

/** A word of {@link VOCABULARY}, with a frequency by Zipf's law. */
export function anyWord(chance: () => number): string {
  const wanted = chance()
  let [from, to] = [0, VOCABULARY - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((SHARES[middle] ?? 1) < wanted) from = middle + 1
    else to = middle
  }
  return WORDS[from] ?? ''
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A sentence of this many words, without its full stop. */
export const sentence = (chance: () => number, words: number): string =>
  capital(Array.from({ length: words }, () => anyWord(chance)).join(' '))
