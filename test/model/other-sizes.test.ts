import { expect, test } from 'vitest'
import { otherSizes } from '../../src/model/other-sizes.ts'

test.for([
  ['https://m.example/igi/A.medium', ['A.large', 'A.huge', 'A.440x330', 'A.300x225', 'A.standard']],
  ['https://m.example/igi/A.mini', ['A.thumbnail', 'A.140x105']],
  ['https://m.example/igi/A.full', ['A.huge', 'A.large', 'A.medium']],
  ['https://m.example/igi/A', ['A.huge', 'A.large']],
  ['https://m.example/igi/A-large.jpg', ['A-huge.jpg', 'A-medium.jpg']],
] as const)('of %s the nearest other sizes come first', ([url, first]) => {
  const others = otherSizes(url).map((other) => other.slice('https://m.example/igi/'.length))
  expect(others.slice(0, first.length)).toEqual(first)
  expect(others).not.toContain(url)
  expect(new Set(others).size).toBe(others.length)
})

test('a word inside another is no size, and the original may have none', () => {
  expect(otherSizes('https://m.example/enlarged/A.standard')).toContain('https://m.example/enlarged/A')
  expect(otherSizes('https://m.example/enlarged/A.standard').every((url) => url.includes('/enlarged/A'))).toBe(true)
})
