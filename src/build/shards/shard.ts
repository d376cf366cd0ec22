import { hash } from 'node:crypto'

/** One of the parts that a build is divided into, counted from 1. */
export interface Shard {
  number: number
  of: number
}

/** Reads `3/8`; undefined for '', a build that is not divided. */
export function shardOf(text: string): Shard | undefined {
  const [number, of] = text.split('/').map(Number)
  return number && of ? { number, of } : undefined
}

/** True for what belongs to a shard by its name, such as the file of a page: always to the same of so many. */
export const isIn = (shard: Shard | undefined, name: string): boolean =>
  !shard || Number.parseInt(hash('sha256', name).slice(0, 8), 16) % shard.of === shard.number - 1
