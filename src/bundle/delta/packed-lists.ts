import zlib, { constants } from 'node:zlib'

const LEVEL = 19
const MIN_WINDOW_LOG = 10
const MAX_WINDOW_LOG = 27

/** Compresses bytes with the earlier ones as a dictionary: what is the same costs almost nothing. */
export function packLists(lists: Buffer, before: Buffer): Buffer {
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
export function unpackLists(packed: Buffer, before: Buffer, maxBytes: number): Buffer {
  return zlib.zstdDecompressSync(packed, {
    dictionary: before,
    maxOutputLength: maxBytes,
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
  })
}
