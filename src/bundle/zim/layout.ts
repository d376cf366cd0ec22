import { fields } from '../zip/records.ts'

/** The records of a ZIM file (openZIM, format 6.1: https://wiki.openzim.org/wiki/ZIM_file_format). All numbers are little-endian. */

/** `C` content, `M` metadata, `W` well-known entries, `X` indexes. */
type ZimNamespace = 'C' | 'M' | 'W' | 'X'

export const HEADER_BYTES = 80
const MAGIC = 72_173_914
const MAJOR_VERSION = 6
const MINOR_VERSION = 1
/** No page. */
const NONE_32 = 0xffff_ffff
const REDIRECT = 0xffff
/** The first byte of a cluster: its compression, and whether its offsets have eight bytes. */
const STORED = 1
const ZSTD = 5
const EXTENDED = 0x10

type Place = 'pathPointersAt' | 'titlePointersAt' | 'clusterPointersAt' | 'checksumAt'

/** The header of an archive. `uuid` has 16 bytes, and `mainPage` is the number of the entry that opens first. */
export function zimHeader(
  facts: Record<'entries' | 'clusters' | Place, number> & { uuid: Uint8Array; mainPage: number | undefined },
): Buffer {
  const start = fields([4, MAGIC], [2, MAJOR_VERSION], [2, MINOR_VERSION])
  const counts = fields([4, facts.entries], [4, facts.clusters])
  const pointers = fields([8, facts.pathPointersAt], [8, facts.titlePointersAt], [8, facts.clusterPointersAt], [8, HEADER_BYTES])
  const rest = fields([4, facts.mainPage ?? NONE_32], [4, NONE_32], [8, facts.checksumAt])
  return Buffer.concat([start, facts.uuid, counts, pointers, rest])
}

/** The list of media types, terminated by an empty one. */
export const mimeList = (types: readonly string[]): Buffer => Buffer.from([...types, ''].map((type) => `${type}\0`).join(''))

export interface Named {
  namespace: ZimNamespace
  path: string
  title: string
}

/** The directory entry of content; `mime` is the index of its media type. */
export const contentEntry = (entry: Named, mime: number, { cluster, blob }: { cluster: number; blob: number }): Buffer =>
  Buffer.concat([start(entry, mime), fields([4, cluster], [4, blob]), names(entry)])

/** The directory entry of a redirect; `target` is the number of the target entry. */
export const redirectEntry = (entry: Named, target: number): Buffer =>
  Buffer.concat([start(entry, REDIRECT), fields([4, target]), names(entry)])

const start = ({ namespace }: Named, kind: number): Buffer => fields([2, kind], [1, 0], [1, namespace.charCodeAt(0)], [4, 0])

/** An empty title means that it equals the path. */
const names = ({ path, title }: Named): Buffer => Buffer.from(`${path}\0${title === path ? '' : title}\0`)

export const pointers64 = (offsets: readonly number[]): Buffer => Buffer.from(BigUint64Array.from(offsets, BigInt).buffer)
export const pointers32 = (numbers: readonly number[]): Buffer => Buffer.from(Uint32Array.from(numbers).buffer)

/** The byte that states a cluster's compression. */
export const clusterKind = (isPacked: boolean, isExtended = false): Buffer =>
  Buffer.from([(isPacked ? ZSTD : STORED) | (isExtended ? EXTENDED : 0)])

/** Reads the result of {@link clusterKind}. */
export const isCompressedCluster = ([kind = 0]: Uint8Array): boolean => (kind & 0x0f) === ZSTD
export const isExtendedCluster = ([kind = 0]: Uint8Array): boolean => (kind & EXTENDED) !== 0

/** The offset of each blob of a cluster, and the end of the last one, relative to the list itself. */
export function blobOffsets(lengths: readonly number[], isExtended = false): Buffer {
  const offsets = [(lengths.length + 1) * (isExtended ? 8 : 4)]
  for (const length of lengths) offsets.push((offsets.at(-1) ?? 0) + length)
  return isExtended ? pointers64(offsets) : pointers32(offsets)
}
