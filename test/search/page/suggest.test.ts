import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { wordsOfAddress } from '../../../src/search/page/missing.ts'
import type { SearchDocument } from '../../../src/search/document.ts'
import { makeIndex } from '../../../src/search/index/index-site.ts'
import { countWords, PageWords, packNumbers, vocabularyOf } from '../../../src/search/index/page-words.ts'
import { latestOnly } from '../../../src/search/page/latest.ts'
import { slipsBetween, Spelling } from '../../../src/search/page/spelling.ts'
import { textRight } from '../../../src/search/page/suggest.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { documentOf, stream } from '../documents.ts'

const spelling = new Spelling(['battery', 'kettle', 'descaling', 'metal', 'screwdriver', 'café', 'cat', '배터리', 'аккумулятор'])
const meant = (word: string) => spelling.meant(word)

test.each([
  ['bttery', 'battery'],
  ['abttery', 'battery'],
  ['ketle', 'kettle'],
  ['dascaling', 'descaling'],
  ['screwdirver', 'screwdriver'],
  ['배토리', '배터리'],
  ['акумулятор', 'аккумулятор'],
])('%s means %s', (typed, word) => expect(meant(typed)).toBe(word))

test.each(['xylophone', 'ct', 'quartz', '3000', '1.5'])('%s means nothing known', (typed) => expect(meant(typed)).toBeUndefined())

test.each([
  ['hay', 'lay'],
  ['löten', 'lösen'],
  ['kessel', 'messen'],
  ['plus', 'plug'],
])('%s does not mean %s: in short words a letter is not replaced by just any other', (typed, known) => {
  expect(new Spelling([known]).meant(typed)).toBeUndefined()
})

test.each([
  ['roter', 'rotor'],
  ['cassette', 'kassette'],
  ['chaim', 'chain'],
])('%s means %s: vowels, letters of one sound and neighbouring keys are easily confused', (typed, known) => {
  expect(new Spelling([known]).meant(typed)).toBe(known)
})

test('among equally distant words, the one with the same first letter is meant, though it is rarer', () => {
  expect(new Spelling(['lamp', 'dump']).meant('damp')).toBe('dump')
  expect(new Spelling(['fuse', 'use', 'ruse']).meant('duse')).toBe('fuse')
})

test.each([
  ['', 'ab', 2],
  ['abc', 'acb', 1],
  ['kitten', 'sitting', 3],
  ['same', 'same', 0],
])('the edit distance from "%s" to "%s" is %i', (a, b, slips) => expect(slipsBetween(a, b)).toBe(slips))

describe('a text is corrected', () => {
  test('only in the words that the site lacks', () => {
    expect(textRight('Ketle metl 3000-X', ['Ketle'], spelling)).toBe('kettle metl 3000-X')
    expect(textRight('ketle xylophone', ['ketle', 'xylophone'], spelling)).toBe('kettle xylophone')
  })

  test('wherever they occur as whole words, and never in a part number', () => {
    expect(textRight('ketleless ketle Ketle', ['ketle'], spelling)).toBe('ketleless kettle kettle')
    expect(textRight('ketle3 a1707', ['ketle3', 'a1707'], new Spelling(['kettle', 'a1706']))).toBeUndefined()
    expect(textRight('kettle+', ['kettle'], spelling)).toBeUndefined()
  })

  test('in all its errors at once, including those that the search finds by their stems', () => {
    const known = new Spelling(['battery', 'replacement', 'remove', 'kettle'])
    expect(textRight('baterry replacment', ['baterry'], known)).toBe('battery replacement')
    expect(textRight('replacment of a baterry', ['baterry'], known)).toBe('replacement of a battery')
    expect(textRight('removed kettles baterry', ['baterry'], known)).toBe('removed kettles battery')
    expect(textRight('replacment', [], known)).toBeUndefined()
  })

  test('if there is something close', () => {
    expect(textRight('xylophone', ['xylophone'], spelling)).toBeUndefined()
    expect(textRight('kettle', [], spelling)).toBeUndefined()
  })
})

