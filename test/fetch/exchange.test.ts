import { expect, test } from 'vitest'
import { RequestError, UnauthorisedError } from '../../src/errors.ts'
import type { Body } from '../../src/fetch/body.ts'
import { makeAdmission } from '../../src/fetch/client.ts'
import { redactor } from '../../src/fetch/exchange.ts'
import { clientFor, collect, listen, thrownBy } from '../crawl/server.ts'

const read = async (body: Body) => ({ ...body, text: Buffer.concat(await collect(body.chunks)).toString() })
const api = { of: 'api', maxBytes: 1000, read } as const
const media = { of: 'media', maxBytes: 1000, read } as const
const noRetries = { retries: 0 }
const HOUR_MS = 3_600_000

test('requests accept JSON in supported encodings, or any file without encoding', async () => {
  const server = await listen((_, response) => void response.end('{}'))
  const client = clientFor(server.url)
  await client.get(`${server.url}/a`, api)
  await client.get(`${server.url}/b`, media)
  const said = server.requests.map(({ headers }) => [headers.accept, headers['accept-encoding'], headers['user-agent']])
  const agent = 'Benchbook/0.1.0 (+test@example.org)'
  expect(said).toEqual([
    ['application/json', 'br, gzip, deflate', agent],
    ['*/*', 'identity', agent],
  ])
})

test('an answer has its address, type and validator, without the token', async () => {
  const server = await listen((request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new?secret-token' }).end()
    else response.writeHead(200, { 'content-type': 'text/secret-token', etag: '"secret-token"' }).end('x')
  })
  const client = clientFor(server.url, { token: 'secret-token' })
  const { url, contentType, validator, isUnchanged, text } = await client.get(`${server.url}/old`, api)
  expect({ url, contentType, validator, isUnchanged, text }).toEqual({
    url: `${server.url}/new?[token]`,
    contentType: 'text/[token]',
    validator: '"[token]"',
    isUnchanged: false,
    text: 'x',
  })
})

test('at most five redirects are followed, each relative to its own address', async () => {
  const server = await listen((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: String(left - 1) }).end()
    else response.end('x')
  })
  const client = clientFor(server.url, noRetries)
  await expect(client.get(`${server.url}/5`, api)).resolves.toMatchObject({ url: `${server.url}/0` })
  await expect(client.get(`${server.url}/6`, api)).rejects.toMatchObject({
    message: `${server.url}/6 redirects more than 5 times.`,
    facts: { url: `${server.url}/6`, status: 302 },
  })
})

test.each([
  ['ftp://a.test/', 'which is no web address'],
  ['http://[', 'which is no web address'],
  ['http://elsewhere.test/x', 'redirects to another host, http://elsewhere.test.'],
])('a redirect of the API to %s is a failure', async (location, why) => {
  const server = await listen((_, response) => void response.writeHead(302, { location }).end())
  await expect(clientFor(server.url, noRetries).get(`${server.url}/a`, api)).rejects.toThrow(why)
})

test.each([
  [302, {}],
  [304, {}],
  [300, {}],
  [400, { location: '/b' }],
  [418, { location: '/b' }],
])('a %d with %o is a failure and is not followed', async (status, headers) => {
  const server = await listen((_, response) => void response.writeHead(status, headers).end())
  await expect(clientFor(server.url, noRetries).get(`${server.url}/a`, api)).rejects.toMatchObject({ facts: { status } })
  expect(server.asked).toEqual(['/a'])
})

test('a content length over the limit is refused before any byte arrives, one within is not', async () => {
  const server = await listen((request, response) => {
    const length = Number(request.url?.slice(1))
    response.writeHead(200, { 'content-length': length }).flushHeaders()
    if (length === 1000) response.end('x'.repeat(length))
  })
  const client = clientFor(server.url, { ...noRetries, bodyTimeoutMs: HOUR_MS, answerTimeoutMs: HOUR_MS })
  await expect(client.get(`${server.url}/1000`, media)).resolves.toMatchObject({ text: 'x'.repeat(1000) })
  await expect(client.get(`${server.url}/1001`, media)).rejects.toMatchObject({ outcome: 'too large' })
})

test('a client counts its requests, bytes and pauses, and reports each try with its number', async () => {
  const server = await listen((request, response) => {
    if (server.asked.length === 1) response.writeHead(429, { 'retry-after': '0.02' }).end()
    else response.end(request.url)
  })
  const client = clientFor(server.url)
  const numbers: number[] = []
  await client.get(`${server.url}/abcd`, { ...media, onTry: (tries) => numbers.push(tries) })
  expect(numbers).toEqual([1, 2])
  expect([client.requests, client.bytes, client.throttling]).toEqual([2, 5, { answers: 1, waitMs: expect.closeTo(20) as number }])
})

