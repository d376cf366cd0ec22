import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { SystemError } from '../../errors.ts'

const LEVEL = 19
const MIN_WINDOW_LOG = 10
const MAX_WINDOW_LOG = 27

/**
 * Packs bytes by the earlier ones: what is the same costs next to nothing. Throws a {@link SystemError} where Node cannot do that.
 */
export function packLists(lists: Buffer, before: Buffer): Buffer {
  refuseOldNode()
  const windowLog = Math.ceil(Math.log2(lists.length + before.length + 1))
  return zstdCompressSync(lists, {
    dictionary: before,
    pledgedSrcSize: lists.length,
    params: {
      [constants.ZSTD_c_compressionLevel]: LEVEL,
      [constants.ZSTD_c_windowLog]: Math.min(Math.max(windowLog, MIN_WINDOW_LOG), MAX_WINDOW_LOG),
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  })
}

/** Unpacks {@link packLists}. */
export function unpackLists(packed: Buffer, before: Buffer, maxBytes: number): Buffer {
  refuseOldNode()
  return zstdDecompressSync(packed, {
    dictionary: before,
    maxOutputLength: maxBytes,
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG },
  })
}

/** Older ones pass over dictionaries without a word. */
function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 24 || (major === 24 && minor >= 6) || (major === 22 && minor >= 19)) return
  throw new SystemError(`This is Node ${process.versions.node}, and deltas of ZIM files need 22.19, 24.6 or newer. Install a newer one.`)
}
