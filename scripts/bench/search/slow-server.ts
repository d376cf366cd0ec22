import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import { contentType } from 'mime-types'

/** A browser's requests since the last call. */
export interface Sent {
  requests: number
  rawBytes: number
  /** Bytes sent: compressed with brotli if that is shorter. */
  bytes: number
}

export const added = (one: Sent, other: Sent): Sent => ({
  requests: one.requests + other.requests,
  rawBytes: one.rawBytes + other.rawBytes,
  bytes: one.bytes + other.bytes,
})

/** A connection to a host: the round-trip time of a request, and the bandwidth of responses per second. */
export interface Line {
  latencyMs: number
  bytesPerS: number
}

export type SlowServer = Awaited<ReturnType<typeof serveSlowly>>

/** brotli at its best level would take half a minute for larger files. */
const LARGE_BYTES = 1_000_000
const NOTHING: Sent = { requests: 0, rawBytes: 0, bytes: 0 }

/**
 * Serves a folder like a host with compression, counts what it sends of the files whose paths match, and can be slow: browsers can throttle
 * only pages, not their workers.
 */
export async function serveSlowly(folder: string, counted = /^/) {
  const files = new Map<string, { raw: Buffer; packed: Buffer } | undefined>()
  let sent = NOTHING
  /** When the connection is free again, in ms. */
  let freeAt = 0
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = decodeURIComponent(pathname) + (pathname.endsWith('/') ? 'index.html' : '')
    if (!files.has(path)) files.set(path, readIn(folder, path))
    const file = files.get(path)
    const { raw, packed } = file ?? { raw: Buffer.alloc(0), packed: Buffer.alloc(0) }
    const isPacked = packed.byteLength < raw.byteLength
    const body = isPacked ? packed : raw
    if (counted.test(path)) sent = added(sent, { requests: 1, rawBytes: raw.byteLength, bytes: body.byteLength })
    if (serving.line) {
      const { latencyMs, bytesPerS } = serving.line
      const now = performance.now()
      freeAt = Math.max(freeAt, now + latencyMs) + (1000 * body.byteLength) / bytesPerS
      await setTimeout(freeAt - now)
    }
    const type = contentType(extname(path)) || 'application/octet-stream'
    const headers = { 'content-type': type, 'cache-control': 'max-age=3600', ...(isPacked && { 'content-encoding': 'br' }) }
    response.writeHead(file ? 200 : 404, headers).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const serving = {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    /** The speed of further responses; undefined for no delay. */
    line: undefined as Line | undefined,
    take: () => {
      const taken = sent
      sent = NOTHING
      return taken
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return serving
}

function readIn(folder: string, path: string): { raw: Buffer; packed: Buffer } | undefined {
  const file = join(folder, path)
  if (!existsSync(file)) return undefined
  const raw = readFileSync(file)
  const quality = raw.byteLength < LARGE_BYTES ? 11 : 6
  return { raw, packed: brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }) }
}