describe('the words of a language', () => {
  const wordsOf = (documents: readonly SearchDocument[]) => {
    const words = new PageWords()
    const pages = documents.map((document) => packNumbers(words.in(document)))
    return vocabularyOf(countWords(pages, words.all))
  }
  const text = (at: number, words: string) => documentOf(`/guide/${at}/`, `Kettle ${at}`, { text: words })

  test('are those of titles and names, and those in several texts or long ones, in one order', () => {
    const documents = [
      text(1, 'hinge typpo screwdriver'),
      text(2, 'hinge'),
      text(3, 'hinge 12 a'),
      documentOf('/user/1/', 'Nobody', { rank: 3 }),
    ]
    expect(wordsOf(documents)).toEqual(['Kettle', 'Nobody', 'hinge', 'screwdriver'])
    expect(wordsOf(documents.toReversed())).toEqual(wordsOf(documents))
  })

  describe('are spelled', () => {
    const spelled = (documents: Partial<SearchDocument>[]) => {
      const all = documents.map((rest, at) => documentOf(`/guide/${at}/`, rest.title ?? '', rest))
      return new Set(wordsOf(all))
    }

    test('as in most texts, whatever titles do', () => {
      const words = spelled([
        { title: 'Replacing the iPhone Battery', text: 'The battery of an iPhone. A Cover.' },
        { title: 'BATTERY WARNING', text: 'The battery, and its cover. Of Skylark.' },
        { title: 'Tobias', rank: 3 },
      ])
      for (const word of ['battery', 'iPhone', 'cover', 'Skylark', 'Tobias']) expect(words, word).toContain(word)
    })

    test('once each, independent of the order of the documents', () => {
      const documents = [{ text: 'the Fuse, the fuse' }, { text: 'a fuse' }, { text: 'a Fuse' }]
      const there = spelled(documents)
      expect(there).toContain('fuse')
      expect([...spelled(documents.toReversed())]).toEqual([...there])
      expect([...there].filter((word) => /fuse/i.test(word))).toHaveLength(1)
    })
  })

  test('do not include stop words', async () => {
    const folder = await temporaryFolder()
    const text = 'about the battery'
    await makeIndex(stream([1, 2].map((at) => documentOf(`/guide/${at}/`, 'The Battery Without a Name', { text }))), folder)
    expect(JSON.parse(await readFile(join(folder, 'pagefind/words/en.json'), 'utf8'))).toEqual(['battery', 'Name'])
  })

  test('are limited to what a browser may load', () => {
    const documents = Array.from({ length: 30_000 }, (_, at) => documentOf('/', `w${at}x common`))
    const vocabulary = wordsOf(documents)
    expect(vocabulary).toHaveLength(20_000)
    expect(vocabulary[0]).toBe('common')
  })

  test('are next to the index, in one file a language', async () => {
    const folder = await temporaryFolder()
    await makeIndex(stream([documentOf('/guide/1/', 'Kettle'), documentOf('/guide/2/', 'やかん', { lang: 'ja' })]), folder)
    const words = async (lang: string): Promise<unknown> => JSON.parse(await readFile(join(folder, `pagefind/words/${lang}.json`), 'utf8'))
    expect([await words('en'), await words('ja')]).toEqual([['Kettle'], []])
  })
})

test.each([
  ['/Guide/iPhone+4+Battery+Replacement/3141', 'iPhone 4 Battery Replacement'],
  ['/Device/Kettle_Lid', 'Kettle Lid'],
  ['category/electric-kettle-e9d28791/page/2/', 'electric kettle'],
  ['/guide/12/', ''],
  ['/guide/12/descaling.html', 'descaling'],
  ['/%E6%B0%B4/', '水'],
  ['/50%/off', 'off'],
  ['/Guide/Kettle+Won%27t+Boil/12', "Kettle Won't Boil"],
  ['/Device/iPhone_12', 'iPhone 12'],
  ['/Device/USB-C', 'USB C'],
  ['/Guide/2.5mm+Bits/7', '2.5mm Bits'],
  ['/guide/12/kettle.old.html', 'kettle old'],
  ['/<script>alert(1)</script>', 'script alert 1 script'],
  ['/', ''],
])('the address %s gives "%s"', (path, words) => expect(wordsOfAddress(path)).toBe(words))

test('of the queries made meanwhile only the newest is answered', async () => {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const ask = latestOnly((item: number) => {
    begun.push(item)
    return new Promise<void>((end) => ends.push(end))
  })
  for (const item of [1, 2, 3]) ask(item)
  ends[0]?.()
  for (let at = 0; at < 5; at++) await Promise.resolve()
  expect(begun).toEqual([1, 3])
})

test('a query overtakes one that is not answered', () => {
  vi.useFakeTimers()
  const begun: number[] = []
  const ask = latestOnly((item: number) => {
    begun.push(item)
    return new Promise<void>(() => undefined)
  })
  for (const item of [1, 2, 3]) ask(item)
  expect(begun).toEqual([1])
  vi.advanceTimersByTime(1_500)
  expect(begun).toEqual([1, 3])
  vi.useRealTimers()
})
