import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { askJson, clientFor, listen } from '../crawl/server.ts'

const TEXT = JSON.stringify({ title: 'Kettle' })

async function answerOf(encoding: string, bytes: Uint8Array): Promise<unknown> {
  const server = await listen((_, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes))
  return askJson(clientFor(server.url, { retries: 0 }), server.url).catch((thrown: unknown) => thrown)
}

test.each([
  ['gzip', gzipSync(TEXT)],
  ['X-GZip', gzipSync(TEXT)],
  ['deflate', deflateSync(TEXT)],
  ['br', brotliCompressSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT)],
  ['identity', Buffer.from(TEXT)],
  ['gzip, gzip', gzipSync(gzipSync(TEXT))],
  ['gzip, identity, br', brotliCompressSync(gzipSync(TEXT))],
  ['br,,zstd', zstdCompressSync(brotliCompressSync(TEXT))],
])('what is encoded as "%s" is read', async (encoding, bytes) => {
  expect(await answerOf(encoding, bytes)).toEqual({ title: 'Kettle' })
})

test.each(['aws-chunked', 'foo', 'gzip, foo', 'gzip, gzip, gzip, gzip', 'constructor', 'x'.repeat(5000), '🔥'])(
  'what is encoded in a way that nobody knows is a failure with a sentence: %#',
  async (encoding) => {
    const answer = await answerOf(Buffer.from(encoding).toString('latin1'), Buffer.from(TEXT))
    expect(answer).toMatchObject({
      outcome: 'failed',
      message: expect.stringMatching(/ is encoded as ".{1,61}", which was not asked for\.$/) as string,
    })
  },
)

test.each([
  ['gzip', Buffer.from(TEXT)],
  ['deflate', deflateRawSync(TEXT)],
  ['br', Buffer.alloc(2000, 7)],
  ['zstd', gzipSync(TEXT)],
  ['zstd', zstdCompressSync(TEXT).subarray(0, 12)],
  ['gzip, gzip', gzipSync(TEXT)],
])('what is not "%s", and says so, is a failure', async (encoding, bytes) => {
  expect(await answerOf(encoding, bytes)).toMatchObject({ outcome: 'failed' })
})

/** A gzip stream of many empty blocks: bytes arrive, and nothing comes out. */
const ofNothing = (bytes: number): Buffer =>
  Buffer.concat([gzipSync('').subarray(0, 10), Buffer.alloc(bytes - (bytes % 5), Buffer.from([0, 0, 0, 0xff, 0xff]))])

test.each([
  ['a bomb in a bomb', 'gzip, gzip', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
  ['what nothing comes out of', 'gzip', ofNothing(2_000_000)],
  ['what nothing comes out of', 'gzip, br', brotliCompressSync(ofNothing(2_000_000))],
])('%s, encoded as "%s", is too large at some point', async (_, encoding, bytes) => {
  expect(await answerOf(encoding, bytes)).toMatchObject({ outcome: 'too large' })
})
