import SearchableMap from 'minisearch/SearchableMap'
import { Memory } from '../memory.ts'
import { smallest } from './smallest.ts'

/** How a query's words are taken. */
export interface Manner {
  /** Every word must be in the document, not just one of them. */
  isStrict: boolean
  /** Words that differ in a letter or two count as well. */
  isTolerant: boolean
}

export interface Wanted {
  isWanted: (document: number) => boolean
  most: number
}
export interface Found {
  total: number
  best: Uint32Array
}

/** The share that a word counts which only starts as the asked one does, or is one letter off. */
const PREFIX_SHARE = 0.5
const TYPO_SHARE = 0.3
/** So many words of the index stand for one of the query. */
const MAX_VARIANTS = 256
/** What is remembered of words that were asked for, and what one of their variants weighs. */
const MEMORY_BYTES = 4 * 1024 * 1024
const VARIANT_BYTES = 48
const FIRST_ROOM = 1 << 16
const NOTHING: Found = { total: 0, best: new Uint32Array(0) }
const WEIGHT_BITS = 8
const MAX_WEIGHT = 2 ** WEIGHT_BITS - 1

/** Collects documents for a {@link WordIndex}. */
export class WordIndexDraft {
  readonly numbers = new SearchableMap<number>()
  /** By number of a word: how many documents hold it. */
  readonly counts: number[] = []
  /** Words and, place by place, a document that holds each, with its weight in the last bits. */
  words = new Uint32Array(FIRST_ROOM)
  postings = new Uint32Array(FIRST_ROOM)
  length = 0
  size = 0

  /** Adds the next document; `weights` are 1 to 255 by word. */
  add(weights: ReadonlyMap<string, number>): void {
    for (const [word, weight] of weights) {
      const number = this.numbers.fetch(word, () => this.counts.push(0) - 1)
      this.counts[number] = (this.counts[number] ?? 0) + 1
      if (this.length === this.words.length) this.#grow()
      this.words[this.length] = number
      this.postings[this.length++] = this.size * 2 ** WEIGHT_BITS + Math.min(MAX_WEIGHT, Math.max(1, Math.round(weight)))
    }
    this.size++
  }

  #grow(): void {
    const [words, postings] = [this.words, this.postings]
    this.words = new Uint32Array(words.length * 2)
    this.postings = new Uint32Array(postings.length * 2)
    this.words.set(words)
    this.postings.set(postings)
  }
}

/**
 * Documents by words. MiniSearch's radix tree holds the words and finds their variants; which documents hold them lies in one array of
 * numbers: MiniSearch itself keeps a map a word and makes an object a match, which is too much for tens of thousands of documents at
 * thousands of queries a second.
 */
export class WordIndex {
  readonly #numbers: SearchableMap<number>
  /** Where the postings of a word start; one more at the end. */
  readonly #starts: Uint32Array
  readonly #postings: Uint32Array
  readonly #scores: Float32Array
  /** By document: how many of the query's words it has so far. */
  readonly #matched: Uint8Array
  /** By document: the first of those that are one thing, such as one record in several languages. */
  readonly #thingOf: Uint32Array
  /** Room for the ranks of all documents, so that no search makes garbage of that size. */
  readonly #ranked: Float64Array
  /** Looking for words that are a letter or two off takes longer than all the rest, and people ask for the same words again. */
  readonly #variantsOf = new Memory<ReadonlyMap<number, number>>(MEMORY_BYTES)

  /** Documents that are one thing follow each other; of them, the best counts. */
  constructor({ numbers, counts, words, postings, length, size }: WordIndexDraft, thingOf: Uint32Array) {
    this.#numbers = numbers
    this.#thingOf = thingOf
    this.#starts = new Uint32Array(counts.length + 1)
    for (const [number, count] of counts.entries()) this.#starts[number + 1] = (this.#starts[number] ?? 0) + count
    this.#postings = new Uint32Array(length)
    const next = this.#starts.slice()
    for (let place = 0; place < length; place++) {
      const number = words[place] ?? 0
      const at = next[number] ?? 0
      this.#postings[at] = postings[place] ?? 0
      next[number] = at + 1
    }
    this.#scores = new Float32Array(size)
    this.#matched = new Uint8Array(size)
    this.#ranked = new Float64Array(size)
  }

