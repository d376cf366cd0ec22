import { hash } from 'node:crypto'
import zlib, { constants } from 'node:zlib'
import { inTurns } from '../input-file.ts'
import type { OutputFile } from '../output-file.ts'
import { type Content, copyInto, lengthOf, piecesOf } from '../source-file.ts'
import * as layout from './layout.ts'

/** An item of an archive; one that is already compressed is stored as it is. */
interface Item {
  path: string
  content: Content
  isPacked: boolean
}

interface Cluster<T> {
  isCompressed: boolean
  members: T[]
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
export function clustersOf<T extends Item>(items: readonly T[]): Cluster<T>[] {
  const clusters: Cluster<T>[] = []
  const open = new Map<boolean, Cluster<T>>()
  for (const item of items) {
    const { path, isPacked } = item
    const bytes = lengthOf(item.content)
    const { min, run, max } = isPacked ? MEDIA : TEXTS
    let cluster = open.get(isPacked)
    if (cluster && (cluster.bytes + bytes > max || (cluster.bytes >= min && isBoundary(path, run)))) cluster = undefined
    if (!cluster) clusters.push((cluster = { isCompressed: !isPacked, members: [], bytes: 0 }))
    open.set(isPacked, cluster)
    cluster.members.push(item)
    cluster.bytes += bytes
  }
  return clusters
}

const isBoundary = (path: string, run: number): boolean => hash('sha1', path, 'buffer').readUInt32LE(0) % run === 0

/** The highest level, 19, takes twenty times as long and makes texts only 4 to 6 % smaller. */
const LEVEL = 12
const MAX_32 = 0xffff_ffff

/** For every bundle, by the bytes of its files. */
export interface ClusterHooks {
  signal?: AbortSignal
  onProgress?: (progress: { doneBytes: number; knownBytes: number }) => void
}

/** Writes clusters in order. Returns their offsets. */
export async function writeClusters(file: OutputFile, clusters: readonly Cluster<{ content: Content }>[], hooks: ClusterHooks) {
  const knownBytes = clusters.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  const pointers: number[] = []
  const pack = compressor()
  for await (const cluster of inTurns(clusters, hooks.signal)) {
    const items = cluster.members.map(({ content }) => content)
    pointers.push(file.position)
    if (cluster.isCompressed) for (const piece of [layout.clusterKind(true), pack(items)]) file.write(piece)
    else writeStored(file, cluster.bytes, items)
    hooks.onProgress?.({ doneBytes: (doneBytes += cluster.bytes), knownBytes })
  }
  return pointers
}

/** Compresses the items of a cluster, reusing the same memory: the allocator would not return the memory of hundreds of clusters. */
function compressor(): (items: readonly Content[]) => Buffer {
  let memory = Buffer.alloc(0)
  return (items) => {
    const offsets = layout.blobOffsets(items.map(lengthOf))
    const length = items.reduce((sum, item) => sum + lengthOf(item), offsets.length)
    if (memory.length < length) memory = Buffer.allocUnsafe(length)
    copyInto([offsets, ...items], memory, 0)
    return zlib.zstdCompressSync(memory.subarray(0, length), {
      pledgedSrcSize: length,
      params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    })
  }
}

function writeStored(file: OutputFile, bytes: number, items: readonly Content[]): void {
  const isExtended = bytes + 8 * (items.length + 1) > MAX_32
  file.write(layout.clusterKind(false, isExtended))
  file.write(layout.blobOffsets(items.map(lengthOf), isExtended))
  for (const item of items) for (const piece of piecesOf(item)) file.write(piece)
}
