import zlib from 'node:zlib'
import { RequestError } from '../errors.ts'

export const ACCEPT_ENCODING = 'br, gzip, deflate'

const DECODERS = new Map<string, () => NodeJS.ReadWriteStream>([
  ['gzip', zlib.createGunzip],
  ['x-gzip', zlib.createGunzip],
  ['deflate', zlib.createInflate],
  ['br', zlib.createBrotliDecompress],
  // Not requested, but some servers send it; every decoder must accept a window of 8 MB (RFC 9659).
  ['zstd', () => zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } })],
])

/** No real server applies more encodings. */
const MAX_CODINGS = 3

/** The decoders for a `Content-Encoding`, in the order in which they are applied; none for an unencoded body. */
export function decodersOf(encoding: string, url: string): NodeJS.ReadWriteStream[] {
  const codings = encoding
    .split(',', MAX_CODINGS + 2)
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const makers = codings.flatMap((coding) => DECODERS.get(coding) ?? [])
  if (makers.length === codings.length && codings.length <= MAX_CODINGS) return makers.reverse().map((make) => make())
  const said = encoding.length > 60 ? `${encoding.slice(0, 60)}…` : encoding
  throw new RequestError('failed', `${url} is encoded as "${said}", which was not asked for.`, { url })
}
