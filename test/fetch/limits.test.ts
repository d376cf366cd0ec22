import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { valueCounter } from '../../src/crawl/json.ts'
import { cutDepth, dripWatch, excessiveName, excessOf, interimWatch } from '../../src/fetch/limits.ts'
import { askJson, clientFor, collect, drip, folder, hostOf, listen, optionsFor, thrownBy } from '../crawl/server.ts'
import { crawlSmall, guide, guides, smallService } from '../crawl/small-service.ts'
import { stillClock } from '../fake-time.ts'
import { Readable } from 'node:stream'
import { decode } from '../../src/fetch/body.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const errorOf = (url: string, options: Parameters<typeof clientFor>[1] = {}): Promise<unknown> =>
  thrownBy(askJson(clientFor(url, { retries: 0, ...options }), url))

test.each([
  ['200 levels', JSON.parse(nested(200)), undefined],
  ['201 levels of lists', JSON.parse(nested(202)), 'it is nested more than 200 levels deep'],
  ['a million levels', JSON.parse(nested(1_000_000)), 'it is nested more than 200 levels deep'],
  ['levels of objects', JSON.parse('{"a":'.repeat(300) + '1' + '}'.repeat(300)), 'it is nested more than 200 levels deep'],
  ['few values', [1, { a: [null] }], undefined],
  ['five million values', Array(5_000_001).fill(0), 'it holds more than 5,000,000 values'],
  ['as many in small lists', Array.from({ length: 2_000_000 }, () => [1, 2]), 'it holds more than 5,000,000 values'],
  ['a text', 'text', undefined],
  ['null', null, undefined],
])('%s of JSON: %#', (_, answer, excess) => {
  expect(excessOf(answer)).toBe(excess)
})

test.each([
  ['in small objects', `[${'{"a":{}},'.repeat(4_000_000)}0]`, true],
  ['in many commas', `[${'1,'.repeat(12_000_000)}0]`, true],
  ['but in a text', JSON.stringify('{"a":[1,2,3,{}]}\\"'.repeat(1_000_000)), false],
  ['but few', `["${'x'.repeat(2_000_000)}",${'1,'.repeat(1000)}0]`, false],
])('an answer with too many values, %s, is refused before it is parsed', (_, json, isRefused) => {
  const values = valueCounter()
  const bytes = Buffer.from(json)
  const half = Math.floor(bytes.length / 2)
  const excesses = [values(bytes.subarray(0, half)), values(bytes.subarray(half))]
  expect(excesses.includes('it holds more than 5,000,000 values')).toBe(isRefused)
})

test('a refused answer always exceeds the stated limit', () => {
  for (const answer of [[], [[]], {}, [{}, {}, {}], [1], [1, 2], { a: { b: [] } }, [[[[]]]], [{ a: {} }, { a: {} }]]) {
    const real = countOf(answer)
    const values = valueCounter(real)
    expect(values(Buffer.from(JSON.stringify(answer)))).toBeUndefined()
  }
})

/** Objects, lists and their contents, as counted by `excessOf`. */
function countOf(answer: unknown): number {
  let most = 1
  while (excessOf(answer, most) !== undefined) most++
  return most
}

test.each(['', 'gzip', 'br'])('a dripping body is cut with an error at the time limit, encoded "%s"', async (encoding) => {
  const server = await listen((_, response) => {
    response.writeHead(200, encoding ? { 'content-encoding': encoding } : {})
    const bytes = { '': Buffer.alloc(1000, ' '), gzip: gzipSync(randomBytes(1000)), br: brotliCompressSync(randomBytes(1000)) }[encoding]
    let sent = 0
    drip(response, () => response.write(bytes?.subarray(sent, ++sent) ?? ''))
  })
  expect(await errorOf(server.url, { answerTimeoutMs: 200 })).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(/dripped: \d+ bytes in \d+\.\d s/) as string,
  })
})