  /**
   * How many things the words find in wanted documents, and the first document of the best `most` of them, in their order. Of the last word the start is enough.
   */
  find(words: readonly string[], { isStrict, isTolerant }: Manner, { isWanted, most }: Wanted): Found {
    this.#scores.fill(0)
    this.#matched.fill(0)
    for (const [at, word] of words.entries()) {
      let hits = 0
      for (const [number, share] of this.#variants(word, at === words.length - 1, isTolerant))
        hits += this.#score(number, share, at, isStrict)
      if (isStrict && hits === 0) return NOTHING
    }
    return this.#best(isStrict ? words.length : 1, isWanted, most)
  }

  #variants(word: string, isLast: boolean, isTolerant: boolean): ReadonlyMap<number, number> {
    const key = `${isLast ? 'last' : ''} ${isTolerant ? 'tolerant' : ''} ${word}`
    const known = this.#variantsOf.get(key)
    if (known) return known
    const variants = this.#findVariants(word, isLast, isTolerant)
    this.#variantsOf.keep(key, variants, VARIANT_BYTES * (variants.size + 4) + 2 * key.length)
    return variants
  }

  /** The words of the index that stand for one of the query, and the share that they count. */
  #findVariants(word: string, isLast: boolean, isTolerant: boolean): Map<number, number> {
    const variants = new Map<number, number>()
    if (isTolerant && word.length > 3)
      for (const [number, distance] of this.#numbers.fuzzyGet(word, word.length > 5 ? 2 : 1).values())
        variants.set(number, TYPO_SHARE / Math.max(1, distance))
    if (isLast && word.length > 1)
      for (const [longer, number] of this.#numbers.atPrefix(word)) {
        if (variants.size >= MAX_VARIANTS) break
        variants.set(number, PREFIX_SHARE * (word.length / longer.length))
      }
    const exact = this.#numbers.get(word)
    if (exact !== undefined) variants.set(exact, 1)
    return variants
  }

  /** Gives how many documents a word has scored in. */
  #score(number: number, share: number, at: number, isStrict: boolean): number {
    let hits = 0
    const [start = 0, end = 0] = this.#starts.subarray(number, number + 2)
    const rarity = share * Math.log(1 + this.#scores.length / (end - start))
    for (let place = start; place < end; place++) {
      const posting = this.#postings[place] ?? 0
      const document = posting >>> WEIGHT_BITS
      const matched = this.#matched[document] ?? 0
      if (isStrict && matched < at) continue
      hits++
      this.#matched[document] = at + 1
      this.#scores[document] = (this.#scores[document] ?? 0) + rarity * (posting & MAX_WEIGHT)
    }
    return hits
  }

  #best(needed: number, isWanted: Wanted['isWanted'], most: number): Found {
    // Score and document in one number: arrays of numbers sort themselves many times faster than with a function.
    const documents = this.#scores.length
    const ranked = this.#ranked
    let total = 0
    let last = -1
    for (let document = 0; document < documents; document++) {
      if ((this.#matched[document] ?? 0) < needed || !isWanted(document)) continue
      const thing = this.#thingOf[document] ?? 0
      const rank = Math.round((this.#scores[document] ?? 0) * -64) * documents + thing
      if (thing !== last) ranked[total++] = rank
      else if (rank < (ranked[total - 1] ?? 0)) ranked[total - 1] = rank
      last = thing
    }
    const best = smallest(ranked.subarray(0, total), most)
    return { total, best: Uint32Array.from(best, (rank) => rank - Math.floor(rank / documents) * documents) }
  }
}
