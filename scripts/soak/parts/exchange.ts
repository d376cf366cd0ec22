import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { copyOf, type Material, type Names } from '../good-site.ts'
import { slips } from '../shapes/mutated.ts'
import { weighted } from '../shapes/texts.ts'
import { type ServerReply, type Body, guidePath, json, MANNERS } from '../site.ts'

type Change = (answer: ServerReply) => ServerReply

const head =
  (headers: ServerReply['headers'], status?: number): Change =>
  (answer) => ({ ...answer, ...(status && { status }), headers: { ...answer.headers, ...headers } })
const bytes =
  (change: (body: Buffer) => Buffer | string): Change =>
  (answer) => ({ ...answer, body: change(Buffer.from(answer.body)) })
const text = (change: (body: string) => string): Change => bytes((body) => change(body.toString()))
const coded =
  (coding: string, encode: (body: Buffer) => Buffer): Change =>
  (answer) =>
    head({ 'content-encoding': coding })(bytes(encode)(answer))

const STATUSES = [
  201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 304, 305, 400, 401, 402, 403, 404, 405, 407, 410, 418, 421, 425, 429, 431, 451, 499,
  500, 501, 503, 511, 599, 600, 799, 999,
]
const WAITS = ['', '0', '-1', 'soon', '0.01', '1e-3', 'Thu, 01 Jan 1970 00:00:00 GMT', '٣']
const status = fc.tuple(fc.constantFrom(...STATUSES), fc.boolean(), fc.constantFrom(...WAITS)).map(([code, isEmpty, after]): Change => {
  const change = head(after ? { 'retry-after': after } : {}, code)
  return (answer) => change(isEmpty ? { ...answer, body: '' } : answer)
})

const FILLING = Buffer.alloc(30_000_000, 0x5b)
/** A few hundred bytes to several kilobytes that unpack to 30 MB; each is compressed once. */
const BOMBS = {
  gzip: gzipSync(FILLING),
  br: brotliCompressSync(FILLING, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: zstdCompressSync(FILLING),
}
const CODINGS = ['gzip', 'br', 'zstd', 'deflate', 'compress', 'foo', 'identity', 'gzip,,', ', ', 'gzip;q=1', 'a'.repeat(3_000)]
const coding = fc.constantFrom(
  coded('gzip', (body) => gzipSync(body)),
  coded('x-gzip', (body) => gzipSync(body)),
  coded('deflate', (body) => deflateSync(body)),
  coded('deflate', (body) => deflateRawSync(body)),
  coded('br', (body) => brotliCompressSync(body)),
  coded('zstd', (body) => zstdCompressSync(body)),
  coded('gzip, gzip', (body) => gzipSync(gzipSync(body))),
  coded('GZIP , br', (body) => brotliCompressSync(gzipSync(body))),
  coded('gzip', (body) => gzipSync(body).subarray(0, 100)),
  coded('gzip', (body) => Buffer.concat([gzipSync(body), Buffer.from('behind it')])),
  ...Object.entries(BOMBS).map(([word, bomb]) => coded(word, () => bomb)),
  ...[...CODINGS, Array(500).fill('gzip').join(', ')].map((word) => coded(word, (body) => body)),
)

const HEADERS: ServerReply['headers'][] = [
  { 'content-type': 'text/html; charset=iso-8859-1' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': '' },
  { 'content-type': ` /${'a'.repeat(4_000)}` },
  { etag: '"'.repeat(500), 'last-modified': 'yesterday' },
  { etag: 'W/"\u00ff"', 'cache-control': 'no-store' },
  { date: 'Fri, 31 Dec 9999 23:59:59 GMT', 'last-modified': 'Fri, 31 Dec 9999 23:59:59 GMT' },
  { 'set-cookie': Array<string>(100).fill('a=b; Path=/') },
  { link: '<x>; rel=next'.repeat(300), refresh: '0;url=http://evil.test/' },
  { 'transfer-encoding': 'chunked', trailer: 'x' },
  { location: '/api/2.0/guides' },
]
const header = fc.constantFrom(...HEADERS.map((headers) => head(headers)), head({ connection: 'upgrade', upgrade: 'h2c' }, 426))

const body = fc.oneof(
  slips.map(bytes),
  fc.constantFrom(
    text(() => ''),
    text((good) => `\ufeff${good}`),
    bytes((good) => Buffer.from(`\ufeff${good.toString()}`, 'utf16le')),
    bytes((good) => Buffer.from(good.toString(), 'latin1')),
    text((good) => `${good}}]`),
    text((good) => `callback(${good})`),
    text((good) => good.replace(/"title":"/g, '"title":NaN,"title":"\\ud800')),
    text((good) => good.replace(/(\d)([,}])/g, '$1e400$2')),
    bytes((good) => Buffer.concat([good, good])),
    text(() => '['.repeat(200_000)),
    text(() => `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
    text(() => `${'{"steps":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    text((good) => `${good.slice(0, -1)},"x":"${'a'.repeat(3_000_000)}"}`),
    text((good) => `${good.slice(0, -1)},"x":[${'{},'.repeat(100_000)}{}]}`),
    text(() => 'null'),
    text(() => '<!doctype html><title>Are you a robot?</title>'),
    bytes(() => Buffer.alloc(9_000_000, 0x20)),
  ),
)

const manner = fc.constantFrom(...MANNERS).map((send): Change => (answer) => ({ ...answer, send }))

const TARGETS = [
  ...['', '?', '#', '/', '//', '/api/2.0/guides/2', 'javascript:alert(1)', 'data:,x', '\u00ff\u00fe', '/é /<b>`x`', 'x'.repeat(6_000)],
  ...['http://127.0.0.1:1/', 'https://127.0.0.1:1/', 'http://a:b@127.0.0.1/', 'http://[::ffff:127.0.0.1]:1/', 'http://169.254.169.254/'],
  ...['http://nowhere.invalid/', 'http://['],
]
/** To another place, a loop, another host, or nowhere. */
const redirect = fc.tuple(fc.constantFrom(301, 302, 303, 307, 308, 300, 304), fc.constantFrom(...TARGETS)).map(
  ([code, location]): Change =>
    (answer) =>
      head({ location }, code)({ ...answer, body: '' }),
)

/** Faults between a good answer and its client. */
export const change = weighted([status, 3], [coding, 3], [header, 2], [body, 4], [manner, 2], [redirect, 2])

/** A valid guide, with a faulty transfer. */
export const exchange = ({ guides, items }: Material, names: Names): fc.Arbitrary<Body> =>
  fc.tuple(fc.nat(), fc.nat({ max: 6 }), change).map(([at, own, spoil]) => {
    const guideid = names.first + 20 + own
    const good = json(copyOf(guides, at, names, { guideid }))
    return { answers: new Map([[guidePath(guideid), spoil(good)]]), items: { guides: [copyOf(items.guides, at, names, { guideid })] } }
  })
