import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { close, createIndex } from 'pagefind'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SystemError } from '../../../src/errors.ts'
import { canonicalizeIndex, inPacks, type PackedPage, packFragments } from '../../../src/search/pagefind/canonical-index.ts'
import { type Cbor, decodeCbor, encodeCbor } from '../../../src/search/pagefind/cbor.ts'
import { asFactory, asFunction, functionIn } from '../../../src/search/pagefind/classic.ts'
import { ENTRY, type Entry, listOf, META, PAGEFIND_VERSION, PLAIN_WEIGHT, SIGNATURE } from '../../../src/search/pagefind/format.ts'
import { packedId, placeInPacks } from '../../../src/search/pagefind/index-head.ts'
import { KEY_LETTER } from '../../../src/search/title-key.ts'

const page = (title: string, text: string) =>
  `<html lang="en"><body><h1>${title}</h1><i data-pagefind-filter="kind">guide</i><p data-pagefind-sort="order">${text}</p><p>${text} ${text}</p></body></html>`

/** The files that Pagefind itself makes of two pages, before we process them. */
const files = new Map<string, Uint8Array>()

beforeAll(async () => {
  const { index } = await createIndex({ forceLanguage: 'en' })
  await index?.addHTMLFile({ url: '/guide/1/', content: page('First', 'kettle') })
  await index?.addHTMLFile({ url: '/guide/2/', content: page('Second', 'kettles hum in a café') })
  for (const { path, content } of (await index?.getFiles())?.files ?? []) files.set(path, content)
})
afterAll(close)

const entry = (): Entry => JSON.parse(Buffer.from(files.get(ENTRY) ?? '').toString()) as Entry
function unpacked(path: RegExp) {
  const [bytes] = [...files].filter(([name]) => path.test(name)).map(([, content]) => gunzipSync(content))
  expect(bytes?.subarray(0, SIGNATURE.length).toString()).toBe(SIGNATURE)
  return decodeCbor(bytes?.subarray(SIGNATURE.length) ?? new Uint8Array()) as unknown[]
}

describe("Pagefind's files have the format that we read and rewrite", () => {
  test('the version is the installed one, the pinned one, and the one in its files', () => {
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { version?: string; dependencies?: Record<string, string> }
    expect(read('node_modules/pagefind/package.json').version).toBe(PAGEFIND_VERSION)
    expect(read('package.json').dependencies?.pagefind).toBe(PAGEFIND_VERSION)
    expect([entry().version, unpacked(/pf_meta$/)[0]]).toEqual([PAGEFIND_VERSION, PAGEFIND_VERSION])
  })

  test('the entry names the language, its file, its program and its pages', () => {
    const { en } = entry().languages
    expect(en).toEqual({ hash: expect.stringMatching(/^en_[0-9a-f]{10}$/) as string, wasm: 'en', page_count: 2 })
    expect([...files.keys()]).toEqual(expect.arrayContaining([`pagefind.${en?.hash}.pf_meta`, 'wasm.en.pagefind', 'pagefind.js']))
  })

  test('pf_meta has pages with their words, chunks, filters, sort orders and fields in their positions', () => {
    const meta = unpacked(/pf_meta$/)
    const name = expect.stringMatching(/^en_[0-9a-f]{7}$/) as string
    expect(meta).toHaveLength(6)
    expect(meta[META.pages]).toEqual([
      [name, 5],
      [name, 17],
    ])
    expect(meta[META.chunks]).toEqual([['a', 'second', name]])
    expect(meta[META.filters]).toEqual([['kind', name]])
    expect(meta[META.sorts]).toEqual([['order', [0, 1]]])
    expect(meta[META.fields]).toEqual(['title'])
  })

  test('pf_filter has its name, and the pages with each value', () => {
    expect(unpacked(/pf_filter$/)).toEqual(['kind', [['guide', [0, 1]]]])
  })

  test('pf_index has stems, the positions of a word as differences, its weight, its fields, and its spellings', () => {
    const [words] = unpacked(/pf_index$/) as [unknown[]]
    const [text, title] = [-1 - PLAIN_WEIGHT, -1 - 7 * PLAIN_WEIGHT]
    // By stem: pages, places, fields; then the same by each spelling other than the stem without accents.
    expect(words).toEqual(
      expect.arrayContaining([
        [
          'kettl',
          [
            [0, [text, 2, 1, 1], []],
            [1, [text, 2, 5, 5], []],
          ],
          [],
        ],
        ['cafe', [], [['café', [[1, [text, 6, 5, 5], []]]]]],
        ['second', [[1, [title, 0], [-1, 0]]], []],
      ]),
    )
  })
})

