import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeLease } from '../../src/store/lease.ts'
import { memoryStore } from './memory-store.ts'

const LASTING_MS = 1500
const take = (store: Awaited<ReturnType<typeof memoryStore>>) => takeLease(store.client, undefined, LASTING_MS)

test('a second crawl is refused as soon as the first renews its lease, and takes it after its release', async () => {
  const store = await memoryStore('honoured')
  const first = await take(store)
  await expect(take(store)).rejects.toMatchObject({
    code: 'ERR_STORE_LEASED',
    message: expect.stringContaining(`process ${process.pid}`) as string,
  })
  await first?.release()
  const second = await take(store)
  expect([first?.lost.aborted, second?.lost.aborted]).toEqual([false, false])
  await second?.release()
})

test('a lease that nobody renews is taken over, and its holder hears of it when it wakes up', async () => {
  const store = await memoryStore('honoured')
  const first = await take(store)
  // The first holder hangs: none of its requests arrive.
  store.before = (line) => (line === 'PUT lease.json If-Match' ? 503 : undefined)
  const taking = take(store)
  await sleep(2 * LASTING_MS)
  store.before = () => undefined
  const second = await taking
  await expect.poll(() => first?.lost.aborted, { timeout: 20_000 }).toBe(true)
  expect(second?.lost.aborted).toBe(false)
  await first?.release()
  await second?.release()
  expect(await take(store)).toBeDefined()
})

test.each(['ignored', 'refused'] as const)('where conditions are %s, nothing is reserved', async (conditions) => {
  expect(await take(await memoryStore(conditions))).toBeUndefined()
})
