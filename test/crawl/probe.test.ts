import { createServer } from 'node:https'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { SystemError, UnauthorisedError, UsageError } from '../../src/errors.ts'
import { CERTIFICATE, KEY } from './self-signed.ts'
import { folder, hostOf, listen, optionsFor, sendJson } from './server.ts'
import { guides, smallService } from './small-service.ts'

/** The error of a crawl that finds no service; it must leave no folder behind. */
async function errorOf(source: string, token = ''): Promise<Error> {
  const cache = join(await folder(), 'cache')
  const error: unknown = await crawl(optionsFor(source, cache, { retries: 1, token })).catch((thrown: unknown) => thrown)
  expect(existsSync(cache)).toBe(false)
  if (error instanceof Error) return error
  throw new Error('the crawl found a service')
}

test.each(['', '/', '/api/2.0', '/api/2.0/'])('the service is found at its address with "%s" at the end', async (ending) => {
  const service = await smallService({ guides: guides(1) })
  const { manifest } = await crawl(optionsFor(service.url + ending, await folder()))
  expect(manifest.source).toBe(`${service.url}/api/2.0`)
})

test('an address without a service is a wrong use', async () => {
  const server = await listen((_, response) => sendJson(response, { error: true }, 404))
  const error = await errorOf(server.url)
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toContain(`There is no Content API 2.0 at ${server.url}/api/2.0`)
})

test('an address that answers with a web page says so', async () => {
  const server = await listen((_, response) => void response.end('<!doctype html><p>Hello'))
  expect((await errorOf(server.url)).message).toContain('answers with a web page or something else that is no JSON')
})

test('an address that redirects to another host names the one to use', async () => {
  const server = await listen((request, response) => void response.writeHead(301, { location: `http://localhost:1${request.url}` }).end())
  const error = await errorOf(server.url)
  expect(error).toBeInstanceOf(UsageError)
  expect(error.message).toContain('use `source` http://localhost:1/api/2.0')
})

test('a redirect within the host is followed, but not with a token to another origin', async () => {
  const service = await smallService({ guides: guides(1) })
  const door = await listen((request, response) => void response.writeHead(301, { location: service.url + (request.url ?? '') }).end())
  expect((await crawl(optionsFor(door.url, await folder()))).manifest.source).toBe(`${service.url}/api/2.0`)
  expect((await errorOf(door.url, 'secret')).message).toContain(`Use \`source\` ${service.url}/api/2.0`)
  expect(service.requests.some(({ headers }) => headers.authorization)).toBe(false)
})

test('nobody there, no such host: a sentence at once, whatever the number of retries', async () => {
  const refused = await errorOf('http://127.0.0.1:1')
  expect(refused).toBeInstanceOf(SystemError)
  expect(refused.message).toContain('Nobody answers at 127.0.0.1:1 (ECONNREFUSED)')
  expect((await errorOf('http://no-such-host.invalid')).message).toMatch(/no-such-host\.invalid/)
})

test('a bad certificate, and http where https is asked for, are said', async () => {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (_, response) => void response.end('[]'))
  const error = await errorOf(`https://${await hostOf(server)}`)
  expect(error.message).toMatch(/^No safe connection to 127\.0\.0\.1:\d+ \(\w*SELF_SIGNED\w*\)/)
  const plain = await listen((_, response) => void response.end())
  expect((await errorOf(plain.url.replace('http:', 'https:'))).message).toContain('No safe connection')
})

test('a service that wants a token, refuses, or is down', async () => {
  const answering = (status: number) => listen((_, response) => sendJson(response, {}, status))
  expect(await errorOf((await answering(401)).url)).toBeInstanceOf(UnauthorisedError)
  expect((await errorOf((await answering(401)).url, 'wrong')).message).toContain('The token was not accepted')
  expect((await errorOf((await answering(403)).url)).message).toContain('refuses this client (403)')
  // Nothing that the user could do better.
  expect(await errorOf((await answering(500)).url)).toMatchObject({ name: 'ContentError', exitCode: 1 })
})
