import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { RequestError } from '../errors.ts'
import { errorOfNetwork } from './fate.ts'
import { dripWatch } from './limits.ts'

/** A successful answer while it arrives. */
export interface Body {
  /** Where it came from, after redirects. */
  url: string
  contentType: string
  /** The answer is the one that the asker named by its validator: nothing follows. */
  isUnchanged: boolean
  /** What to name this answer by when it is asked for again; '' where the service gives nothing. See validator.ts. */
  validator: string
  /** Decoded. Throws a {@link RequestError} when it is cut, stalls or grows too large. */
  chunks: AsyncIterable<Uint8Array>
}

export const ACCEPT_ENCODING = 'br, gzip, deflate'

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

interface Reading {
  maxBytes: number
  timeoutMs: number
  /** Is told of each piece that comes out. */
  onPiece: (bytes: number) => void
  /** Called when all has arrived; the end is passed on when it resolves. */
  onEnd: () => Promise<void>
}

/**
 * The pieces of a body, decoded; ends with a {@link RequestError} when more than `maxBytes` come out, or too few in `timeoutMs`. One generator
 * does it all: each further one would cost a twentieth of a crawl's work.
 */
export async function* decode(
  body: Readable,
  encoding: string,
  url: string,
  { maxBytes, timeoutMs, onPiece, onEnd }: Reading,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    // What is measured is what arrives: a decoder may hold it back.
    const watch = dripWatch(url, timeoutMs)
    const decoder = decoderOf(encoding, url)
    // Errors reach whoever reads the end of the pipe; the callback is there because pipeline wants one.
    const pieces = decoder ? pipeline(watched(body, watch), decoder, () => undefined) : body
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      if (!decoder) watch(piece)
      bytes += piece.length
      if (bytes > maxBytes) throw tooLarge(url, maxBytes)
      onPiece(piece.length)
      yield piece
    }
  } catch (error) {
    body.destroy()
    throw errorOfNetwork(url, error)
  }
  await onEnd()
}

export function tooLarge(url: string, maxBytes: number): RequestError {
  return new RequestError('too large', `${url} is larger than ${maxBytes} bytes.`, { url })
}

/** Undefined for a body that comes as it is. */
function decoderOf(encoding: string, url: string): NodeJS.ReadWriteStream | undefined {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return undefined
  const decoder = DECODERS[name]
  if (!decoder) throw new RequestError('failed', `${url} is encoded as "${encoding}", which was not asked for.`, { url })
  return decoder()
}

async function* watched(body: AsyncIterable<Uint8Array>, watch: (piece: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    watch(piece)
    yield piece
  }
}
