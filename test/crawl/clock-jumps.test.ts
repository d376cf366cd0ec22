import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { type Spoil, startSpoiltService } from '../replica/spoil.ts'
import { contentOf, edit, Watch } from './kill.ts'
import { SAMPLE } from './sample.ts'
import { folder } from './server.ts'

const JUMPING = ['--import', join(import.meta.dirname, 'jumping-clock.ts')]
const watch = new Watch()

async function serve(cache: string, port: number, spoil: Spoil = watch.spoil) {
  const service = await startSpoiltService(await openCache(cache), { port, latencyMs: 2, spoil })
  onTestFinished(() => service.close())
  return service
}

/** What is asked for of single records and files, each night's own left aside. */
const details = (asked: readonly string[]) => asked.filter((path) => !/limit=|display=|\/sites\/info|\/categories(\?|$)/.test(path)).sort()

test('a crawl while the clock jumps ends complete, waits as long as it is asked to, and the next is incremental', async () => {
  const place = await folder()
  const [calm, jumped, changed] = [join(place, 'calm'), join(place, 'jumped'), join(place, 'changed')]
  const askedAt: number[] = []
  const first = await serve(SAMPLE, 0, (request) => {
    watch.spoil(request)
    if (request.path.endsWith('/guides/5')) askedAt.push(performance.now())
    if (request.path.endsWith('/guides/20') && request.count === 1) return { status: 503 }
    return request.path.endsWith('/guides/5') && request.count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined
  })
  const disturbed = await watch.crawl(first.url, jumped, undefined, JUMPING)
  expect(disturbed.code, disturbed.stderr).toBe(0)
  const [seen] = /(?<=jumped )\d+/.exec(disturbed.stderr) ?? []
  expect(Number(seen)).toBeGreaterThan(5)
  const [held = 0, again = 0] = askedAt
  expect((again - held) / 1000).toBeGreaterThan(0.95)
  await watch.crawl(first.url, calm)
  expect(await contentOf(jumped)).toEqual(await contentOf(calm))
  const { startedAt, finishedAt } = (await openCache(jumped)).manifest
  expect(Date.parse(startedAt)).toBeLessThan(Date.parse(finishedAt))

  await cp(SAMPLE, changed, { recursive: true })
  for (const guideid of [1, 27]) await edit(changed, guideid)
  await first.close()
  const second = await serve(changed, Number(new URL(first.url).port))
  const nightAfterCalm = details((await watch.crawl(second.url, calm)).asked)
  expect(nightAfterCalm.join(' ')).toContain('/guides/27')
  expect(nightAfterCalm.length).toBeLessThan(20)
  expect(details((await watch.crawl(second.url, jumped, undefined, JUMPING)).asked)).toEqual(nightAfterCalm)
  expect(await contentOf(jumped)).toEqual(await contentOf(calm))
  expect(details((await watch.crawl(second.url, jumped)).asked)).toEqual([])
})
