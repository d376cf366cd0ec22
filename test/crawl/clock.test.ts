import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CHECKED_PATH } from '../../src/cache/layout.ts'
import { crawlSmall, guide } from './small-service.ts'

describe('what a clock in the future has dated', () => {
  const YEAR_S = 366 * 86_400

  test('counts from now, so that it grows old', async () => {
    const { cache, again } = await crawlSmall({ guides: [guide(1)] })
    const path = join(cache, CHECKED_PATH)
    const revalidation = async () =>
      (await readFile(path, 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { at: number })
    const ahead = (await revalidation()).map((note) => `${JSON.stringify({ ...note, at: note.at + YEAR_S })}\n`)
    await writeFile(path, ahead.join(''))
    await again()
    expect(ahead.length).toBeGreaterThan(1)
    for (const { at } of await revalidation()) expect(at).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('is no date to ask changes since', async () => {
    const since: string[] = []
    const wiki = { title: 'One', namespace: 'INFO', wikiid: 1 }
    const { cache, again } = await crawlSmall({
      answers: { '/wikis/INFO/One': wiki, '/wikis/INFO': [wiki] },
      instead: (_, url) => {
        const asked = url.searchParams.get('modifiedSince')
        if (asked !== null) since.push(asked)
        return asked !== null && []
      },
    })
    await again()
    expect(since.length).toBeGreaterThan(0)
    since.length = 0
    const path = join(cache, 'manifest.json')
    const manifest = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...manifest, startedAt: new Date(Date.now() + 7_200_000).toISOString() }))
    await again()
    expect(since).toEqual([])
  })
})
