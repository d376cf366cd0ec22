import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { close, createIndex } from 'pagefind'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SystemError } from '../../../src/errors.ts'
import { decodeCbor } from '../../../src/search/pagefind/cbor.ts'
import { ENTRY, type Entry, META, PAGEFIND_VERSION, PLAIN_WEIGHT, SIGNATURE } from '../../../src/search/pagefind/format.ts'
import { canonicalizeIndex } from '../../../src/search/pagefind/canonical-index.ts'

const page = (title: string, text: string) =>
  `<html lang="en"><body><h1>${title}</h1><i data-pagefind-filter="kind">guide</i><p data-pagefind-sort="order">${text}</p><p>${text} ${text}</p></body></html>`

/** What Pagefind itself makes of two pages, before anything of ours has touched it. */
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

describe("Pagefind's files are those that are read and rewritten", () => {
  test('the version is the installed one, the pinned one, and the one that it writes into its files', () => {
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

  test('pf_meta has pages with their words, chunks, filters, sort orders and fields at their places', () => {
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

  test('pf_index has stems, the places of a word counted from the one before, its weight, its fields, and how it is written', () => {
    const [words] = unpacked(/pf_index$/) as [unknown[]]
    const [text, title] = [-1 - PLAIN_WEIGHT, -1 - 7 * PLAIN_WEIGHT]
    // By stem: pages, places, fields; then the same by each spelling that is not the stem without its accents.
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

test('an index of another version is refused, with what to do', () => {
  const settle = () => canonicalizeIndex(new Map(files).set(ENTRY, Buffer.from(JSON.stringify({ ...entry(), version: '1.6.0' }))))
  expect(settle).toThrow(SystemError)
  expect(settle).toThrow(/Pagefind 1\.6\.0, .* 1\.5\.2 only. Run "npm ci"/)
})
