import { expect, test } from 'vitest'
import type { StoreClient } from '../../src/store/client.ts'
import { takeLease } from '../../src/store/lease.ts'
import { memoryStore } from './memory-store.ts'

const take = (client: StoreClient, onNote?: () => void) => takeLease(client, { lastingMs: 1500, ...(onNote && { onNote }) })

test('a second crawl is refused as soon as the first renews its lease, and takes it after its release', async () => {
  const { client } = await memoryStore('honoured')
  const first = await take(client)
  await expect(take(client)).rejects.toMatchObject({
    code: 'ERR_STORE_LEASED',
    message: expect.stringContaining(`process ${process.pid}`) as string,
  })
  await first?.release()
  const second = await take(client)
  expect([first?.lost.aborted, second?.lost.aborted]).toEqual([false, false])
  await second?.release()
})

test('a lease that is given back while a second crawl waits is taken', async () => {
  const { client } = await memoryStore('honoured')
  const first = await take(client)
  const second = await take(client, () => void first?.release())
  expect(second?.lost.aborted).toBe(false)
  await second?.release()
})

test('a lease that nobody renews is taken over, and its holder hears of it when it wakes up', async () => {
  const { client } = await memoryStore('honoured')
  const awake = Promise.withResolvers<undefined>()
  let isAsleep = false
  const ask: StoreClient['ask'] = async (...asked) => {
    if (isAsleep) await awake.promise
    return client.ask(...asked)
  }
  const first = await take({ ...client, ask })
  isAsleep = true
  const second = await take(client)
  awake.resolve(undefined)
  await expect.poll(() => first?.lost.aborted, { timeout: 20_000 }).toBe(true)
  expect(second?.lost.aborted).toBe(false)
  await first?.release()
  await second?.release()
  expect(await take(client)).toBeDefined()
})

test('something else at its place is waited for like a lease, and then replaced', async () => {
  const { client, objects } = await memoryStore('honoured')
  objects.set('lease.json', Buffer.from('nothing of ours'))
  const lease = await take(client)
  expect(objects.get('lease.json')?.toString()).toContain(`process ${process.pid}`)
  await lease?.release()
})

test('a request whose answer was lost is not taken for that of another crawl', async () => {
  const store = await memoryStore('honoured')
  let isLost = true
  const ask: StoreClient['ask'] = async (method, key, ...rest) => {
    const answer = await store.client.ask(method, key, ...rest)
    if (method !== 'PUT' || key !== 'lease.json' || !isLost) return answer
    isLost = false
    return store.client.ask(method, key, ...rest)
  }
  const lease = await take({ ...store.client, ask })
  expect(store.log.filter((line) => line.startsWith('PUT lease.json'))).toHaveLength(2)
  await lease?.release()
  expect(store.objects.get('lease.json')?.toString()).toContain('"isFree":true')
})

test.each(['ignored', 'refused'] as const)('where conditions are %s, nothing is reserved', async (conditions) => {
  expect(await take((await memoryStore(conditions)).client)).toBeUndefined()
})
