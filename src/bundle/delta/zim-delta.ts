import { createHash } from 'node:crypto'
import zlib, { constants, crc32 } from 'node:zlib'
import { damaged, type InputFile, inTurns } from '../input-file.ts'
import type { OutputFile } from '../output-file.ts'
import { type Extent, extentsOf, listsOf, readParts } from '../zim/zim-reader.ts'
import { packedAt, readDirectory, smallFile } from '../zip/zip-reader.ts'
import type { ZipWriter } from '../zip/zip-writer.ts'
import { type DeltaDescription, PACKED_LISTS, NEW_BYTES, type Step, addStep } from './description.ts'

/** Suffices for the lists of some million entries. */
const MAX_LISTS_BYTES = 1024 * 1024 * 1024

/** The differences between two ZIM archives. `news` are the parts of the new one that the old one lacks. */
type ZimChanges = Awaited<ReturnType<typeof compareZims>>

/** Compares two archives by their compressed clusters and the blobs of the others; their lists are compressed with the old one's. */
export async function compareZims(old: InputFile, next: InputFile, signal?: AbortSignal) {
  const [before, after] = [readParts(old), readParts(next)]
  const known = new Map<string, number[]>()
  for (const cluster of before.clusters)
    for (const extent of extentsOf(old, cluster)) {
      const { digest } = await extentDigest(old, extent, signal)
      const alike = known.get(digest) ?? []
      if (alike.push(extent.offset) === 1) known.set(digest, alike)
    }
  const steps: Step[] = []
  const [head, tail] = after.lists
  addStep(steps, 'lists', [0], head.length)
  const news: Extent[] = []
  let [newBytes, newsCrc32] = [0, 0]
  for (const cluster of after.clusters)
    for (const extent of extentsOf(next, cluster)) {
      const { digest, sum } = await extentDigest(next, extent, signal, newsCrc32)
      const places = known.get(digest)
      if (places) addStep(steps, 'old', places, extent.length)
      else {
        addStep(steps, 'delta', [newBytes], extent.length)
        news.push(extent)
        newBytes += extent.length
        newsCrc32 = sum
      }
    }
  addStep(steps, 'lists', [head.length], tail.length)
  return { steps, news, newsCrc32, packedLists: packLists(listsOf(next, after), listsOf(old, before)) }
}

/** The digest that identifies an extent, and the checksum continued with it. */
async function extentDigest(file: InputFile, { offset, length }: Extent, signal: AbortSignal | undefined, before = 0) {
  const digest = createHash('sha256')
  let sum = before
  for await (const piece of inTurns(file.pieces(offset, length), signal)) {
    digest.update(piece)
    sum = crc32(piece, sum)
  }
  return { digest: digest.digest('base64'), sum }
}

/** Adds to a delta what the old archive lacks. */
export function addZimChanges(writer: ZipWriter, next: InputFile, { news, newsCrc32, packedLists }: ZimChanges): void {
  const bytes = news.reduce((sum, { length }) => sum + length, 0)
  writer.addPacked({ path: PACKED_LISTS, ...stored(packedLists.length), crc32: crc32(packedLists) }, [packedLists])
  writer.addPacked({ path: NEW_BYTES, ...stored(bytes), crc32: newsCrc32 }, piecesOf(next, news))
}

const stored = (bytes: number) => ({ isDeflated: false, bytes, packedBytes: bytes })

function* piecesOf(file: InputFile, extents: readonly Extent[]): Generator<Buffer> {
  for (const { offset, length } of extents) yield* file.pieces(offset, length)
}

/** Rebuilds an archive from an old one and a delta. */
export async function rebuildZim(file: OutputFile, old: InputFile, delta: InputFile, { steps }: DeltaDescription, signal?: AbortSignal) {
  const { entries } = readDirectory(delta)
  const [packed, news] = [PACKED_LISTS, NEW_BYTES].map((name) => entries.find(({ path }) => path === name))
  if (!packed || !news) throw damaged(delta.path)
  const newsAt = packedAt(delta, news)
  const lists = unpackLists(smallFile(delta, packed, MAX_LISTS_BYTES), listsOf(old, readParts(old)), delta.path)
  const piecesFor = {
    old: (first: number, count: number) => old.pieces(first, count),
    delta: (first: number, count: number) => delta.pieces(newsAt + first, count),
    lists: (first: number, count: number) => [lists.subarray(first, first + count)],
  }
  for (const [from, first, count] of steps) for await (const piece of inTurns(piecesFor[from](first, count), signal)) file.write(piece)
}

const LEVEL = 19
const MIN_WINDOW_LOG = 10
const MAX_WINDOW_LOG = 27

/** Compresses bytes with the earlier ones as a dictionary: what is the same costs almost nothing. */
function packLists(lists: Buffer, before: Buffer): Buffer {
  const windowLog = Math.ceil(Math.log2(lists.length + before.length + 1))
  return zlib.zstdCompressSync(lists, {
    dictionary: before,
    pledgedSrcSize: lists.length,
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      [constants.ZSTD_c_windowLog]: Math.min(Math.max(windowLog, MIN_WINDOW_LOG), MAX_WINDOW_LOG),
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
}

/** Decompresses {@link packLists}. */
function unpackLists(packed: Buffer, before: Buffer, path: string): Buffer {
  try {
    const params = { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG }
    return zlib.zstdDecompressSync(packed, { dictionary: before, maxOutputLength: MAX_LISTS_BYTES, params })
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(?:ZSTD|ERR_BUFFER|ERR_ZLIB|Z_)/.test(String(error.code))) throw damaged(path)
    throw error
  }
}
