import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { OutputFile } from '../output-file.ts'
import { bytesOf, piecesOf, type SourceFile } from '../source-file.ts'
import type { Cluster } from './clusters.ts'
import * as layout from './layout.ts'

const LEVEL = 19
/** Clusters that are packed at a time, each by a thread. */
const AT_ONCE = 2
const MAX_32 = 0xffff_ffff

const compress = promisify(zstdCompress)

/** What lies in a cluster. */
export interface Blob {
  content: Buffer | SourceFile
}

export interface ClusterHooks {
  signal?: AbortSignal
  onProgress?: (progress: { doneBytes: number; knownBytes: number }) => void
}

/** Writes clusters in their order, while the next ones are packed. Gives where each begins. */
export async function writeClusters(
  file: OutputFile,
  clusters: readonly Cluster[],
  contents: readonly Blob[],
  hooks: ClusterHooks,
): Promise<number[]> {
  const knownBytes = clusters.reduce((sum, { bytes }) => sum + bytes, 0)
  let doneBytes = 0
  const pointers: number[] = []
  const ahead: Promise<Buffer | undefined>[] = []
  const itemsOf = ({ members }: Cluster) => members.flatMap((member) => contents[member] ?? [])
  const pack = async (cluster: Cluster | undefined) => (cluster?.isCompressed ? compressed(itemsOf(cluster)) : undefined)
  try {
    for (const [number, cluster] of clusters.entries()) {
      hooks.signal?.throwIfAborted()
      while (ahead.length < AT_ONCE && number + ahead.length < clusters.length) ahead.push(pack(clusters[number + ahead.length]))
      const bytes = await ahead.shift()
      pointers.push(file.position)
      if (bytes) file.write(Buffer.concat([layout.clusterKind(true), bytes]))
      else writeStored(file, cluster, itemsOf(cluster))
      hooks.onProgress?.({ doneBytes: (doneBytes += cluster.bytes), knownBytes })
    }
  } finally {
    await Promise.allSettled(ahead)
  }
  return pointers
}

async function compressed(items: readonly Blob[]): Promise<Buffer> {
  const blobs = items.map(({ content }) => (Buffer.isBuffer(content) ? content : bytesOf(content)))
  const whole = Buffer.concat([layout.blobOffsets(blobs.map(({ length }) => length)), ...blobs])
  return compress(whole, {
    pledgedSrcSize: whole.length,
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  })
}

function writeStored(file: OutputFile, { bytes }: Cluster, items: readonly Blob[]): void {
  const isExtended = bytes + 8 * (items.length + 1) > MAX_32
  file.write(layout.clusterKind(false, isExtended))
  file.write(
    layout.blobOffsets(
      items.map(({ content }) => lengthOf(content)),
      isExtended,
    ),
  )
  for (const { content } of items)
    if (Buffer.isBuffer(content)) file.write(content)
    else for (const piece of piecesOf(content)) file.write(piece)
}

export const lengthOf = (content: Blob['content']): number => (Buffer.isBuffer(content) ? content.length : content.bytes)
