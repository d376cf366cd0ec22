import { AssertionError } from 'node:assert'
import { expect, test } from 'vitest'
import { RequestError } from '../../src/errors.ts'
import { errorOfNetwork, isTransient } from '../../src/fetch/outcome.ts'
import { clientFor, collect, listen } from '../crawl/server.ts'

/** What a client makes of a service that answers with a status first, and well ever after. */
async function afterOne(status: number): Promise<{ asked: number; error: unknown }> {
  const server = await listen((_, response) => {
    if (server.asked.length === 1) response.writeHead(status).end()
    else response.end('well')
  })
  const read = ({ chunks }: { chunks: AsyncIterable<Uint8Array> }) => collect(chunks)
  const client = clientFor(server.url, { firstBackoffMs: 1 })
  const error: unknown = await client.get(server.url, { of: 'media', maxBytes: 1000, read }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { asked: server.asked.length, error }
}

test.each([408, 425, 429, 500, 502, 503, 504, 522, 599])('a %d passes: it is asked again, and had', async (status) => {
  expect(await afterOne(status)).toEqual({ asked: 2, error: undefined })
})

test.each([400, 402, 403, 404, 405, 406, 409, 410, 422, 451])('a %d lasts: it is asked once', async (status) => {
  const { asked, error } = await afterOne(status)
  expect(asked).toBe(1)
  expect(error).toMatchObject({ facts: { status } })
})

test.each([
  ['ECONNRESET', true],
  ['ECONNREFUSED', true],
  ['UND_ERR_BODY_TIMEOUT', true],
  ['CERT_HAS_EXPIRED', false],
  ['SELF_SIGNED_CERT_IN_CHAIN', false],
])('what the network did, %s, passes: %s', (code, passes) => {
  const cause = Object.assign(new Error(code), { code })
  expect(isTransient(new RequestError('failed', 'x', { url: 'https://x.example', cause }))).toBe(passes)
})

test('a failure of the network is one sentence, whatever the HTTP client has to say', () => {
  const url = 'https://repair.example/api'
  const asserted = new AssertionError({ message: 'The expression evaluated to a falsy value:\n\n  assert(statusCode >= 100)\n' })
  expect(errorOfNetwork(url, asserted).message).toBe(`${url}: the answer is no valid HTTP.`)
  expect(errorOfNetwork(url, new Error('two\n lines')).message).toBe(`${url}: two lines.`)
})
