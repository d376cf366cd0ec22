import { hash } from 'node:crypto'

/** An item to put into a cluster. */
export interface Sized {
  path: string
  bytes: number
  isPacked: boolean
}

/** The items of one cluster, by number. */
export interface Cluster {
  isCompressed: boolean
  members: number[]
  bytes: number
}

/** The size of clusters: a cluster is decompressed as a whole, so this is what a page costs a reader. */
interface Bounds {
  /** A cluster ends below this only if the next item would exceed `max`. */
  min: number
  /** The mean number of further items. */
  run: number
  max: number
}

const TEXTS: Bounds = { min: 256 * 1024, run: 24, max: 2 * 1024 * 1024 }
/** Not compressed, so larger ones cost nothing. */
const MEDIA: Bounds = { min: 8 * 1024 * 1024, run: 64, max: 1024 * 1024 * 1024 }

/**
 * Assigns items to clusters, in order: already compressed ones separately. The end of a cluster depends on the paths and sizes around it,
 * not on the number of items before: one more page changes a cluster or two, which keeps updates small.
 */
export function clustersOf(things: readonly Sized[]): Cluster[] {
  const clusters: Cluster[] = []
  const open = new Map<boolean, Cluster>()
  for (const [number, { path, bytes, isPacked }] of things.entries()) {
    const { min, run, max } = isPacked ? MEDIA : TEXTS
    let cluster = open.get(isPacked)
    if (cluster && (cluster.bytes + bytes > max || (cluster.bytes >= min && isBoundary(path, run)))) cluster = undefined
    if (!cluster) clusters.push((cluster = { isCompressed: !isPacked, members: [], bytes: 0 }))
    open.set(isPacked, cluster)
    cluster.members.push(number)
    cluster.bytes += bytes
  }
  return clusters
}

const isBoundary = (path: string, run: number): boolean => hash('sha1', path, 'buffer').readUInt32LE(0) % run === 0
