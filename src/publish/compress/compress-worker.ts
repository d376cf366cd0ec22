// A thread that compresses files of a site, one per message.
import { readFileSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Deterministic: neither format contains a time or a name here. A copy that saves nothing is not written. */
function compress(path: string): void {
  const bytes = readFileSync(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const copies = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }) }
  for (const [ending, copy] of Object.entries(copies)) if (copy.length < bytes.length) writeFileSync(`${path}.${ending}`, copy)
}

parentPort?.on('message', (path: string) => {
  compress(path)
  parentPort?.postMessage('done')
})
