import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../../src/cache/reader.ts'
import { crawl } from '../../../src/crawl/crawl.ts'
import { filesBelow } from '../../../src/disk/files-below.ts'
import { movesOf } from '../../../src/crawl/service.ts'
import type { CrawlOptions } from '../../../src/crawl/options.ts'
import { readSourceLink } from '../../../src/model/link.ts'
import { folder, optionsFor, type Server } from '../server.ts'
import { guide, type SmallService, smallService } from '../small-service.ts'

const IDS = [1, 2, 3]

/** The same guides at any place: addresses, pictures and links contain it. */
async function serviceAt(hasPictures = true): Promise<{ service: Server; edit: (id: number) => void }> {
  const guides: ReturnType<typeof guide>[] = []
  const before: SmallService['before'] = (_, response, { pathname }) =>
    !hasPictures && pathname.startsWith('/media/') && !!response.writeHead(404).end()
  const service = await smallService({ guides, before })
  const make = (id: number, rest = {}) =>
    guide(id, {
      url: `${service.url}/Guide/x/${id}`,
      summary: `See ${service.url}/Guide/x/${id}`,
      image: { id, standard: `${service.url}/media/${id}.gif` },
      introduction_rendered: `<a href="${service.url}/Guide/x/1">first</a>`,
      ...rest,
    })
  guides.push(...IDS.map((id) => make(id)))
  return { service, edit: (id) => void (guides[id - 1] = make(id, { revisionid: 2 })) }
}

const run = (service: Server, cache: string, rest: Partial<CrawlOptions> = {}) =>
  crawl(optionsFor(service.url, cache, { retries: 0, sizes: ['standard'], ...rest }))

const details = ({ asked }: Server) => asked.filter((path) => /\/guides\/\d|\/media\//.test(path))

test('a service that has moved continues with its cache: nothing unchanged is requested again', async () => {
  const [before, after] = [await serviceAt(), await serviceAt()]
  const cache = await folder()
  await run(before.service, cache)
  after.edit(2)
  const { counts, manifest } = await run(after.service, cache, { sourceWas: [before.service.url] })
  expect(details(after.service)).toEqual(['/api/2.0/guides/2?excludePrerequisiteSteps'])
  expect(counts.guide).toMatchObject({ fetched: 1, unchanged: 2 })
  expect(counts.picture).toMatchObject({ fetched: 0, unchanged: 3 })
  expect(manifest.source).toBe(`${after.service.url}/api/2.0`)
  const reader = await openCache(cache)
  // The edited guide has its picture at the new address, the others at the old one.
  for (const [{ service }, id] of [
    [before, 1],
    [after, 2],
    [before, 3],
  ] as const)
    expect(reader.media(`${service.url}/media/${id}.gif`)).toBeDefined()
  expect(await Array.fromAsync(filesBelow(cache, 'media'))).toHaveLength(3)
})

test('a damaged picture is not reused under its new name, unless the service has lost it', async () => {
  for (const hasIt of [true, false]) {
    const [before, after] = [await serviceAt(), await serviceAt(hasIt)]
    const cache = await folder()
    await run(before.service, cache)
    const stored = (await openCache(cache)).media(`${before.service.url}/media/2.gif`)?.file ?? ''
    const whole = await readFile(join(cache, stored))
    const damaged = Buffer.from(whole).fill(7, whole.length - 1)
    await writeFile(join(cache, stored), damaged)
    after.edit(2)
    expect((await run(after.service, cache, { sourceWas: [before.service.url], verify: 100 })).warnings.join()).toContain(stored)
    const file = (await openCache(cache)).media(`${after.service.url}/media/2.gif`)?.file ?? ''
    expect(await readFile(join(cache, file))).toEqual(hasIt ? whole : damaged)
  }
})

test('links to the old address lead to records, also after nights without `sourceWas`', async () => {
  const [before, after] = [await serviceAt(), await serviceAt()]
  const cache = await folder()
  await run(before.service, cache)
  await run(after.service, cache, { sourceWas: [before.service.url] })
  const asked = details(after.service).length
  const { counts, manifest } = await run(after.service, cache)
  expect(counts.guide).toMatchObject({ fetched: 0, unchanged: 3 })
  expect(details(after.service)).toHaveLength(asked)
  expect(manifest.movedFrom).toEqual([`${before.service.url}/api/2.0`])
  expect(manifest.origins[0]).toBe(after.service.url)
  expect(readSourceLink(`${before.service.url}/Guide/x/1`, manifest.origins)?.ref).toEqual({ kind: 'guide', guideid: 1 })
})

test('an unfinished crawl of the old address is resumed at the new one', async () => {
  const [before, after] = [await serviceAt(), await serviceAt()]
  const cache = await folder()
  const stop = new AbortController()
  const onProgress = (progress: Record<string, { done: number }>) => {
    if ((progress.guide?.done ?? 0) >= 2) stop.abort()
  }
  await expect(
    crawl(optionsFor(before.service.url, cache, { retries: 0, signal: stop.signal, concurrency: 1 }), { onProgress }),
  ).rejects.toThrow('Interrupted')
  expect((await run(after.service, cache, { sourceWas: [before.service.url] })).counts.guide).toMatchObject({ fetched: 3, failed: 0 })
  expect(details(after.service).filter((path) => path.includes('/guides/')).length).toBeLessThan(3)
})

test('a wrong old address is refused with the right one, and the cache stays the same', async () => {
  const [before, after] = [await serviceAt(), await serviceAt()]
  const cache = await folder()
  await run(before.service, cache)
  const moved = run(after.service, cache, { sourceWas: ['http://127.0.0.1:1'] })
  await expect(moved).rejects.toThrow(`use \`sourceWas\` ${before.service.url}/api/2.0`)
  expect((await openCache(cache)).manifest.source).toBe(`${before.service.url}/api/2.0`)
})

test.each([
  [
    'https://new.example',
    ['http://old.example'],
    'http://old.example/a https://old.example.',
    'https://new.example/a https://old.example.',
  ],
  ['https://new.example', ['https://old.example/api/2.0'], 'see https://OLD.example', 'see https://new.example'],
  ['https://one.example', ['http://one.example'], 'http://one.example/a', 'https://one.example/a'],
  ['https://new.example', ['https://old.example'], 'https://old.example.org https://old.example:81 https://cold.example', undefined],
])('with a move to %s from %j, "%s" means the same', (now, formerly, text, expected = text) => {
  expect(movesOf(`${now}/api/2.0`, formerly).inNewWords({ a: [text, 1, null] })).toEqual({ a: [expected, 1, null] })
})

test('a change of the scheme alone counts as a move without being named', () => {
  const reader = { manifest: { source: 'http://one.example/api/2.0' } } as Parameters<typeof movesOf>[2]
  const moves = movesOf('https://one.example/api/2.0', [], reader)
  expect(moves.formerly('https://one.example/media/1.gif')).toEqual(['http://one.example/media/1.gif'])
  expect(moves.origins).toEqual(['http://one.example'])
})
