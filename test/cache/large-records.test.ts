import { onTestFinished, expect, test } from 'vitest'
import { refusalOf, setLargeRecordCheck } from '../../src/cache/large-records.ts'
import { smallCache } from './small-cache.ts'

const KEY = { kind: 'guide', id: '1' } as const
const PATH = 'records/guide/0/1.json'
const LARGE = JSON.stringify('x'.repeat(249_998))

/** The reader of a cache of one guide, and what it passes to the check. */
async function asking(body: string, refusal: string | undefined) {
  const { cache } = await smallCache({ records: [{ ...KEY, body }] })
  const asked: unknown[] = []
  setLargeRecordCheck((answer) => {
    asked.push(answer)
    return Promise.resolve(refusal)
  })
  onTestFinished(() => setLargeRecordCheck(undefined))
  return { cache, asked }
}

test('a large answer is read if the check does not refuse it', async () => {
  const { cache, asked } = await asking(LARGE, undefined)
  expect(await cache.record(KEY)).toBe('x'.repeat(249_998))
  expect(asked).toEqual([{ key: KEY, text: LARGE, path: PATH }])
})

test('a refused answer is not read, and checked only once', async () => {
  const { cache, asked } = await asking(LARGE, 'it takes too long')
  for (let time = 0; time < 2; time++)
    await expect(cache.record(KEY)).rejects.toMatchObject({
      message: `The cached record ${PATH} is not read: it takes too long.`,
      code: 'ERR_RECORD_UNREADABLE',
      facts: { path: PATH, record: PATH },
    })
  expect(asked).toHaveLength(1)
})

test('an answer shorter by one character is read without a check', async () => {
  const { cache, asked } = await asking(JSON.stringify('x'.repeat(249_997)), 'it takes too long')
  expect(await cache.record(KEY)).toBe('x'.repeat(249_997))
  expect(asked).toEqual([])
})

test('nothing is refused without a check, and a new check replaces the results of the last one', async () => {
  await asking('1', 'no')
  const answer = { key: KEY, text: '1', path: PATH }
  expect(await refusalOf(answer)).toBe('no')
  setLargeRecordCheck(() => Promise.resolve('never'))
  expect(await refusalOf(answer)).toBe('never')
  setLargeRecordCheck(undefined)
  expect(await refusalOf(answer)).toBeUndefined()
})
