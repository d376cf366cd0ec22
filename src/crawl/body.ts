import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { RequestError } from '../errors.ts'
import { errorOfNetwork } from './fate.ts'
import { inTime } from './limits.ts'

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

/** The pieces of a body, decoded; ends with a {@link RequestError} when more than `maxBytes` come out, or too few in `timeoutMs`. */
export async function* decode(
  body: Readable,
  encoding: string,
  url: string,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const chunk of decoded(body, encoding, url, timeoutMs) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(url, maxBytes)
      yield chunk
    }
  } catch (error) {
    throw errorOfNetwork(url, error)
  }
}

export function tooLarge(url: string, maxBytes: number): RequestError {
  return new RequestError('too large', `${url} is larger than ${maxBytes} bytes.`, { url })
}

function decoded(body: Readable, encoding: string, url: string, timeoutMs: number): AsyncIterable<unknown> {
  const name = encoding.trim().toLowerCase()
  // What is measured is what arrives: a decoder may hold it back.
  const arriving = inTime(body, url, timeoutMs)
  if (name === '' || name === 'identity') return arriving
  const decoder = DECODERS[name]
  if (!decoder) {
    body.destroy()
    throw new RequestError('failed', `${url} is encoded as "${encoding}", which was not asked for.`, { url })
  }
  // Errors reach whoever reads the end of the pipe; the callback is there because pipeline wants one.
  return pipeline(arriving, decoder(), () => undefined)
}
