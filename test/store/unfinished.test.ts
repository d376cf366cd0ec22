import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { sendUnfinished } from '../../src/library/stored-cache.ts'
import type { StoreClient } from '../../src/store/client.ts'
import { pruneStore } from '../../src/store/prune.ts'
import { pushCache } from '../../src/store/push.ts'
import { forgetUnfinishedIn, pullUnfinished, unfinishedSender } from '../../src/store/unfinished.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { optionsFor } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { memoryStore } from './memory-store.ts'

const onNote = () => undefined
const senderOf = (store: StoreClient, folder: string, changedSinceMs = 0) =>
  unfinishedSender(store, { folder, product: 'test', changedSinceMs })

/** A service that answers some guides before a crawl is interrupted, and the folder that the crawl leaves. */
async function interrupted() {
  const [asked, all] = [[] as string[], guides(30)]
  const stop = new AbortController()
  const service = await smallService({
    guides: all,
    before: (_request, response, { pathname }) => {
      if (!/\/guides\/\d+$/.test(pathname)) return false
      asked.push(pathname)
      if (asked.length <= 20 || stop.signal.aborted) return false
      stop.abort()
      response.destroy()
      return true
    },
  })
  const folder = await temporaryFolder()
  const options = optionsFor(service.url, folder, { concurrency: 1 })
  await expect(crawl({ ...options, signal: stop.signal })).rejects.toThrow('Interrupted')
  return { folder, options, asked }
}

test('another machine continues a crawl from what was sent of it, and asks for nothing twice', async () => {
  const { folder, options, asked } = await interrupted()
  const { client: store } = await memoryStore('honoured')
  expect(await senderOf(store, folder)()).toMatchObject({ isSent: true })
  const other = await temporaryFolder()
  expect(await pullUnfinished(store, { folder: other, onNote })).toBeGreaterThan(20)
  const [stored, pulled] = [folder, other].map((at) => statSync(join(at, 'pending/records/guide/0/1.json')).mtimeMs)
  // Not when it was pulled: what changes at the service meanwhile is asked for.
  expect(pulled).toBeLessThanOrEqual(Number(stored))
  const before = asked.splice(0).slice(0, -1)
  await crawl({ ...options, cache: other })
  expect(asked.filter((path) => before.includes(path))).toEqual([])
  expect(new Set([...before, ...asked]).size).toBe(30)
})

test('only what is new is sent; a prune keeps it; a folder with a crawl of its own is left alone', async () => {
  const { folder, options } = await interrupted()
  const { client: store, log, objects } = await memoryStore('honoured')
  const send = senderOf(store, folder)
  await send()
  const puts = () => log.filter((line) => line.startsWith('PUT')).length
  const sent = puts()
  for (const again of [send, senderOf(store, folder, Date.now() + 1)]) expect(await again()).toMatchObject({ isSent: true })
  expect(puts()).toBe(sent)
  expect(await pullUnfinished(store, { folder, onNote })).toBe(0)
  // A crawl that moves its files into place has fewer and fewer of them.
  writeFileSync(join(folder, 'pending/manifest.json'), '{}')
  expect(await send()).toMatchObject({ isSent: false })
  rmSync(join(folder, 'pending/manifest.json'))
  const finished = await temporaryFolder()
  await crawl({ ...options, cache: finished })
  await pushCache(store, { folder: finished, product: 'test', replace: false, onNote })
  const all = objects.size
  expect((await pruneStore(store, 0)).removed).toBe(0)
  await forgetUnfinishedIn(store)
  expect((await pruneStore(store, 0)).removed).toBeGreaterThan(0)
  expect(objects.size).toBeLessThan(all - 1)
  expect(await pullUnfinished(store, { folder: await temporaryFolder(), onNote })).toBe(0)
})

test('records do not wait for media, and what the store has is read once', async () => {
  const { folder } = await interrupted()
  const { client: store, log } = await memoryStore('honoured')
  const media = 300
  for (let number = 0; number < media; number++) {
    const name = number.toString(16).padStart(20, '0')
    mkdirSync(join(folder, 'pending/media/00'), { recursive: true })
    writeFileSync(join(folder, `pending/media/00/${name}.png`), name)
  }
  const send = senderOf(store, folder)
  const sent = async () => {
    log.length = 0
    await send()
    return (kind: string) => log.filter((line) => line.startsWith(kind)).length
  }
  const first = await sent()
  expect([first('PUT objects/'), first('PUT unfinished.json'), first('GET')]).toEqual([256, 1, 1])
  const second = await sent()
  expect([second('PUT objects/'), second('PUT unfinished.json'), second('GET')]).toEqual([media - 256, 1, 0])
  const other = await temporaryFolder()
  await pullUnfinished(store, { folder: other, onNote })
  expect(readdirSync(join(other, 'pending/media/00'))).toHaveLength(media)
})

test('it is sent while a crawl runs, also after a store was away', async () => {
  const { folder } = await interrupted()
  const { endpoint, objects } = await memoryStore('honoured')
  const away = { s3Endpoint: 'http://127.0.0.1:9' }
  const config = { ...readConfig({}, {}), cache: folder, store: 's3://bucket/prefix', s3Endpoint: endpoint }
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
    process.env[name] = 'key'
    onTestFinished(() => void Reflect.deleteProperty(process.env, name))
  }
  const notes: string[] = []
  const stopAway = sendUnfinished({ ...config, ...away }, { onNote: (note) => notes.push(note) }, 10)
  await expect.poll(() => notes).toEqual([expect.stringContaining('could not be sent to s3://bucket/prefix')])
  expect(await stopAway()).toBe(false)
  const stop = sendUnfinished(config, { onNote }, 10)
  await expect.poll(() => objects.has('unfinished.json')).toBe(true)
  expect(await stop()).toBe(true)
})
