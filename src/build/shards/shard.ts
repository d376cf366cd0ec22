import { hash } from 'node:crypto'

/** A part of a divided build, counted from 1. */
export interface Shard {
  number: number
  of: number
}

/** Parses `3/8`; undefined for '', a build that is not divided. */
export function shardOf(text: string): Shard | undefined {
  const [number, of] = text.split('/').map(Number)
  return number && of ? { number, of } : undefined
}

/** True if a shard contains something, by its name, such as the file of a page: always the same shard for a given count. */
export const isIn = (shard: Shard | undefined, name: string): boolean =>
  !shard || Number.parseInt(hash('sha256', name).slice(0, 8), 16) % shard.of === shard.number - 1