test('the keys of titles are in files of 500, which the head lists by their first and last', () => {
  const signed = (value: Cbor) => Buffer.concat([Buffer.from(SIGNATURE), encodeCbor(value)])
  const keys = Array.from({ length: 1201 }, (_, at): Cbor => [`${KEY_LETTER}${1e6 + at}`, [[0, [0], [-1, 0]]], []])
  const [metaPath = ''] = [...files.keys()].filter((path) => path.endsWith('.pf_meta'))
  const meta = unpacked(/pf_meta$/) as Cbor[]
  meta[META.chunks] = [[`${KEY_LETTER}1000000`, `${KEY_LETTER}1001200`, 'en_keys000']]
  const made = new Map(files).set(metaPath, gzipSync(signed(meta))).set('index/en_keys000.pf_index', gzipSync(signed([keys])))
  const head = canonicalizeIndex(made)
  const chunks = listOf(decodeCbor(head.meta.subarray(SIGNATURE.length)))[META.chunks] as [string, string, string][]
  const read = chunks.map(([first, last, name]) => {
    const bytes = gunzipSync(made.get(`index/${name}.pf_index`) ?? '')
    const words = listOf(listOf(decodeCbor(bytes.subarray(SIGNATURE.length)))[0])
    expect([listOf(words.at(0))[0], listOf(words.at(-1))[0]]).toEqual([first, last])
    return words
  })
  expect(read.map(({ length }) => length)).toEqual([500, 500, 201])
  expect(read.flat()).toEqual(keys)
  expect(made.has('index/en_keys000.pf_index')).toBe(false)
})

test('an index of another version is refused, with what to do', () => {
  const settle = () => canonicalizeIndex(new Map(files).set(ENTRY, Buffer.from(JSON.stringify({ ...entry(), version: '1.6.0' }))))
  expect(settle).toThrow(SystemError)
  expect(settle).toThrow(/Pagefind 1\.6\.0, .* 1\.5\.2 only. Run "npm ci"/)
})

// Examples of RFC 8949, appendix A.
test.each([
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['20', -1],
  ['3903e7', -1000],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['4401020304', Uint8Array.of(1, 2, 3, 4)],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['98190102030405060708090a0b0c0d0e0f101112131415161718181819', Array.from({ length: 25 }, (_, at) => at + 1)],
])('%s is %j, both ways', (hex, value) => {
  expect(decodeCbor(Uint8Array.from(Buffer.from(hex, 'hex')))).toEqual(value)
  expect(encodeCbor(value).toString('hex')).toBe(hex)
})

test.each(['f5', 'a0', '1b000000e8d4a51000', '0000', '82'])('%s is refused', (hex) => {
  expect(() => decodeCbor(Buffer.from(hex, 'hex'))).toThrow(RangeError)
})

type Made = (fetch: unknown, document: unknown) => Record<string, unknown>
// oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call
const made = (module: string) => new Function(`return ${asFunction(module)}`)() as Made

test('each call makes a separate module, which reads and fetches with its arguments', () => {
  const module = made('let count=0;const ask=()=>fetch(document+import.meta.url);const add=()=>++count;export{ask,add};')
  const [one, other] = [1, 2].map(() => module((text: string) => `fetched ${text}`, 'a document, ') as Record<string, () => unknown>)
  expect([one?.add?.(), one?.add?.(), other?.add?.()]).toEqual([1, 2, 1])
  expect(one?.ask?.()).toBe('fetched a document, undefined')
})

const OTHERS = ['import a from "b";export{a}', 'export const a=1', 'const a=1;export{a as b}', '']
test.each(OTHERS)('a module of another form is refused: %s', (module) => {
  expect(() => asFunction(module)).toThrow(TypeError)
})

test('the module next to an index exports that function, and a script for disks extracts it', async () => {
  const module = 'const ask=()=>fetch(document);export{ask};'
  const factory = asFactory(module)
  const made = (await import(`data:text/javascript,${encodeURIComponent(factory)}`)) as { default: Made }
  expect((made.default((text: string) => `fetched ${text}`, 'it').ask as () => unknown)()).toBe('fetched it')
  expect(functionIn(factory)).toBe(asFunction(module))
})

const nameOf = (text: string): string => `en_${createHash('sha256').update(text).digest('hex').slice(0, 7)}`
/** Pages of 20 to 700 words. */
const PAGES = Array.from({ length: 2000 }, (_, at): PackedPage => [nameOf(`page ${at}`), 20 + ((at * 7919) % 680)])
/** Including those that represent the rest of a page. */
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
])('a page that is %s leaves nearly all packs unchanged', (_, change) => {
  const pages = [...PAGES]
  change(pages)
  const before = new Set(inPacks(PAGES).map((pack) => pack.join()))
  expect(inPacks(pages).filter((pack) => !before.has(pack.join())).length).toBeLessThanOrEqual(4)
})

test('each page is found in its pack, and a page without a pack is refused', () => {
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
