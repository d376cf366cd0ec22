import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import type { Spoilt } from '../replica/spoil.ts'
import { filesOf, serveSample } from './sample.ts'
import { folder, optionsFor } from './server.ts'

/** The first request of each of these kinds is spoilt: lists, a tree, a guide, a wiki, a picture, a document. */
const PLACES = [/\/guides$/, /\/comments$/, /\/wikis\/CATEGORY$/, /\/guides\/1$/, /\/wikis\/CATEGORY\/Kitchen$/, /\.standard$/, /\.pdf$/]

/** Waiting as asked takes a second a place. */
const WAITING = [/\/comments$/, /\/guides\/1$/, /\.standard$/]

const FAULTS: [string, () => Spoilt, RegExp[]?][] = [
  ['429 with Retry-After in seconds', () => ({ status: 429, headers: { 'retry-after': '1' } }), WAITING],
  [
    '429 with Retry-After as a date',
    () => ({ status: 429, headers: { 'retry-after': new Date(Date.now() + 1000).toUTCString() } }),
    WAITING,
  ],
  ['500', () => ({ status: 500, body: 'Internal error' })],
  ['503', () => ({ status: 503 })],
  ['reset before the answer', () => ({ reset: 'before' })],
  ['reset after the headers', () => ({ reset: 'after headers' })],
  ['cut body', () => ({ cutAfterBytes: 40 })],
  ['HTML page with 200', () => ({ status: 200, body: '<!doctype html><title>Are you a robot?</title>' })],
]

let undisturbed: Map<string, number> | undefined

async function crawled(fault: () => Spoilt | undefined, where = PLACES): Promise<Map<string, number>> {
  const places = new Set(where)
  const service = await serveSample({
    spoil: ({ path }) => {
      const place = [...places].find((candidate) => candidate.test(path))
      return place && places.delete(place) ? fault() : undefined
    },
  })
  const cache = await folder()
  const { failures } = await crawl(optionsFor(service.url, cache, { sizes: ['standard'], retries: 3 }))
  expect(failures).toEqual([])
  expect([...places]).toEqual([])
  return filesOf(cache, service.url)
}

test.each(FAULTS)('a crawl that meets a %s at lists, details and pictures ends with the same files', async (_, fault, places) => {
  undisturbed ??= await crawled(() => undefined)
  expect(await crawled(fault, places)).toEqual(undisturbed)
})
