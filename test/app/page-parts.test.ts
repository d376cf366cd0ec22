import { describe, expect, test } from 'vitest'
import { bytesOf, pathsKeptWith, readList } from '../../src/app/list.ts'
import { lengthInName, mediaOf, needsOf, sumInName } from '../../src/app/page-parts.ts'

const file = (name: string): string => `media/3f/3f0000000000000000${name}.jpg`
const [small, medium, large, huge] = [
  '01-96x72-10-aaaaaaaaaaaa',
  '02-592x444-20-bbbbbbbbbbbb',
  '03-1200x900-30-cccccccccccc',
  '04-3000x2250-40-dddddddddddd',
].map(file) as [string, string, string, string]
const image = (...sizes: [string, number][]): string =>
  `<img src="/docs/${sizes[0]?.[0] ?? ''}" srcset="${sizes.map(([name, width]) => `/docs/${name} ${width}w`).join(', ')}" sizes="94vw">`

describe('the media of a page', () => {
  test('include the smallest wide enough size of a picture, which replaces the others', () => {
    const html = `<a class="step-picture" href="/docs/${huge}">${image([medium, 592], [large, 1200], [huge, 3000])}</a>`
    expect(mediaOf(html)).toEqual([{ file: large, standsFor: [medium, huge] }])
  })

  test('include the largest size once if none is wide enough, even if also shown small', () => {
    const html = `<img src="/docs/${small}" alt="">${image([small, 96], [medium, 592])}`
    expect(mediaOf(html)).toEqual([{ file: medium, standsFor: [small] }])
  })

  test('include videos and documents', () => {
    const html =
      '<video poster="/media/0a/0a00-5-aaaaaaaaaaaa.png"><source src="/media/0b/0b00-7-bbbbbbbbbbbb.mp4"></video><a href="/media/0c/0c00.pdf">'
    expect(mediaOf(html).map(({ file }) => file)).toEqual([
      'media/0a/0a00-5-aaaaaaaaaaaa.png',
      'media/0b/0b00-7-bbbbbbbbbbbb.mp4',
      'media/0c/0c00.pdf',
    ])
  })

  test('have length and checksum in their names, drawings only the length', () => {
    expect([lengthInName(medium), sumInName(medium)]).toEqual([20, 'bbbbbbbbbbbb'])
    expect([lengthInName('media/0c/0c00.pdf'), sumInName('media/0c/0c00.pdf')]).toEqual([0, undefined])
    expect(sumInName('media/0c/0c00-7-bbbbbbbbbbbb.svg')).toBe(undefined)
  })
})

test('a guide needs its prerequisite guides, tools and parts, and no other page', () => {
  const html =
    '<a href="/docs/guide/9/">x</a><details data-prerequisite="/docs/guide/2/"></details><a href="/docs/item/spudger-01/">y</a><a href="/docs/de/item/x/#a">z</a><a href="https://example.org/item/a/">'
  expect(needsOf(html, '/docs/')).toEqual(['guide/2/', 'item/spudger-01/', 'de/item/x/'])
})

describe('a list', () => {
  const list = {
    pages: {
      'guide/1/': ['a', 10, 100, ['guide/2/']],
      'guide/2/': ['b', 20, 200, ['guide/1/']],
      'guide/3/': ['c', 30, 300],
      'category/a/': ['d', 1, 0],
      'category/b/': ['e', 2, 0],
    },
    categories: { 'category/a/': ['category/b/', 'guide/3/'], 'category/b/': ['guide/1/', 'guide/gone/'] },
  } as const
  test('keeps a guide with its prerequisites, a category with everything below it', () => {
    expect(pathsKeptWith(list, 'guide/1/').sort()).toEqual(['guide/1/', 'guide/2/'])
    expect(pathsKeptWith(list, 'category/a/').sort()).toEqual(['category/a/', 'category/b/', 'guide/1/', 'guide/2/', 'guide/3/'])
    expect(bytesOf({ id: '', search: [], ...list }, 'category/b/')).toBe(2 + 110 + 220)
  })

  test.each(['<h1>Log in</h1>', 'null', '{}', '{"id":"a","pages":{},"categories":{}}'])('is refused if malformed: %s', (text) => {
    expect(() => readList(text)).toThrow()
  })
})
