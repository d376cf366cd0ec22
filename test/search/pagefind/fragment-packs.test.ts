import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { SIGNATURE } from '../../../src/search/pagefind/format.ts'
import { packedId, placeInPacks } from '../../../src/search/pagefind/fragment-packs.ts'
import { inPacks, type PackedPage, packFragments } from '../../../src/search/pagefind/pack-fragments.ts'

const nameOf = (text: string): string => `en_${createHash('sha256').update(text).digest('hex').slice(0, 7)}`
/** Pages of 20 to 700 words. */
const PAGES = Array.from({ length: 2000 }, (_, at): PackedPage => [nameOf(`page ${at}`), 20 + ((at * 7919) % 680)])
/** With those that stand for the rest of a page. */
const wordsIn = (pack: readonly PackedPage[]): number => pack.reduce((sum, [, words]) => sum + words + 100, 0)

test('packs have all pages in their order, and some thousand words each', () => {
  const packs = inPacks(PAGES)
  expect(packs.flat()).toEqual(PAGES)
  for (const pack of packs.slice(0, -1)) expect(wordsIn(pack)).toBeGreaterThanOrEqual(2000)
  for (const pack of packs) expect(wordsIn(pack)).toBeLessThanOrEqual(8800)
  expect(wordsIn(PAGES) / packs.length).toBeGreaterThan(3000)
  expect(wordsIn(PAGES) / packs.length).toBeLessThan(5000)
})

test('pages of hardly a word are in packs as well', () => {
  for (const pack of inPacks(PAGES.map(([id]) => [id, 1]))) expect(pack.length).toBeLessThanOrEqual(80)
})

test.each([
  ['new', (pages: PackedPage[]) => pages.splice(777, 0, [nameOf('new'), 300])],
  ['gone', (pages: PackedPage[]) => pages.splice(777, 1)],
  ['another', (pages: PackedPage[]) => pages.splice(777, 1, [nameOf('edited'), 300])],
])('a page that is %s leaves nearly all packs as they are', (_, change) => {
  const pages = [...PAGES]
  change(pages)
  const before = new Set(inPacks(PAGES).map((pack) => pack.join()))
  expect(inPacks(pages).filter((pack) => !before.has(pack.join())).length).toBeLessThanOrEqual(4)
})

test('each page is found in its pack, and one that is in none is refused', () => {
  const files = new Map<string, Uint8Array>(
    PAGES.map(([id], at) => [`fragment/${id}.pf_fragment`, gzipSync(`${SIGNATURE}{"url":"/guide/${at}/"}`)]),
  )
  const packs = packFragments(files, PAGES)
  expect([...files.keys()]).toEqual(packs.map(([, name]) => `fragment/${name}.pf_fragment`))
  for (const page of [0, 1, 36, 999, 1999]) {
    const { name, at } = placeInPacks(packs, packedId(page))
    const pack = gunzipSync(files.get(`fragment/${name}.pf_fragment`) ?? '').subarray(SIGNATURE.length)
    expect((JSON.parse(pack.toString()) as unknown[])[at]).toEqual({ url: `/guide/${page}/` })
  }
  expect(() => placeInPacks(packs, packedId(2000))).toThrow(RangeError)
})
