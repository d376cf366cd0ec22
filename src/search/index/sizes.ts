import type { ShardLimits } from './shards.ts'

/** The size of indexes. Titles get files of their own if the pages of any language search at least `titlesFrom` documents. */
export const SIZES: { shard: ShardLimits; titlesFrom: number } = { shard: { pages: 20_000, words: 2_000_000 }, titlesFrom: 1000 }

/** When indexes are remade as a whole, and how far a recent index may grow. */
export const UPDATE_LIMITS = {
  /** A group with at most this many pages is remade. */
  wholeUpTo: 1000,
  /** An index with this many pages takes no more. It is remade by each build that changes something. */
  recentPages: 200,
  /** The maximum number of recent indexes per language. */
  recentIndexes: 6,
  /** The maximum share of a language's pages that are in recent indexes or gone. */
  changedShare: 0.1,
}
export type UpdateLimits = typeof UPDATE_LIMITS
