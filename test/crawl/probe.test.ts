import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { UnauthorisedError } from '../../src/errors.ts'
import { folder, listen, optionsFor, sendJson } from './server.ts'
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

test('a redirect within the host is followed, but not to another origin with a token', async () => {
  const service = await smallService({ guides: guides(1) })
  const door = await listen((request, response) => void response.writeHead(301, { location: service.url + (request.url ?? '') }).end())
  expect((await crawl(optionsFor(door.url, await folder()))).manifest.source).toBe(`${service.url}/api/2.0`)
  expect((await errorOf(door.url, 'secret')).message).toContain(`Use \`source\` ${service.url}/api/2.0`)
  expect(service.requests.some(({ headers }) => headers.authorization)).toBe(false)
})

test('a service that requires a token, or is down, is reported as such', async () => {
  const answering = (status: number) => listen((_, response) => sendJson(response, {}, status))
  expect(await errorOf((await answering(401)).url)).toBeInstanceOf(UnauthorisedError)
  expect(await errorOf((await answering(500)).url)).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('answered 500 Internal Server Error') as string,
  })
})
