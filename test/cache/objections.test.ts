import { onTestFinished, expect, test } from 'vitest'
import { objectionTo, setObjector } from '../../src/cache/objections.ts'
import { openCache } from '../../src/cache/reader.ts'
import { temporaryFolder, writeCache } from './small-cache.ts'

const KEY = { kind: 'guide', id: '1' } as const
const PATH = 'records/guide/0/1.json'
const LARGE = JSON.stringify('x'.repeat(249_998))

/** The reader of a cache of one guide, and what it asks before it reads an answer. */
async function asking(body: string, objection: string | undefined) {
  const folder = await temporaryFolder()
  await writeCache(folder, { records: [{ ...KEY, body }] })
  const asked: unknown[] = []
  setObjector((answer) => {
    asked.push(answer)
    return Promise.resolve(objection)
  })
  onTestFinished(() => setObjector(undefined))
  return { cache: await openCache(folder), asked }
}

test('a large answer is read if nothing is said against it', async () => {
  const { cache, asked } = await asking(LARGE, undefined)
  expect(await cache.record(KEY)).toBe('x'.repeat(249_998))
  expect(asked).toEqual([{ key: KEY, text: LARGE, path: PATH }])
})

test('an objection keeps it from being read, and is asked for once', async () => {
  const { cache, asked } = await asking(LARGE, 'it takes too long')
  for (let time = 0; time < 2; time++)
    await expect(cache.record(KEY)).rejects.toMatchObject({
      message: `The cached record ${PATH} is not read: it takes too long.`,
      code: 'ERR_RECORD_UNREADABLE',
      facts: { path: PATH, record: PATH },
    })
  expect(asked).toHaveLength(1)
})

test('an answer that is a character shorter is read unasked', async () => {
  const { cache, asked } = await asking(JSON.stringify('x'.repeat(249_997)), 'it takes too long')
  expect(await cache.record(KEY)).toBe('x'.repeat(249_997))
  expect(asked).toEqual([])
})

test('without an objector there is no objection, and a new one knows nothing of the last', async () => {
  await asking('1', 'no')
  const answer = { key: KEY, text: '1', path: PATH }
  expect(await objectionTo(answer)).toBe('no')
  setObjector(() => Promise.resolve('never'))
  expect(await objectionTo(answer)).toBe('never')
  setObjector(undefined)
  expect(await objectionTo(answer)).toBeUndefined()
})
