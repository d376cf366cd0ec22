import zlib from 'node:zlib'
import { damaged, type InputFile } from '../input-file.ts'
import { HEADER_BYTES, isCompressedCluster, isExtendedCluster } from './layout.ts'

/** A range of bytes in an archive. */
export interface Extent {
  offset: number
  length: number
}

const MAX_CLUSTER_BYTES = 64 * 1024 * 1024

/** Splits an archive written by writeZim into parts. Throws a ContentError for an inconsistent file. */
export function readParts(file: InputFile) {
  const header = file.read(0, HEADER_BYTES)
  const [count, end] = [header.readUInt32LE(28), Number(header.readBigUInt64LE(48))]
  const pointers = file.read(end, 8 * count)
  const starts = Array.from({ length: count }, (_, number) => Number(pointers.readBigUInt64LE(8 * number)))
  const clusters = starts.map((offset, number) => ({ offset, length: (starts[number + 1] ?? end) - offset }))
  if (clusters.some(({ length }) => length < 1)) throw damaged(file.path)
  const first = starts[0] ?? end
  /** What is before and after the clusters, which are contiguous: entries, and offset lists. */
  const lists: [Extent, Extent] = [
    { offset: 0, length: first },
    { offset: end, length: file.bytes - end },
  ]
  return { clusters, lists }
}

/** The lists of {@link readParts}, concatenated. */
export const listsOf = (file: InputFile, { lists }: ReturnType<typeof readParts>): Buffer =>
  Buffer.concat(lists.map(({ offset, length }) => file.read(offset, length)))

/** The parts of a cluster that can be the same in another archive: all of it if it is compressed, otherwise its header and each blob. */
export function extentsOf(file: InputFile, cluster: Extent): Extent[] {
  const { offset, length } = cluster
  const blobs = storedBlobs(file, offset)
  if (!blobs) return [cluster]
  const [{ offset: first } = { offset: offset + length }] = blobs
  if (blobs.reduce((sum, blob) => sum + blob.length, first - offset) !== length) throw damaged(file.path)
  return [{ offset, length: first - offset }, ...blobs]
}

/** The blobs of a cluster at an offset; undefined if it is compressed. */
function storedBlobs(file: InputFile, offset: number): Extent[] | undefined {
  const kind = file.read(offset, 1)
  if (isCompressedCluster(kind)) return undefined
  const data = offset + 1
  const offsets = offsetsIn((at, bytes) => file.read(data + at, bytes), isExtendedCluster(kind))
  return offsets.slice(0, -1).map((start, number) => ({ offset: data + start, length: (offsets[number + 1] ?? 0) - start }))
}

/** The offset list at the start of a cluster; its first offset gives its length. */
function offsetsIn(read: (at: number, bytes: number) => Buffer, isExtended: boolean): number[] {
  const width = isExtended ? 8 : 4
  const at = (bytes: Buffer, number: number) => (isExtended ? Number(bytes.readBigUInt64LE(8 * number)) : bytes.readUInt32LE(4 * number))
  const bytes = at(read(0, width), 0)
  const list = read(0, bytes)
  return Array.from({ length: Math.floor(bytes / width) }, (_, number) => at(list, number))
}

/** The location of an entry's uncompressed content, in an archive of any writer; undefined if there is none. */
export function storedExtent(file: InputFile, name: string): Extent | undefined {
  const place = placeOf(file, name)
  if (!place) return undefined
  const pointers = Number(file.read(0, HEADER_BYTES).readBigUInt64LE(48))
  return storedBlobs(file, Number(file.read(pointers + 8 * place.cluster, 8).readBigUInt64LE(0)))?.[place.blob]
}

/** The text of a piece of metadata, such as `Date`; undefined if there is none. */
export function metadataText(file: InputFile, name: string): string | undefined {
  const stored = storedExtent(file, `M${name}`)
  if (stored) return file.read(stored.offset, stored.length).toString()
  const place = placeOf(file, `M${name}`)
  const cluster = place && readParts(file).clusters[place.cluster]
  if (!cluster) return undefined
  const data = unpacked(file, cluster)
  const offsets = offsetsIn((at, bytes) => data.subarray(at, at + bytes), false)
  return data.toString('utf8', offsets[place.blob], offsets[place.blob + 1])
}

function unpacked(file: InputFile, { offset, length }: Extent): Buffer {
  try {
    return zlib.zstdDecompressSync(file.read(offset + 1, length - 1), { maxOutputLength: MAX_CLUSTER_BYTES })
  } catch {
    throw damaged(file.path)
  }
}

/** The location of an entry's content, by its namespace and path: entries are sorted by their bytes. */
function placeOf(file: InputFile, name: string): { cluster: number; blob: number } | undefined {
  const header = file.read(0, HEADER_BYTES)
  const pointers = Number(header.readBigUInt64LE(32))
  const wanted = Buffer.from(name)
  const maxBytes = 16 + wanted.length
  for (let from = 0, to = header.readUInt32LE(24); from < to;) {
    const middle = (from + to) >>> 1
    const entry = file.read(Number(file.read(pointers + 8 * middle, 8).readBigUInt64LE(0)), maxBytes)
    const isRedirect = entry.readUInt16LE(0) === 0xffff
    const rest = entry.subarray(isRedirect ? 12 : 16)
    const path = rest.subarray(0, rest.indexOf(0) === -1 ? rest.length : rest.indexOf(0))
    const order = Buffer.compare(Buffer.concat([entry.subarray(3, 4), path]), wanted)
    if (order === 0) return { cluster: entry.readUInt32LE(8), blob: entry.readUInt32LE(12) }
    if (order < 0) from = middle + 1
    else to = middle
  }
  return undefined
}
