import { pipeline, type Readable } from 'node:stream'
import { RequestError } from '../errors.ts'
import { decodersOf } from './encoding.ts'
import { errorOfNetwork } from './outcome.ts'
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
  /** Takes our token out of a text that the answer holds. */
  redact: (text: string) => string
  /** Decoded. Throws a {@link RequestError} when it is cut, stalls or grows too large. */
  chunks: AsyncIterable<Uint8Array>
}

interface Reading {
  maxBytes: number
  timeoutMs: number
  /** Is told of each piece that comes out. */
  onPiece: (bytes: number) => void
  /** Called when all has arrived; the end is passed on when it resolves. */
  onEnd: () => Promise<void>
}

/** Bytes that a body may have on its way more than when it is decoded: what cannot be compressed grows a little. */
const CODING_SLACK = 64 * 1024

/**
 * The pieces of a body, decoded; ends with a {@link RequestError} when more than `maxBytes` come in or out, or too few in `timeoutMs`. One
 * generator does it all: each further one would cost a twentieth of a crawl's work.
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
    const decoders = decodersOf(encoding, url)
    const pieces = decoders.length > 0 ? decoded(body, decoders, [watch, ceiling(url, maxBytes)]) : body
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      if (pieces === body) watch(piece)
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

type Watch = (piece: Uint8Array) => void

/** Bytes of which nothing comes out have a bound as well, at each decoder. */
function ceiling(url: string, maxBytes: number): () => Watch {
  return () => {
    let bytes = 0
    return ({ length }) => {
      if ((bytes += length) > maxBytes + CODING_SLACK) throw tooLarge(url, maxBytes)
    }
  }
}

function decoded(body: Readable, decoders: NodeJS.ReadWriteStream[], [drip, bound]: [Watch, () => Watch]): AsyncIterable<Uint8Array> {
  // Errors reach whoever reads the end of the pipe; the callback is there because pipeline wants one.
  return decoders.reduce<AsyncIterable<Uint8Array>>(
    (pieces, decoder) =>
      pipeline(
        watched(pieces, pieces === body ? [drip, bound()] : [bound()]),
        decoder,
        () => undefined,
      ) as unknown as AsyncIterable<Uint8Array>,
    body,
  )
}

async function* watched(pieces: AsyncIterable<Uint8Array>, watches: readonly Watch[]): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    for (const watch of watches) watch(piece)
    yield piece
  }
}
