import { expect, test } from 'vitest'
import { readNumbers, stepsOf, sumsOf, writeNumbers } from '../../../src/views/item/number-text.ts'

const NUMBERS = [0, 1, 27, 28, 63, 64, 65, 1_791, 1_792, 1_793, 50_175, 50_176, 250_000, 2 ** 31, 0]

test('numbers are read as they were written', () => {
  expect(readNumbers(writeNumbers(NUMBERS))).toEqual(NUMBERS)
  expect(readNumbers('')).toEqual([])
  expect(writeNumbers([...Array(64).keys()])).toHaveLength(64)
})

test('as text they need no escapes in JSON, and have no space, which stands between lists', () => {
  const text = writeNumbers(Array.from({ length: 2_000 }, (_, at) => at))
  expect(JSON.stringify(text)).toBe(`"${text}"`)
  expect(text).not.toContain(' ')
})

test('steps add up to the numbers that they lead through', () => {
  expect(stepsOf([3, 4, 90])).toEqual([3, 1, 86])
  expect(sumsOf(stepsOf([3, 4, 90]))).toEqual([3, 4, 90])
})