test('a 401 for one record concerns only that record if the first address still answers', async () => {
  const server = await listen((request, response) => void response.writeHead(request.url === '/private' ? 401 : 200).end('x'))
  const client = clientFor(server.url, noRetries)
  await client.get(`${server.url}/first`, api)
  await expect(client.get(`${server.url}/private`, api)).rejects.toMatchObject({ outcome: 'private' })
  expect(server.asked).toEqual(['/first', '/private', '/first'])
})

test('a 401 for a file concerns the file', async () => {
  const server = await listen((_, response) => void response.writeHead(401).end())
  await expect(clientFor(server.url, noRetries).get(`${server.url}/a`, media)).rejects.toMatchObject({ outcome: 'private' })
})

test('a closed client sends no more requests', async () => {
  const server = await listen((_, response) => void response.end('x'))
  const client = clientFor(server.url, noRetries)
  await client.get(`${server.url}/a`, media)
  await client.close()
  await expect(client.get(`${server.url}/b`, media)).rejects.toThrow()
  expect(server.asked).toEqual(['/a'])
})

/** Nothing listens on port 1. */
const DEAD = 'http://127.0.0.2:1/a'

/** Whether an unreachable host is given up with this source. */
async function isGivenUp(source: string): Promise<boolean> {
  const client = clientFor(source, { retries: 3, firstBackoffMs: 1, allowHost: ['127.0.0.2', '127.0.0.3', '127.0.0.4'] })
  await expect(client.get(DEAD, media)).rejects.toThrow('ECONNREFUSED')
  return String(await thrownBy(client.get(DEAD, media))).includes('is not asked for')
}

test('a host is given up while the source answers, with any status', async () => {
  const server = await listen((_, response) => void response.writeHead(500).end())
  const moved = await listen((_, response) => void response.writeHead(302, { location: 'http://127.0.0.3:1/robots.txt' }).end())
  expect(await Promise.all([isGivenUp(server.url), isGivenUp(moved.url)])).toEqual([true, true])
})

test('no host is given up while the source is unreachable too', async () => {
  expect(await isGivenUp('http://127.0.0.4:1')).toBe(false)
})

test.each([
  ['as it is', 'a/b "c" é+', 'a/b "c" é+'],
  ['in an address', 'a/b "c" é+', 'a%2Fb%20%22c%22%20%C3%A9%2B'],
  ['in JSON', 'a/b "c" é+', 'a/b \\"c\\" é+'],
  ['as PHP writes it in JSON', 'abc/defgh', 'abc\\/defgh'],
])('a token %s is redacted, each time', (_, token, said) => {
  expect(redactor(token)(`x ${said} y ${said}z`)).toBe('x [token] y [token]z')
})

test('a text is not changed without a token, or with one so short that it may be part of a word', () => {
  expect(redactor(undefined)('secret')).toBe('secret')
  expect(redactor('')('secret')).toBe('secret')
  expect(redactor('seven77')('seven77')).toBe('seven77')
  expect(redactor('eight888')('eight888')).toBe('[token]')
})

test('before its first answer a service does not count as open, and is not asked', async () => {
  const asked: string[] = []
  const admission = makeAdmission((url) => Promise.resolve(asked.push(url)))
  await expect(admission.isOpen()).resolves.toBe(false)
  expect(asked).toEqual([])
})

test('the first answered address is requested again, once for all that wait, and afresh later', async () => {
  const asked: string[] = []
  const admission = makeAdmission((url) => Promise.resolve(asked.push(url)))
  admission.opened('/first')
  admission.opened('/second')
  expect(await Promise.all([admission.isOpen(), admission.isOpen()])).toEqual([true, true])
  expect(asked).toEqual(['/first'])
  await admission.isOpen()
  expect(asked).toEqual(['/first', '/first'])
})

test.each<[string, Error]>([
  ['wants a token', new UnauthorisedError('401')],
  ['fails', new RequestError('failed', '500')],
])('a service that %s at its first address is no longer open', async (_, error) => {
  const admission = makeAdmission(() => Promise.reject(error))
  admission.opened('/first')
  await expect(admission.isOpen()).resolves.toBe(false)
})

test('any other error is thrown', async () => {
  const admission = makeAdmission(() => Promise.reject(new TypeError('broken')))
  admission.opened('/first')
  await expect(admission.isOpen()).rejects.toThrow('broken')
})
