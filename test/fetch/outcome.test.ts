import { AssertionError } from 'node:assert'
import { expect, test } from 'vitest'
import { RequestError, UnauthorisedError } from '../../src/errors.ts'
import * as outcome from '../../src/fetch/outcome.ts'
import { clientFor, listen, MEDIA, thrownBy } from '../crawl/server.ts'

const HERE = 'https://repair.example/api'

/** The outcome for a client if a service first answers with a status, and normally afterwards. */
async function afterOne(status: number): Promise<{ asked: number; error: unknown }> {
  const server = await listen((_, response) => {
    if (server.asked.length === 1) response.writeHead(status).end()
    else response.end('well')
  })
  const error = await thrownBy(clientFor(server.url, { firstBackoffMs: 1 }).get(server.url, MEDIA))
  return { asked: server.asked.length, error }
}

test.each([408, 425, 429, 500, 502, 503, 504, 522, 599])('a %d is temporary: the request is retried and succeeds', async (status) => {
  expect(await afterOne(status)).toEqual({ asked: 2, error: undefined })
})

test.each([400, 402, 403, 404, 405, 406, 409, 410, 422, 451])('a %d is permanent: there is only one request', async (status) => {
  const { asked, error } = await afterOne(status)
  expect(asked).toBe(1)
  expect(error).toMatchObject({ facts: { status } })
})

test("a network failure is one sentence, whatever the HTTP client's message", () => {
  const asserted = new AssertionError({ message: 'The expression evaluated to a falsy value:\n\n  assert(statusCode >= 100)\n' })
  expect(outcome.errorOfNetwork(HERE, asserted).message).toBe(`${HERE}: the answer is no valid HTTP.`)
  expect(outcome.errorOfNetwork(HERE, new Error('two\n lines')).message).toBe(`${HERE}: two lines.`)
})

test.each([
  [404, undefined, 'gone', 'answered 404 Not Found.'],
  [410, undefined, 'gone', 'answered 410 Gone.'],
  [401, undefined, 'private', 'answered 401 Unauthorized.'],
  [403, undefined, 'private', 'answered 403 Forbidden.'],
  [429, undefined, 'throttled', 'answered 429 Too Many Requests.'],
  [503, 1000, 'throttled', 'answered 503 Service Unavailable.'],
  [503, 0, 'throttled', 'answered 503 Service Unavailable.'],
  [503, undefined, 'failed', 'answered 503 Service Unavailable.'],
  [500, 1000, 'failed', 'answered 500 Internal Server Error.'],
  [599, undefined, 'failed', 'answered 599.'],
] as const)('a %d with a pause of %s ms means %s', (status, retryAfterMs, meaning, said) => {
  const error = outcome.errorOfStatus(HERE, status, retryAfterMs)
  expect(error).toMatchObject({ outcome: meaning, message: `${HERE} ${said}`, code: 'ERR_REQUEST' })
  expect(error.facts).toEqual({ url: HERE, status, ...(retryAfterMs !== undefined && { retryAfterMs }) })
})

test('an answer that a replica has derived from other records counts as gone', () => {
  const error = outcome.errorOfDerived(HERE)
  expect(error).toMatchObject({ outcome: 'gone', facts: { url: HERE, status: 404 } })
  expect(error.message).toMatch(/^https:.* answered with what a replica has made of other records/)
})

test('a 401 explains what to do about the token, or that it concerns one record', () => {
  const wanted = outcome.unauthorised(HERE, false)
  expect(wanted.message).toContain('set `token` and try again')
  expect(wanted.facts).toEqual({ option: 'token', url: HERE, status: 401 })
  expect(outcome.unauthorised(HERE, true).message).toContain('was not accepted: check `token`')
  const own = outcome.ownRefusal(HERE, new UnauthorisedError('no'))
  expect(own).toMatchObject({ outcome: 'private', facts: { url: HERE, status: 401 }, cause: { message: 'no' } })
})

