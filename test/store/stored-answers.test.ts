import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pruneStore } from '../../src/store/prune.ts'
import { pushCache } from '../../src/store/push.ts'
import { answersThrough, StoredAnswers } from '../../src/store/stored-answers.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { type MemoryStore, memoryStore } from './memory-store.ts'

const HOUR_MS = 3_600_000

async function answersOf(store: MemoryStore, run: string, ...agesMs: number[]): Promise<StoredAnswers<object>> {
  const answers = new StoredAnswers(store.client, run)
  await answers.begin()
  for (const [at, ageMs] of agesMs.entries()) {
    await answers.write(`3f9${at}`, Readable.from([Buffer.from('body')]), () => ({ status: 200 }))
    store.putAt.set(`pending/answers/${run}/3f9${at}`, Date.now() - ageMs)
  }
  store.putAt.set(`pending/answers/${run}/run`, Date.now() - Math.max(0, ...agesMs))
  return answers
}
const runsIn = ({ objects }: MemoryStore) =>
  [...new Set([...objects.keys()].map((key) => /^pending\/answers\/(\w+)/.exec(key)?.[1]))].filter(Boolean)

/** What lies in a folder for temporary files that nobody else has, as long as the test runs. */
async function ownTemporaries(): Promise<() => Promise<string[]>> {
  const folder = await temporaryFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  return async () => readdir(folder)
}

test.each([
  ['short', 10],
  ['long', 700_000],
])('a %s answer comes back as it was written, in one object, and leaves no file', async (_, bytes) => {
  const store = await memoryStore('refused')
  const temporaries = await ownTemporaries()
  const answers = await answersOf(store, 'run')
  const body = Buffer.alloc(bytes, 'body\n')
  const pieces = [body.subarray(0, 3), body.subarray(3, bytes / 2), body.subarray(bytes / 2)]
  const head = { status: 200, headers: { 'x-title': 'Überschrift' } }
  await answers.write('3f9a', Readable.from(pieces), () => head)
  expect([...store.objects.keys()].sort()).toEqual(['pending/answers/run/3f9a', 'pending/answers/run/run'])
  const answer = await answers.read('3f9a')
  expect(answer?.head).toEqual(head)
  expect((await buffer(answer?.body ?? Readable.from([]))).equals(body)).toBe(true)
  await expect.poll(temporaries).toEqual([])
})

test('a long answer that nobody reads leaves no file either', async () => {
  const store = await memoryStore('refused')
  const temporaries = await ownTemporaries()
  const answers = await answersOf(store, 'run')
  await answers.write('3f9a', Readable.from([Buffer.alloc(700_000)]), () => ({}))
  const answer = await answers.read('3f9a')
  expect(await temporaries()).toHaveLength(1)
  answer?.body.destroy()
  await expect.poll(temporaries).toEqual([])
})

test('who begins is told whether answers may be there; who looks for a run, whether it goes on', async () => {
  const store = await memoryStore('refused')
  const answers = new StoredAnswers(store.client, 'run')
  expect(await answers.exists()).toBe(false)
  expect(await answers.begin()).toBe(false)
  expect(await new StoredAnswers(store.client, 'run').exists()).toBe(true)
  await answers.write('3f9a', Readable.from([]), () => ({}))
  expect(await answers.begin()).toBe(true)
  expect(await answers.read('none')).toBeUndefined()
  await answers.end()
  expect([await answers.exists(), runsIn(store)]).toEqual([false, []])
})

test('the next crawl removes what crawls have left of which nothing is younger than an hour, and nothing of one that is alive', async () => {
  const store = await memoryStore('refused')
  await answersOf(store, 'dead', 2 * HOUR_MS, 3 * HOUR_MS)
  await answersOf(store, 'alive', 0, 50 * HOUR_MS)
  await answersThrough(store.client).forgetDead()
  expect(runsIn(store)).toEqual(['alive'])
  expect(store.objects.size).toBe(3)
})

test('so does a prune, which leaves a crawl that is alive its answers, however old and whatever the grace', async () => {
  const [store, folder] = [await memoryStore('refused'), await temporaryFolder()]
  await writeCache(folder, {})
  await pushCache(store.client, { folder, product: 'test', full: false, onNote: () => undefined })
  const pushed = store.objects.size
  await answersOf(store, 'dead', 25 * HOUR_MS, 26 * HOUR_MS)
  await answersOf(store, 'silent', 2 * HOUR_MS)
  await answersOf(store, 'alive', 0, 50 * HOUR_MS)
  expect(await pruneStore(store.client, 24 * HOUR_MS)).toMatchObject({ removed: 3, young: 5 })
  expect(runsIn(store)).toEqual(['silent', 'alive'])
  expect(await pruneStore(store.client, 0)).toMatchObject({ removed: 2, young: 3 })
  expect(runsIn(store)).toEqual(['alive'])
  expect(store.objects.size).toBe(pushed + 3)
})
