import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHECKED_PATH } from '../../src/cache/layout.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { folder, optionsFor, sendJson } from './server.ts'
import { guide, smallService } from './small-service.ts'

describe('what a clock in the future has dated', () => {
  const YEAR_S = 366 * 86_400

  test('counts from now, so that it grows old', async () => {
    const service = await smallService({ guides: [guide(1)] })
    const cache = await folder()
    await crawl(optionsFor(service.url, cache))
    const path = join(cache, CHECKED_PATH)
    const revalidation = async () =>
      (await readFile(path, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { at: number })
    const ahead = (await revalidation()).map((note) => `${JSON.stringify({ ...note, at: note.at + YEAR_S })}\n`)
    await writeFile(path, ahead.join(''))
    await crawl(optionsFor(service.url, cache))
    expect(ahead.length).toBeGreaterThan(1)
    for (const { at } of await revalidation()) expect(at).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('is no date to ask changes since', async () => {
    const since: string[] = []
    const wiki = { title: 'One', namespace: 'INFO', wikiid: 1 }
    const service = await smallService({
      answers: { '/wikis/INFO/One': wiki, '/wikis/INFO': [wiki] },
      before: (_, response, url) => {
        const asked = url.searchParams.get('modifiedSince')
        if (asked === null) return false
        since.push(asked)
        sendJson(response, [])
        return true
      },
    })
    const cache = await folder()
    await crawl(optionsFor(service.url, cache))
    await crawl(optionsFor(service.url, cache))
    expect(since.length).toBeGreaterThan(0)
    since.length = 0
    const path = join(cache, 'manifest.json')
    const manifest = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...manifest, startedAt: new Date(Date.now() + 7_200_000).toISOString() }))
    await crawl(optionsFor(service.url, cache))
    expect(since).toEqual([])
  })
})
