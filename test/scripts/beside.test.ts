import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { listen } from '../../src/http/listen.ts'
import { latestListener } from '../../src/replica/http/server.ts'
import { startSpoiltService } from '../replica/spoil.ts'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { editGuide } from '../cache/edited-guide.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { copySample } from '../sample-copy.ts'
import { serveSample } from '../replica/peer.ts'
import { heldAt } from '../steps.ts'

/** A finished crawl, and a crawl of the same service on the next day that waits for its users: the title of guide 1 has changed. */
async function secondNight(): Promise<{ cache: string; out: string; goOn: () => Promise<void>; titles: [string, string] }> {
  const folder = await temporaryFolder()
  const [cache, changed, out] = [join(folder, 'cache'), join(folder, 'changed'), join(folder, 'dist')]
  const yesterday = await serveSample()
  expect((await benchbook(['crawl', '--quiet', '--source', yesterday.url, '--cache', cache, '--media', 'none'])).code).toBe(0)
  await yesterday.close()

  await copySample(changed)
  const titles: [string, string] = ['', 'A title of the second night']
  await editGuide(changed, 1, (guide) => {
    titles[0] = guide.title
    guide.title = titles[1]
  })

  let isHeld = true
  const today = await startSpoiltService(await openCache(changed), {
    port: Number(new URL(yesterday.url).port),
    spoil: ({ path }) => (isHeld && path.endsWith('/comments') ? { status: 503 } : undefined),
  })
  onTestFinished(() => today.close())
  const crawl = startBenchbook(['crawl', '--quiet', '--source', today.url, '--cache', cache, '--media', 'none', '--retries', '20'])
  const finish = async () => {
    expect(crawl.child.exitCode, 'the crawl has waited').toBe(null)
    isHeld = false
    const { code, stderr } = await crawl.ended
    expect(code, stderr).toBe(0)
  }
  return { cache, out, goOn: finish, titles }
}

test('a crawl that finishes during a build ends the build, and no mixed site is written', async () => {
  const { cache, out, goOn } = await secondNight()
  const build = await heldAt(['build', '--quiet', '--json', '--cache', cache, '--out', out], /^mkdir .*building.site$/)
  await goOn()
  await build.goOn()
  const { code, stdout, stderr } = await build.ended
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ERR_CACHE_CHANGED', path: cache } })
  expect(stderr).toMatch(/^benchbook: A crawl into .* finished while the site was built.* build again\.\n$/)
  expect(code).toBe(1)
  expect(existsSync(out)).toBe(false)
})

test('`serve --api` shows the last finished crawl, and the next one as soon as it has finished', async () => {
  const { cache, goOn, titles } = await secondNight()
  const server = createServer()
  let origin = ''
  const listener = await latestListener(cache, { origin: () => origin })
  server.on('request', (request, response) => void listener(request, response))
  onTestFinished(() => void server.close())
  origin = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`
  const titleOf = async (path: string, read: (answer: unknown) => unknown) => read(await (await fetch(`${origin}/api/2.0${path}`)).json())
  const both = async () => [
    await titleOf('/guides/1', (guide) => (guide as { title: string }).title),
    await titleOf('/guides', (guides) => (guides as { guideid: number; title: string }[]).find(({ guideid }) => guideid === 1)?.title),
  ]
  expect(await both()).toEqual([titles[0], titles[0]])
  await goOn()
  expect(await both()).toEqual([titles[1], titles[1]])
})
