import { pipeline, type Readable } from 'node:stream'
import zlib from 'node:zlib'
import { RequestError } from '../errors.ts'
import { errorOfNetwork } from './outcome.ts'
import { dripWatch } from './limits.ts'

/** A successful answer, while its body is arriving. */
export interface Body {
  /** Its address, after redirects. */
  url: string
  contentType: string
  /** The answer still matches the validator that was sent (304): there is no body. */
  isUnchanged: boolean
  /** The validator for the next conditional request; '' if the service sends none. */
  validator: string
  /** Removes our token from a text of the answer. */
  redact: (text: string) => string
  /** Decoded. Throws a {@link RequestError} if it is truncated, stalls or grows too large. */
  chunks: AsyncIterable<Uint8Array>
}

interface Reading {
  maxBytes: number
  timeoutMs: number
  onPiece: (bytes: number) => void
  /** Called when the whole body has arrived; the end is passed on once it resolves. */
  onEnd: () => Promise<void>
}

/** How much larger than its decoded form a body may be: incompressible data grows a little. */
const CODING_SLACK = 64 * 1024

/** The decoded chunks of a body. Throws a {@link RequestError} if more than `maxBytes` come in or out, or too few in `timeoutMs`. */
export async function* decode(
  body: Readable,
  encoding: string,
  url: string,
  { maxBytes, timeoutMs, onPiece, onEnd }: Reading,
): AsyncGenerator<Uint8Array> {
  // A single generator does everything: each further one would cost a twentieth of a crawl's CPU time.
  let bytes = 0
  try {
    // The rate is measured on arrival: a decoder may buffer.
    let watch: Watch | undefined = dripWatch(url, timeoutMs)
    let pieces: AsyncIterable<Uint8Array> = body
    for (const decoder of decodersOf(encoding, url)) {
      // Errors reach the reader at the end of the pipe; the callback is only there because pipeline requires one.
      pieces = pipeline(bounded(pieces, url, maxBytes, watch), decoder, () => undefined) as unknown as AsyncIterable<Uint8Array>
      watch = undefined
    }
    for await (const piece of pieces) {
      watch?.(piece)
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

export const tooLarge = (url: string, maxBytes: number): RequestError =>
  new RequestError('too large', `${url} is larger than ${maxBytes} bytes.`, { url })

type Watch = (piece: Uint8Array) => void

/** Input that decodes to nothing is limited too, at each decoder. */
async function* bounded(pieces: AsyncIterable<Uint8Array>, url: string, maxBytes: number, watch?: Watch): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    watch?.(piece)
    if ((bytes += piece.length) > maxBytes + CODING_SLACK) throw tooLarge(url, maxBytes)
    yield piece
  }
}

export const ACCEPT_ENCODING = 'br, gzip, deflate'

const DECODERS = new Map<string, () => NodeJS.ReadWriteStream>([
  ['gzip', zlib.createGunzip],
  ['x-gzip', zlib.createGunzip],
  ['deflate', zlib.createInflate],
  ['br', zlib.createBrotliDecompress],
  // Not requested, but some servers send it; every decoder must accept a window of 8 MB (RFC 9659).
  ['zstd', () => zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } })],
])
const MAX_CODINGS = 3

/** The decoders for a `Content-Encoding`, in the order in which they are applied; none for an unencoded body. */
function decodersOf(encoding: string, url: string): NodeJS.ReadWriteStream[] {
  const codings = encoding
    .split(',', MAX_CODINGS + 2)
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const makers = codings.flatMap((coding) => DECODERS.get(coding) ?? [])
  if (makers.length === codings.length && codings.length <= MAX_CODINGS) return makers.reverse().map((make) => make())
  const said = encoding.length > 60 ? `${encoding.slice(0, 60)}…` : encoding
  throw new RequestError('failed', `${url} is encoded as "${said}", which was not asked for.`, { url })
}

/** The first `maxBytes` of a body as text, and whether there was more. */
export async function startOf({ chunks }: Pick<Body, 'chunks'>, maxBytes: number): Promise<{ text: string; isCut: boolean }> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    pieces.push(chunk)
    if ((bytes += chunk.length) >= maxBytes) break
  }
  return { text: new TextDecoder().decode(Buffer.concat(pieces).subarray(0, maxBytes)), isCut: bytes >= maxBytes }
}
