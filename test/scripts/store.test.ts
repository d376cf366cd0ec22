import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { contents, crawled } from '../store/crawled.ts'
import { dyingProxy } from '../store/dying-proxy.ts'
import { memoryStore } from '../store/memory-store.ts'
import { BUCKET, SECRET, startSwift, type Swift, whyNoSwift as why } from '../store/swift.ts'

if (why) console.log(`Skipped: object storage, since ${why}.`)

describe.skipIf(why)('a cache in Swift', () => {
  let swift: Swift
  beforeAll(async () => {
    swift = await startSwift()
    return () => swift.stop()
  })

  let stores = 0
  const newStore = () => `s3://${BUCKET}/test-${++stores}`
  const cache = (action: string, folder: string, store: string, ...more: string[]) =>
    benchbookHere(['cache', action, '--cache', folder, '--store', store, ...more], { env: swift.env })
  const report = async (action: string, folder: string, store: string, ...more: string[]) => {
    const { code, stdout, stderr } = await cache(action, folder, store, '--json', ...more)
    expect([code, stderr]).toEqual([0, ''])
    return JSON.parse(stdout) as Record<string, unknown>
  }
  const pulled = async (store: string) => {
    const folder = join(await temporaryFolder(), 'pulled')
    await report('pull', folder, store)
    return contents(folder)
  }
  const keysOf = async (store: string) => {
    const answer = await swift.client.fetch(`${swift.bucket}?list-type=2&prefix=${store.slice(`s3://${BUCKET}/`.length)}/`)
    return [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
  }

  test('a pull into an empty folder gives the bytes of the folder that was pushed', async () => {
    const [folder, store] = [await crawled(await temporaryFolder()), newStore()]
    expect(await report('push', folder, store)).toMatchObject({ objects: 30 + 3 })
    expect(await pulled(store)).toEqual(await contents(folder))
  })

  test('a night with one changed guide is a few objects, and nothing unchanged is sent again', async () => {
    const [folder, store] = [await crawled(await temporaryFolder()), newStore()]
    await report('push', folder, store)
    const other = join(await temporaryFolder(), 'other')
    await report('pull', other, store)
    expect(await report('push', folder, store)).toMatchObject({ changed: 0, objects: 0 })
    await crawled(folder, { 7: 'Another title' }, '2026-01-02T00:00:01.000Z')
    const { objects, changed } = await report('push', folder, store)
    expect(objects).toBe(3) // a pack, its index, the manifest
    expect(changed).toBeLessThan(10)
    expect(await report('pull', other, store)).toMatchObject({ fetched: changed })
    expect(await contents(other)).toEqual(await contents(folder))
  })

  test('a push killed at any moment leaves readers the previous state, and the next one completes it', async () => {
    const [folder, store] = [await crawled(await temporaryFolder()), newStore()]
    await report('push', folder, store)
    const before = await contents(folder)
    await crawled(folder, { 1: 'Changed' }, '2026-01-02T00:00:01.000Z')
    mkdirSync(join(folder, 'media/00'), { recursive: true })
    for (let at = 0; at < 12; at++) writeFileSync(join(folder, 'media/00', `${'0'.repeat(19)}${at.toString(16)}.pdf`), `new ${at}`)
    for (const moment of [1, 5, 9, 14, 17, 18]) {
      const proxy = await dyingProxy(swift.endpoint, moment)
      const { child, ended } = startBenchbook(['cache', 'push', '--cache', folder, '--store', store, '--s3-endpoint', proxy.endpoint], {
        env: swift.env,
      })
      await Promise.race([proxy.reached.then(() => child.kill('SIGKILL')), ended])
      expect((await ended).code, `request ${moment}`).not.toBe(0)
      expect(await pulled(store)).toEqual(before)
    }
    await report('push', folder, store)
    expect(await pulled(store)).toEqual(await contents(folder))
  })

  test('a damaged object is found by its hash, and a full push repairs it', async () => {
    const [folder, store] = [await crawled(await temporaryFolder()), newStore()]
    await report('push', folder, store)
    const key = (await keysOf(store)).find((name) => name.includes('/objects/')) ?? ''
    for (const body of ['damaged', undefined]) {
      await swift.client.fetch(`${swift.bucket}/${key}`, body === undefined ? { method: 'DELETE' } : { method: 'PUT', body })
      const other = join(await temporaryFolder(), 'other')
      const { code, stdout, stderr } = await cache('pull', other, store, '--json')
      expect(stdout).toContain('"ERR_STORE_DAMAGED"')
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(body === undefined ? /\/objects\/\S+ is gone/ : /\/objects\/\S+ is damaged/),
      ])
      expect(existsSync(join(other, 'manifest.json'))).toBe(false)
    }
    await report('push', folder, store, '--replace')
    expect(await pulled(store)).toEqual(await contents(folder))
  })

  test('prune removes what no manifest names, but nothing recent', async () => {
    const [folder, store] = [await crawled(await temporaryFolder()), newStore()]
    await report('push', folder, store)
    const [shelf = ''] = await readdir(join(folder, 'media'))
    await crawled(folder, { 2: 'Changed' }, '2026-01-02T00:00:01.000Z')
    await rm(join(folder, 'media', shelf), { recursive: true })
    await report('push', folder, store)
    const stray = `${store.slice(`s3://${BUCKET}/`.length)}/objects/aa/${'a'.repeat(64)}`
    await swift.client.fetch(`${swift.bucket}/${stray}`, { method: 'PUT', body: 'of a push cut short' })
    expect(await report('prune', folder, store)).toMatchObject({ removed: 0 })
    const { removed, young } = await report('prune', folder, store, '--grace-hours', '0')
    expect([Number(removed) >= 2, young]).toEqual([true, 0])
    expect(await keysOf(store)).not.toContain(stray)
    expect(await pulled(store)).toEqual(await contents(folder))
  })

  test('wrong keys, a wrong bucket, a wrong clock and an unreachable store each give an error without the secret', async () => {
    const folder = await crawled(await temporaryFolder())
    const store = newStore()
    const refused = async (env: Record<string, string>, place = store) => {
      const args = ['cache', 'push', '--cache', folder, '--store', place, '--json', '--debug']
      const surroundings = { env: { ...swift.env, ...env } }
      const { code, stdout, stderr } = env.NODE_OPTIONS ? await benchbook(args, surroundings.env) : await benchbookHere(args, surroundings)
      expect(stderr + stdout).not.toContain(SECRET)
      return [code, (JSON.parse(stdout) as { error: { code: string } }).error.code]
    }
    expect(await refused({ AWS_SECRET_ACCESS_KEY: 'wrong' })).toEqual([2, 'ERR_STORE_REFUSED'])
    expect(await refused({ AWS_ACCESS_KEY_ID: 'nobody' })).toEqual([2, 'ERR_STORE_REFUSED'])
    expect(await refused({ AWS_SECRET_ACCESS_KEY: '' })).toEqual([2, 'ERR_OPTION'])
    expect(await refused({}, 's3://nowhere/x')).toEqual([2, 'ERR_STORE_BUCKET'])
    expect(await refused({}, 's3://No_Bucket/x')).toEqual([2, 'ERR_STORE_BUCKET'])
    expect(await refused({ AWS_ENDPOINT_URL: 'http://127.0.0.1:1' })).toEqual([2, 'ERR_STORE_UNREACHABLE'])
    expect(await refused({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LATE)}` })).toEqual([2, 'ERR_STORE_CLOCK'])
    const nothing = await cache('pull', join(await temporaryFolder(), 'none'), store, '--json')
    expect([nothing.code, (JSON.parse(nothing.stdout) as { error: { code: string } }).error.code]).toEqual([2, 'ERR_STORE_EMPTY'])
  })

  test('a crawl and a build on two machines share the store', async () => {
    const { url } = await smallService({ guides: guides(3) })
    const [here, there, store] = [await temporaryFolder(), await temporaryFolder(), newStore()]
    const run = (cwd: string, ...args: string[]) => startBenchbook([...args, '--cache', store], { cwd, env: swift.env }).ended
    expect(await run(here, 'build')).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was pushed') as string })
    const first = await run(here, 'crawl', '--source', url)
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('Pushed to')])
    expect([(await run(there, 'build', '--json')).code, existsSync(join(there, 'dist/guide/1/index.html'))]).toEqual([0, true])
    expect(await contents(join(there, 'content-cache'))).toEqual(await contents(join(here, 'content-cache')))
    // The next crawl, on the other machine, requests only what has changed.
    const second = await run(there, 'crawl', '--source', url, '--json')
    expect((JSON.parse(second.stdout) as { counts: Record<string, unknown> }).counts.guide).toMatchObject({ fetched: 0, unchanged: 3 })
    expect(await pulled(store)).toEqual(await contents(join(there, 'content-cache')))
  })
})

describe('one crawl for a store at a time', () => {
  /** A store, and crawls for it that end once `go` is called. */
  async function slowCrawls() {
    const store = await memoryStore('honoured')
    const slow = Promise.withResolvers<undefined>()
    const late = (response: ServerResponse) => void slow.promise.then(() => response.end(JSON.stringify(guides(1)[0])))
    const { url } = await smallService({ guides: guides(2), instead: (path) => path === '/guides/1' && late })
    const env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_ENDPOINT_URL: store.endpoint }
    const crawl = async () => {
      const args = ['crawl', '--source', url, '--cache', 's3://bucket/prefix', '--json']
      const { code, stdout } = await startBenchbook(args, { env, cwd: await temporaryFolder() }).ended
      return [code, (JSON.parse(stdout) as { error?: { code: string } }).error?.code]
    }
    const first = crawl()
    await expect.poll(() => store.objects.has('lease.json'), { timeout: 20_000 }).toBe(true)
    return { store, crawl, first, go: () => slow.resolve(undefined) }
  }

  test('a second one ends with 2 while the first one runs', async () => {
    const { crawl, first, go } = await slowCrawls()
    expect(await crawl()).toEqual([2, 'ERR_STORE_LEASED'])
    go()
    expect(await first).toEqual([0, undefined])
    expect(await crawl()).toEqual([0, undefined])
  })

  test('one that another has taken over from ends with 2, and pushes nothing', async () => {
    const { store, first, go } = await slowCrawls()
    store.objects.set('lease.json', Buffer.from('of another'))
    expect(await first).toEqual([2, 'ERR_STORE_LEASED'])
    expect(store.objects.has('manifest.json')).toBe(false)
    go()
  })
})

/** Makes a process believe that it is an hour later. */
const LATE = 'const D=Date;globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+36e5)}}'
