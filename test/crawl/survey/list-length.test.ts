import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthOf } from '../../../src/crawl/survey/surveyor.ts'

const numbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

/** A list of `length` items in pages of `size`; counts what is asked. */
function pager(length: number, size: number) {
  const asked: number[] = []
  const askPage = (offset: number) => {
    asked.push(offset)
    return Promise.resolve({ items: numbers(offset, Math.min(length, offset + size)) })
  }
  return { askPage, asked }
}

test('the length of any list is exact, and takes few pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2_000_000), fc.integer({ min: 1, max: 200 }), async (length, size) => {
      const { askPage, asked } = pager(length, size)
      expect(await lengthOf(askPage)).toBe(length)
      expect(asked.length).toBeLessThanOrEqual(5 + 3 * Math.log2(length / size + 2))
    }),
  )
})

test.each([
  ['a total that the service states is believed', () => ({ items: [1], total: 61_000 }), 61_000],
  ['a service that ignores the offset has one page', () => ({ items: ['a', 'b'] }), 2],
  ['a list that never ends has no length', (offset: number) => ({ items: numbers(offset, offset + 200) }), undefined],
])('%s', async (_, page, length) => expect(await lengthOf((offset) => Promise.resolve(page(offset)))).toBe(length))

test('no page is asked for beyond the last offset that the service takes', async () => {
  const { askPage, asked } = pager(5_000, 200)
  expect(await lengthOf(askPage, 1000)).toBeLessThanOrEqual(1200)
  expect(Math.max(...asked)).toBeLessThanOrEqual(1000)
})

test('a page that cannot be had is an error, not the end', async () => {
  const askPage = async (offset: number) => (offset > 0 ? Promise.reject(new Error('503')) : { items: [1] })
  await expect(lengthOf(askPage)).rejects.toThrow('503')
})
