import type { ShardLimits } from './shards.ts'

/** How large indexes are made, and from how many documents on, which the pages of one language search, their titles are in files of their own. */
export const SIZES: { shardSize: number; large: ShardLimits['large']; titlesFrom: number } = {
  shardSize: 1000,
  large: { size: 20_000, words: 2_000_000 },
  titlesFrom: 5000,
}

/** When large indexes are made again as a whole, and how far the one may grow that takes up what is new. */
export interface UpdateLimits {
  /** An index with so many pages takes up no more. Each night that changes something makes it again. */
  recentPages: number
  /** There may be so many of them in a language. */
  recentIndexes: number
  /** So large a share of the pages of a language may lie in them, or be gone. */
  changedShare: number
}

export const UPDATE_LIMITS: UpdateLimits = { recentPages: 200, recentIndexes: 6, changedShare: 0.1 }
