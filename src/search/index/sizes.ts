import type { ShardLimits } from './shards.ts'

/** The size of indexes. Titles get files of their own if the pages of any language search at least `titlesFrom` documents. */
export const SIZES: { shard: ShardLimits; titlesFrom: number } = { shard: { pages: 20_000, words: 2_000_000 }, titlesFrom: 1000 }

/** When indexes are remade as a whole, and how far a recent index may grow. */
export interface UpdateLimits {
  /** A group with at most this many pages is remade. */
  wholeUpTo: number
  /** An index with this many pages takes no more. It is remade by each build that changes something. */
  recentPages: number
  /** The maximum number of recent indexes per language. */
  recentIndexes: number
  /** The maximum share of a language's pages that are in recent indexes or gone. */
  changedShare: number
}

export const UPDATE_LIMITS: UpdateLimits = { wholeUpTo: 1000, recentPages: 200, recentIndexes: 6, changedShare: 0.1 }
