import { hash } from 'node:crypto'

/** Something that lies in a cluster. */
export interface Sized {
  path: string
  bytes: number
  isPacked: boolean
}

/** Things that lie in one cluster, by their numbers. */
export interface Cluster {
  isCompressed: boolean
  members: number[]
  bytes: number
}

/** How large clusters get: what is packed together is unpacked together, so a page costs a reader that much. */
interface Bounds {
  /** No cluster ends before, unless there is nothing more. */
  min: number
  /** In the mean, as many things from there on. */
  run: number
  max: number
}

const TEXTS: Bounds = { min: 256 * 1024, run: 24, max: 2 * 1024 * 1024 }
/** Nothing is unpacked: larger ones cost nothing. */
const MEDIA: Bounds = { min: 8 * 1024 * 1024, run: 64, max: 1024 * 1024 * 1024 }

/**
 * Deals things out to clusters, in their order: those that are packed in themselves apart from the others. Where one ends depends on the paths and
 * sizes around, and not on how many came before: one page more changes a cluster or two, and an update is small.
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