test('a dripping robots.txt delays its host for fifteen seconds', async () => {
  const pass = stillClock()
  const server = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    drip(response, () => response.write('#', () => pass(500)))
  })
  expect(await errorOf(server.url, { ignoreRobots: false, answerTimeoutMs: 120_000 })).toMatchObject({
    message: expect.stringMatching(/the robots\.txt of .+ cannot be read/) as string,
    cause: { message: expect.stringMatching(/dripped: \d+ bytes in 1[5-9]\.\d s/) as string },
  })
})

test.each([404, 302])('a dripping body of a %d is not waited for', async (status) => {
  const server = await listen((_, response) => {
    response.writeHead(status, { location: '/round' })
    drip(response, () => response.write('x'))
  })
  expect(await errorOf(server.url, { answerTimeoutMs: 150 })).toMatchObject({ facts: { status } })
})

/** The address of a server that writes to each connection every few milliseconds. */
async function writing(write: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const timer = setInterval(() => write(socket), 20)
    socket.on('close', () => clearInterval(timer))
  })
  return `http://${await hostOf(server)}`
}

test('a dripping head is cut at the time limit for headers', async () => {
  const url = await writing((socket) => socket.write(socket.bytesWritten === 0 ? 'HTTP/1.1 200 OK\r\nx-drip: ' : 'x'))
  expect(await errorOf(url, { headersTimeoutMs: 200 })).toMatchObject({ message: expect.stringMatching(/headers timeout/i) as string })
})

test.each(['slowly', 'fast'])(
  'an answer announced %s that never arrives has the time limit for headers, counted from the request',
  async (pace) => {
    const pass = stillClock()
    const url = await writing((socket) => {
      pass(10_000)
      while (socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n') && pace === 'fast');
    })
    expect(await errorOf(url, { headersTimeoutMs: 60_000 })).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/announced an answer for 60\.0 s and gave none/) as string,
    })
  },
)

test('an answer that is announced once and arrives is read', async () => {
  const server = await listen((_, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' })
    setTimeout(() => response.end('{}'), 50)
  })
  expect(await errorOf(server.url)).toBeUndefined()
})

test('a name of more than 1,000 characters is a failure with an error, never requested and always truncated', async () => {
  const long = 'Endless '.repeat(500).trim()
  const all = [guide(1, { category: long }), guide(2, { category: long }), ...guides(4).slice(2)]
  const { failures, service } = await crawlSmall({ guides: all, answers: { '/wikis/CATEGORY': [{ title: long }] } })
  expect(failures).toHaveLength(1)
  expect(failures[0]?.reason).toMatch(/^A name of 40\d\d characters is not asked for \(CATEGORY\/Endless .*…\): 1000 is the most\.$/)
  expect(JSON.stringify(failures).length).toBeLessThan(1000)
  expect(Math.max(...service.asked.map(({ length }) => length))).toBeLessThan(1000)
})

test('a guide with an endlessly nested field is copied without the too deep levels, and the crawl reports it', async () => {
  const cache = await folder()
  const service = await smallService({
    guides: guides(2),
    instead: (path) =>
      path === '/guides/2' && ((response) => response.end(`{"guideid": 2, "title": "Deep", "steps": [], "unused": ${nested(100_000)}}`)),
  })
  const { failures, counts, beyond, warnings } = await crawl(optionsFor(service.url, cache))
  expect({ failures, beyond, fetched: counts.guide?.fetched }).toEqual({ failures: [], beyond: [], fetched: 2 })
  expect(warnings).toContain('guide 2 is nested more than 200 levels deep: anything deeper is left out.')
  expect((await readFile(join(cache, 'records/guide/0/2.json'))).length).toBeLessThan(2000)
})

test('too deep levels are cut off, whatever their keys are', () => {
  for (const key of ['a', '__proto__', 'constructor', 'toJSON']) {
    const answer: unknown = JSON.parse(`${`{"${key}":`.repeat(300)}1${'}'.repeat(300)}`)
    expect(cutDepth(answer)).toBe(true)
    expect(excessOf(answer)).toBeUndefined()
    expect(cutDepth(answer)).toBe(false)
  }
})

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
