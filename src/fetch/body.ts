import { pipeline, type Readable } from 'node:stream'
import { RequestError } from '../errors.ts'
import { decodersOf } from './encoding.ts'
import { errorOfNetwork } from './outcome.ts'
import { dripWatch } from './limits.ts'

/** A successful answer, while its body is arriving. */
export interface Body {
  /** Its address, after redirects. */
  url: string
  contentType: string
  /** The answer still matches the validator that was sent (304): there is no body. */
  isUnchanged: boolean
  /** The validator for the next conditional request; '' if the service sends none. See validator.ts. */
  validator: string
  /** Time to first byte, where that is not when the body is given. */
  headMs?: number
  /** Removes our token from a text of the answer. */
  redact: (text: string) => string
  /** Decoded. Throws a {@link RequestError} if it is truncated, stalls or grows too large. */
  chunks: AsyncIterable<Uint8Array>
}

interface Reading {
  maxBytes: number
  timeoutMs: number
  /** Called for each decoded chunk. */
  onPiece: (bytes: number) => void
  /** Called when the whole body has arrived; the end is passed on once it resolves. */
  onEnd: () => Promise<void>
}

/** How much larger than its decoded form a body may be: incompressible data grows a little. */
const CODING_SLACK = 64 * 1024

/**
 * The chunks of a body, decoded. Throws a {@link RequestError} if more than `maxBytes` come in or out, or too few in `timeoutMs`. A single
 * generator does everything: each further one would cost a twentieth of a crawl's CPU time.
 */
export async function* decode(
  body: Readable,
  encoding: string,
  url: string,
  { maxBytes, timeoutMs, onPiece, onEnd }: Reading,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    // The rate is measured on arrival: a decoder may buffer.
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

/** Input that decodes to nothing is limited too, at each decoder. */
function ceiling(url: string, maxBytes: number): () => Watch {
  return () => {
    let bytes = 0
    return ({ length }) => {
      if ((bytes += length) > maxBytes + CODING_SLACK) throw tooLarge(url, maxBytes)
    }
  }
}

function decoded(body: Readable, decoders: NodeJS.ReadWriteStream[], [drip, bound]: [Watch, () => Watch]): AsyncIterable<Uint8Array> {
  // Errors reach the reader at the end of the pipe; the callback is only there because pipeline requires one.
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
