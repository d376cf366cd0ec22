import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decode } from '../../src/fetch/body.ts'
import { cutDepth, dripWatch, excessiveName, excessOf, interimWatch } from '../../src/fetch/limits.ts'
import { collect } from '../crawl/server.ts'
import { stillClock } from '../fake-time.ts'

const URL_HERE = 'http://a.test/x'

test('a body has its base time, plus the time for its bytes at 16 KiB a second', () => {
  const pass = stillClock()
  const watch = dripWatch(URL_HERE, 1000)
  pass(1000)
  expect(() => watch(new Uint8Array(0))).not.toThrow()
  watch(new Uint8Array(16 * 1024))
  pass(1000)
  expect(() => watch(new Uint8Array(0))).not.toThrow()
  pass(200)
  expect(() => watch(new Uint8Array(1))).toThrow(`${URL_HERE} dripped: 16385 bytes in 2.2 s.`)
})

test('an answer may be announced for a limited time only', () => {
  const pass = stillClock()
  const watch = interimWatch(URL_HERE, 1500)
  pass(1500)
  expect(watch).not.toThrow()
  pass(1)
  expect(watch).toThrow(`${URL_HERE} announced an answer for 1.5 s and gave none.`)
})

test('a name of a thousand characters is requested, a longer one is refused and truncated in the error', () => {
  expect(excessiveName({ kind: 'wiki', id: 'a'.repeat(1000) })).toBeUndefined()
  const start = `${'a'.repeat(60)}…`
  expect(excessiveName({ kind: 'wiki', id: 'a'.repeat(1001) })).toMatchObject({
    outcome: 'refused',
    message: `A name of 1001 characters is not asked for (${start}): 1000 is the most.`,
    facts: { record: `wiki ${start}` },
  })
})

test('too deep levels are cut off, and everything else is kept', () => {
  const nested = (depth: number): unknown => (depth === 0 ? { end: 1 } : { a: nested(depth - 1), b: 1 })
  const [whole, deep] = [nested(200), nested(201)]
  expect(cutDepth(whole)).toBe(false)
  expect(whole).toEqual(nested(200))
  expect(cutDepth(deep)).toBe(true)
  const ends = (value: unknown): number => (typeof value === 'object' && value && 'a' in value ? 1 + ends(value.a) : 0)
  expect([ends(deep), excessOf(deep)]).toEqual([200, undefined])
  for (const answer of ['x', 5, null, [], {}]) expect(cutDepth(answer)).toBe(false)
})

const reading = { maxBytes: 10, timeoutMs: 1000, onPiece: () => undefined, onEnd: () => Promise.resolve() }

test('a body is reported chunk by chunk, and its end once, after the last', async () => {
  const told: unknown[] = []
  const body = Readable.from([Buffer.from('abc'), Buffer.from('de')], { objectMode: false })
  const onEnd = () => Promise.resolve(void told.push('end'))
  for await (const piece of decode(body, '', URL_HERE, { ...reading, onPiece: (bytes) => told.push(bytes), onEnd }))
    told.push(String(piece))
  expect(told).toEqual([3, 'abc', 2, 'de', 'end'])
})

test.each([
  ['', (bytes: Buffer) => bytes],
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body encoded as "%s" may be up to the limit, whatever its encoded size', async (encoding, make) => {
  const read = (bytes: number) => collect(decode(Readable.from([make(Buffer.alloc(bytes))]), encoding, URL_HERE, reading))
  expect(Buffer.concat(await read(10))).toHaveLength(10)
  const refusal = { outcome: 'too large', message: `${URL_HERE} is larger than 10 bytes.`, facts: { url: URL_HERE } }
  for (const bytes of [11, 50_000_000]) await expect(read(bytes)).rejects.toMatchObject(refusal)
})

test('a broken body is closed, and fails like a request', async () => {
  const body = new Readable({ read: () => undefined })
  const asking = collect(decode(body, '', URL_HERE, reading))
  body.push('abc')
  body.destroy(new Error('torn'))
  await expect(asking).rejects.toMatchObject({ outcome: 'failed', message: `${URL_HERE}: torn.` })
  const odd = Readable.from([Buffer.from('abc')])
  await expect(collect(decode(odd, 'odd', URL_HERE, reading))).rejects.toThrow('is encoded as "odd"')
  expect(odd.destroyed).toBe(true)
})
