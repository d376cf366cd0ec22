import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readChecked } from '../../src/cache/checked.ts'
import { collect } from './server.ts'
import { ageBy, crawlSmall, guide } from './small-service.ts'

describe('what a clock in the future has dated', () => {
  test('counts from now, so that it grows old', async () => {
    const { cache, again } = await crawlSmall({ guides: [guide(1)] })
    await ageBy(cache, -366)
    await again()
    const notes = await collect(readChecked(cache))
    expect(notes.length).toBeGreaterThan(1)
    for (const { at } of notes) expect(at).toBeLessThanOrEqual(Date.now() / 1000)
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
