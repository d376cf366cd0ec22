import { expect, test } from 'vitest'
import { baseOf, baseOfGuides, nameOf, pageUrl, recordNamed, recordUrl, sourceOf } from '../../src/crawl/endpoints.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { crawl } from '../../src/crawl/crawl.ts'
import { UnauthorisedError } from '../../src/errors.ts'
import { folder, listen, optionsFor, sendJson } from './server.ts'
import { guides, smallService } from './small-service.ts'

const BASE = 'https://repair.test/api/2.0'

test.each([
  [{ kind: 'guide', id: '5' }, 'guide 5'],
  [{ kind: 'guide', id: '5', lang: 'de' }, 'guide.de 5'],
  [{ kind: 'wiki', id: 'CATEGORY/A B' }, 'wiki CATEGORY/A B'],
  [{ kind: 'hierarchy', id: '', lang: 'pt-BR' }, 'hierarchy.pt-BR '],
] as const)('the name of %o is parsed into the same record', (key, name) => {
  expect(nameOf(key)).toBe(name)
  expect(recordNamed(name)).toEqual(key)
  expect(sourceOf(key)).toEqual({ kind: key.kind, id: key.id })
})

test('a page of a list has a limit and an offset; private guides are requested in the list of guides only', () => {
  expect(pageUrl(BASE, 'guides', 400)).toBe(`${BASE}/guides?limit=200&offset=400`)
  expect(pageUrl(BASE, 'guides', 0, true, 5)).toBe(`${BASE}/guides?limit=5&offset=0&includePrivate=true`)
  expect(pageUrl(BASE, 'teams', 0, true)).toBe(`${BASE}/teams?limit=200&offset=0`)
})

test('a record has its path, and its language as a query parameter', () => {
  expect(recordUrl(BASE, { kind: 'user', id: '5' })).toBe(`${BASE}/users/5`)
  expect(recordUrl(BASE, { kind: 'user', id: '5', lang: 'ja' })).toBe(`${BASE}/users/5?langid=ja`)
  expect(recordUrl(BASE, { kind: 'user', id: '5', lang: 'ja' }, 'j p')).toBe(`${BASE}/users/5?langid=j%20p`)
  expect(recordUrl(BASE, { kind: 'guide', id: '5', lang: 'ja' })).toBe(`${BASE}/guides/5?excludePrerequisiteSteps&langid=ja`)
  const tree = recordUrl(BASE, { kind: 'hierarchy-order', id: '', lang: 'de' })
  expect([tree.split('?').length, new URL(tree).searchParams.get('langid')]).toEqual([2, 'de'])
})

test.each([
  ['https://repair.test', BASE],
  ['https://repair.test//', BASE],
  ['https://repair.test/api/2.0/', BASE],
  ['https://repair.test/help/?x=1#y', 'https://repair.test/help/api/2.0'],
  ['https://repair.test/api/2.0/x', 'https://repair.test/api/2.0/x/api/2.0'],
])('the API of %s is at %s', (source, base) => {
  expect(baseOf(source)).toBe(base)
})

test.each([`${BASE}/guides?limit=1`, `${BASE}/guides/?limit=1`])('the base is derived from the address %s', (url) => {
  expect(baseOfGuides(url)).toBe(BASE)
})

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
  expect((await crawl(optionsFor(service.url + ending, await folder()))).manifest.source).toBe(`${service.url}/api/2.0`)
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
