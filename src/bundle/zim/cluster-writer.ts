import { hash } from 'node:crypto'
import zlib, { constants } from 'node:zlib'
import { inTurns } from '../input-file.ts'
import type { OutputFile } from '../output-file.ts'
import { piecesOf, readInto, type SourceFile } from '../source-file.ts'
import * as layout from './layout.ts'

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
export function clustersOf(things: readonly { path: string; bytes: number; isPacked: boolean }[]): Cluster[] {
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

/** The highest level, 19, takes twenty times as long and makes texts only 4 to 6 % smaller. */
const LEVEL = 12
const MAX_32 = 0xffff_ffff

/** An item of a cluster. */
interface Blob {
  content: Buffer | SourceFile
}

/** For every bundle, by the bytes of its files. */
export interface ClusterHooks {
  signal?: AbortSignal
  onProgress?: (progress: { doneBytes: number; knownBytes: number }) => void
}

/** Writes clusters in order. Returns their offsets. */
export async function writeClusters(
  file: OutputFile,
  clusters: readonly Cluster[],
  contents: readonly Blob[],
  { signal, onProgress }: ClusterHooks,
): Promise<number[]> {
  const knownBytes = clusters.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  const pointers: number[] = []
  const pack = compressor()
  for await (const cluster of inTurns(clusters, signal)) {
    const items = cluster.members.flatMap((member) => contents[member] ?? [])
    pointers.push(file.position)
    if (cluster.isCompressed) for (const piece of [layout.clusterKind(true), pack(items)]) file.write(piece)
    else writeStored(file, cluster, items)
    onProgress?.({ doneBytes: (doneBytes += cluster.bytes), knownBytes })
  }
  return pointers
}

/** Compresses the items of a cluster, reusing the same memory: the allocator would not return the memory of hundreds of clusters. */
function compressor(): (items: readonly Blob[]) => Buffer {
  let memory = Buffer.alloc(0)
  return (items) => {
    const offsets = layout.blobOffsets(items.map(({ content }) => lengthOf(content)))
    const length = items.reduce((sum, { content }) => sum + lengthOf(content), offsets.length)
    if (memory.length < length) memory = Buffer.allocUnsafe(length)
    let at = offsets.copy(memory)
    for (const { content } of items) {
      if (Buffer.isBuffer(content)) content.copy(memory, at)
      else readInto(content, memory, at)
      at += lengthOf(content)
    }
    return zlib.zstdCompressSync(memory.subarray(0, length), {
      pledgedSrcSize: length,
      params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    })
  }
}

function writeStored(file: OutputFile, { bytes }: Cluster, items: readonly Blob[]): void {
  const isExtended = bytes + 8 * (items.length + 1) > MAX_32
  file.write(layout.clusterKind(false, isExtended))
  const lengths = items.map(({ content }) => lengthOf(content))
  file.write(layout.blobOffsets(lengths, isExtended))
  for (const { content } of items)
    if (Buffer.isBuffer(content)) file.write(content)
    else for (const piece of piecesOf(content)) file.write(piece)
}

export const lengthOf = (content: Blob['content']): number => (Buffer.isBuffer(content) ? content.length : content.bytes)
