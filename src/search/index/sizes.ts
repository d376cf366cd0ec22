import type { ShardLimits } from './shards.ts'

/** How large indexes are made, and from how many documents on, which the pages of one language search, their titles are in files of their own. */
export const SIZES: { shard: ShardLimits; titlesFrom: number } = { shard: { pages: 20_000, words: 2_000_000 }, titlesFrom: 1000 }

/** When indexes are made again as a whole, and how far the one may grow that takes up what is new. */
export interface UpdateLimits {
  /** What has so few pages is made again. */
  wholeUpTo: number
  /** An index with so many pages takes up no more. Each night that changes something makes it again. */
  recentPages: number
  /** There may be so many of them in a language. */
  recentIndexes: number
  /** So large a share of the pages of a language may lie in them, or be gone. */
  changedShare: number
}

export const UPDATE_LIMITS: UpdateLimits = { wholeUpTo: 1000, recentPages: 200, recentIndexes: 6, changedShare: 0.1 }
