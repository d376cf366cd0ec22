import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { slipped, slips } from '../shapes/bytes.ts'
import { name } from '../shapes/texts.ts'
import type { Answer, Body, Manner } from '../site.ts'
import { guidePath, type Material, type Names, renamed } from './material.ts'

type Change = (answer: Answer) => Answer

const head =
  (headers: Answer['headers'], status?: number): Change =>
  (answer) => ({
    ...answer,
    ...(status && { status }),
    headers: { ...answer.headers, ...headers },
  })
const bytes =
  (change: (body: Buffer) => Buffer | string): Change =>
  (answer) => ({ ...answer, body: change(Buffer.from(answer.body)) })
const coded =
  (coding: string, encode: (body: Buffer) => Buffer): Change =>
  (answer) =>
    head({ 'content-encoding': coding })(bytes(encode)(answer))
/** Compressed once: each is a few hundred bytes to several kilobytes. */
const BOMBS: Partial<Record<'gzip' | 'br' | 'zstd', Buffer>> = {}
const FILLING = Buffer.alloc(30_000_000, 0x5b)
const same = (body: Buffer): Buffer => body
const twice = (body: Buffer): Buffer => Buffer.concat([body, body])

const STATUSES = [
  201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 304, 305, 400, 401, 402, 403, 404, 405, 407, 410, 418, 421, 425, 429, 431, 451, 499,
  500, 501, 503, 511, 599, 600, 799, 999,
]

const status = fc
  .record({
    code: fc.constantFrom(...STATUSES),
    isEmpty: fc.boolean(),
    after: fc.constantFrom('', '0', '-1', 'soon', '0.01', '1e-3', 'Thu, 01 Jan 1970 00:00:00 GMT', '٣'),
  })
  .map(
    ({ code, isEmpty, after }): Change =>
      (answer) =>
        head(after ? { 'retry-after': after } : {}, code)(isEmpty ? { ...answer, body: '' } : answer),
  )

const coding = fc.oneof(
  fc.constantFrom(
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
    coded('gzip', () => (BOMBS.gzip ??= gzipSync(FILLING))),
    coded('br', () => (BOMBS.br ??= brotliCompressSync(FILLING, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))),
    coded('zstd', () => (BOMBS.zstd ??= zstdCompressSync(FILLING))),
    ...['gzip', 'br', 'zstd', 'deflate', 'compress', 'aws-chunked', 'foo', 'identity', 'gzip,,', ', ', 'gzip;q=1', 'a'.repeat(3_000)].map(
      (word) => coded(word, same),
    ),
    coded(Array.from({ length: 500 }, () => 'gzip').join(', '), same),
  ),
)

const header = fc.constantFrom(
  head({ 'content-type': 'text/html; charset=iso-8859-1' }),
  head({ 'content-type': 'application/json; charset=utf-16' }),
  head({ 'content-type': '' }),
  head({ 'content-type': [' ', 'a'.repeat(4_000)].join('/') }),
  head({ etag: '"'.repeat(500), 'last-modified': 'yesterday' }),
  head({ etag: 'W/"\u00ff"', 'cache-control': 'no-store' }),
  head({ date: 'Fri, 31 Dec 9999 23:59:59 GMT', 'last-modified': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
  head({ 'set-cookie': Array.from({ length: 100 }, () => 'a=b; Path=/') }),
  head({ link: '<x>; rel=next'.repeat(300) }),
  head({ refresh: '0;url=http://evil.test/' }),
  head({ 'transfer-encoding': 'chunked', trailer: 'x' }),
  head({ connection: 'upgrade', upgrade: 'h2c' }, 426),
  head({ location: '/api/2.0/guides' }),
)

const body = fc.oneof(
  slips.map((all) => bytes((good) => slipped(good, all))),
  fc.constantFrom(
    bytes(() => ''),
    bytes((good) => Buffer.concat([Buffer.from('\ufeff'), good])),
    bytes((good) => Buffer.from(`\ufeff${good.toString()}`, 'utf16le')),
    bytes((good) => Buffer.from(good.toString(), 'latin1')),
    bytes((good) => Buffer.concat([good, Buffer.from('}]')])),
    bytes((good) => `callback(${good.toString()})`),
    bytes((good) => good.toString().replace(/"title":"/g, '"title":NaN,"title":"\\ud800')),
    bytes((good) => good.toString().replace(/(\d)([,}])/g, '$1e400$2')),
    bytes(twice),
    bytes(() => '['.repeat(200_000)),
    bytes(() => `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
    bytes(() => `${'{"steps":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    bytes((good) => `${good.toString().slice(0, -1)},"x":"${'a'.repeat(3_000_000)}"}`),
    bytes((good) => `${good.toString().slice(0, -1)},"x":[${'{},'.repeat(100_000)}{}]}`),
    bytes(() => 'null'),
    bytes(() => '<!doctype html><title>Are you a robot?</title>'),
    bytes(() => Buffer.alloc(9_000_000, 0x20)),
  ),
)

const manner = fc
  .constantFrom<Manner>(
    'cut',
    'reset',
    'silent',
    'dripping',
    'endless',
    'too short',
    'too long',
    'interim',
    'bad chunks',
    'many headers',
    'raw',
  )
  .map((how): Change => (answer) => ({
    ...answer,
    manner: how,
    ...(how === 'raw' && { body: `HTTP/9.9 200 \0\r\n\r\n${String(answer.body)}` }),
  }))

/** The target of a redirect: another one, a loop, another host, nothing. */
const redirect = fc
  .tuple(
    fc.constantFrom(301, 302, 303, 307, 308, 300, 304),
    fc.oneof(
      fc.constantFrom(
        '',
        '?',
        '#',
        '/',
        '//',
        '/api/2.0/guides/2',
        'javascript:alert(1)',
        'http://127.0.0.1:1/',
        'http://169.254.169.254/',
        'http://[::ffff:127.0.0.1]:1/',
      ),
      fc.constantFrom(
        'http://nowhere.invalid/',
        'https://127.0.0.1:1/',
        'http://a:b@127.0.0.1/',
        'data:,x',
        'http://[',
        '\u00ff\u00fe',
        'x'.repeat(6_000),
        '/é /<b>`x`',
      ),
      name.map((text) => encodeURI(text.toWellFormed())),
    ),
  )
  .map(([code, location]): Change => (answer) => ({ ...head({ location }, code)(answer), body: '' }))

/** Faults between a good answer and its client. */
export const change: fc.Arbitrary<Change> = fc.oneof(
  { arbitrary: status, weight: 3 },
  { arbitrary: coding, weight: 3 },
  { arbitrary: header, weight: 2 },
  { arbitrary: body, weight: 4 },
  { arbitrary: manner, weight: 2 },
  { arbitrary: redirect, weight: 2 },
)

/** A valid guide, with a faulty transfer. */
export function exchange({ guides, items }: Material, names: Names): fc.Arbitrary<Body> {
  return fc.record({ of: fc.nat(), own: fc.nat({ max: 6 }), change }).map(({ of, own, change: spoil }) => {
    const guideid = names.first + 20 + own
    const record = JSON.stringify({ ...(renamed(guides[of % guides.length], names) as object), guideid })
    const item = { ...(renamed(items.guides?.[of % guides.length], names) as object), guideid }
    const good: Answer = { body: record, headers: { 'content-type': 'application/json' } }
    return { answers: new Map([[guidePath(guideid), spoil(good)]]), items: { guides: [item] } }
  })
}
