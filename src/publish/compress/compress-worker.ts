// A thread that compresses files of a site, one per message.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export interface CompressJob {
  path: string
  /** The path of its copies, without their endings. */
  copyOf: string
}

/** Deterministic: neither format contains a time or a name here. A copy that saves nothing is not written. */
function compress({ path, copyOf }: CompressJob): void {
  const bytes = readFileSync(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const copies = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }) }
  mkdirSync(dirname(copyOf), { recursive: true })
  for (const [ending, copy] of Object.entries(copies)) if (copy.length < bytes.length) writeFileSync(`${copyOf}.${ending}`, copy)
}

parentPort?.on('message', (job: CompressJob) => {
  compress(job)
  parentPort?.postMessage('done')
})