test('an error that already has an outcome is kept', () => {
  const known = new RequestError('too large', 'x')
  expect(outcome.errorOfNetwork(HERE, known)).toBe(known)
  expect(outcome.errorOfNetwork(HERE, 'torn').message).toBe(`${HERE}: torn.`)
})

const withCode = (code: string) => new RequestError('failed', code, { cause: Object.assign(new Error(code), { code }) })

const CERTIFICATE =
  'CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_X SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE EPROTO'
test.each(CERTIFICATE.split(' '))('%s concerns a certificate', (code) => {
  expect([outcome.isCertificate(withCode(code)), outcome.isUnreachable(withCode(code))]).toEqual([true, false])
})

const UNREACHABLE = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'UND_ERR_CONNECT_TIMEOUT']
test.each(UNREACHABLE)('%s means that the host is unreachable', (code) => {
  expect([outcome.isCertificate(withCode(code)), outcome.isUnreachable(withCode(code))]).toEqual([false, true])
})

test.each(['ECONNRESET', 'XENOTFOUND', 'ENOTFOUNDX', 'EPROTOX', 'XCERT_', ''])('%j means neither', (code) => {
  expect([outcome.isCertificate(withCode(code)), outcome.isUnreachable(withCode(code))]).toEqual([false, false])
})

test.each([
  [new RequestError('throttled', 'a 429', { status: 429 }), true],
  [new RequestError('failed', 'a 503', { status: 503 }), true],
  [withCode('UND_ERR_HEADERS_TIMEOUT'), true],
  [new RequestError('failed', 'a 500', { status: 500 }), false],
  [withCode('ECONNRESET'), false],
  [new RequestError('failed', 'no answer'), false],
])('%s is a sign of overload: %s', (error, isStrain) => {
  expect(outcome.isOverloaded(error)).toBe(isStrain)
})

test.each<[RequestError, boolean]>([
  ...['ECONNRESET', 'ECONNREFUSED', 'UND_ERR_BODY_TIMEOUT'].map((code): [RequestError, boolean] => [withCode(code), true]),
  ...['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN'].map((code): [RequestError, boolean] => [withCode(code), false]),
  [new RequestError('not JSON', 'no JSON'), true],
  [new RequestError('too large', 'too large a 500', { status: 500 }), false],
  [new RequestError('failed', 'a 500', { status: 500 }), true],
  [new RequestError('failed', 'a 499', { status: 499 }), false],
])('%s is temporary: %s', (error, passes) => {
  expect(outcome.isTransient(error)).toBe(passes)
})

test.for<[status: number, headers: Record<string, string>, expected: boolean, name: string]>([
  [403, { 'content-type': 'text/html; charset=UTF-8' }, true, 'a web page'],
  [403, { server: 'cloudflare', 'content-type': 'text/plain' }, true, 'a line of a CDN'],
  [503, { 'cf-mitigated': 'challenge', 'content-type': 'text/html' }, true, 'a challenge'],
  [405, { 'x-amzn-waf-action': 'captcha' }, true, 'a challenge of another CDN'],
  [403, { server: 'cloudflare', 'content-type': 'application/json' }, false, 'what the API says behind a CDN'],
  [403, { server: 'cloudflare', 'content-type': 'application/xml' }, false, 'what object storage says behind a CDN'],
  [403, {}, false, 'a status alone'],
  [401, { 'content-type': 'text/html' }, false, 'a password that is wanted'],
  [404, { server: 'cloudflare', 'content-type': 'text/html' }, false, 'a page that is not there'],
  [503, { 'content-type': 'text/html' }, false, 'a server that is down'],
  [200, { 'cf-mitigated': 'challenge' }, false, 'an answer'],
])('%d with %j is a wall: %s (%s)', ([status, headers, expected]) => {
  expect(outcome.isWall(status, (name) => headers[name])).toBe(expected)
})
