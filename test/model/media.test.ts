import { describe, expect, test } from 'vitest'
import { type Image, type ImageSize, imageSchema, otherSizes, urlsForSize } from '../../src/model/media.ts'

const image = (...sizes: ImageSize[]): Image => Object.fromEntries(sizes.map((size) => [size, size]))

describe('the sizes to try, best first', () => {
  test.each<[ImageSize, Image, string[]]>([
    [
      'standard',
      image('mini', 'thumbnail', 'standard', 'medium', 'large', 'huge', 'original'),
      ['standard', 'medium', 'large', 'huge', 'thumbnail', 'mini', 'original'],
    ],
    ['huge', image('standard', 'medium', 'large', 'huge', 'original'), ['huge', 'large', 'medium', 'standard', 'original']],
    ['huge', image('standard', 'large'), ['large', 'standard']],
    ['mini', image('large', 'original'), ['large', 'original']],
    ['original', image('mini', 'large', 'original'), ['original', 'large', 'mini']],
    ['medium', image('original'), ['original']],
    ['medium', image(), []],
  ])('%s of %j', (wanted, given, urls) => {
    expect(urlsForSize(given, wanted)).toEqual(urls)
  })

  test('one address for two sizes is tried once', () => {
    expect(urlsForSize({ medium: 'same', large: 'same', huge: 'other' }, 'medium')).toEqual(['same', 'other'])
  })
})

test('variants that are false, empty or absent are ignored; others are kept', () => {
  const got = imageSchema.parse({
    id: '5',
    mini: false,
    standard: '',
    medium: 'https://media.example/5.medium',
    '140x105': 'https://media.example/5.140x105',
  })
  expect(urlsForSize(got, 'standard')).toEqual(['https://media.example/5.medium'])
  expect(got).toMatchObject({ id: 5, '140x105': 'https://media.example/5.140x105' })
})

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
