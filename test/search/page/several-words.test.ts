import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SIZES } from '../../../src/search/index/sizes.ts'
import { notesOf } from '../../../src/search/page/engine/hit.ts'
import { readSynonyms, unusedSynonyms } from '../../../src/search/index/own-synonyms.ts'
import { Lexicon } from '../../../src/search/page/plan/lexicon.ts'
import { shownText, shownWords } from '../../../src/search/page/view/shown.ts'
import { LANGUAGES, wordsOf } from '../../../src/words/words.ts'
import { readJson } from '../../sample-copy.ts'
import { documentOf, guideOf as guide } from '../documents.ts'
import { searchForAll } from '../opened.ts'

const OTHERS = Array.from({ length: 20 }, (_, at) =>
  guide(100 + at, `Replacing part ${at}`, 'Open the case, and want for nothing after that.'),
)
const DOCUMENTS = [
  guide(1, 'Kettle switch', 'It may not boil.'),
  guide(2, 'Kettle lid', 'The hinge of it.'),
  guide(3, 'Eggs', 'Boil them.'),
  guide(4, 'Rails of a drawer', 'They are bent.'),
  guide(5, 'Welding', 'A frame is bent after welding, and the drawer too.'),
  guide(6, 'Spanner', 'Which size of spanner to take.'),
  guide(7, 'Wheel nuts', 'Take a wrench to them.'),
  guide(8, 'Hex keys', 'A set of them.'),
  guide(9, 'Motor', 'Stepper motor wiring.'),
  guide(10, 'Scattered', 'The wiring is long. A motor has wires. A stepper is a thing.'),
  guide(11, 'Gizmo', 'It goes round.'),
  guide(12, 'Screws', 'A stripped head.'),
  guide(13, 'Wardrobe', 'Carry the mirror first. A mirror is heavy.'),
  documentOf('/guide/14/', 'Bathroom', { lead: 'For a mirror.', text: 'Hang it.' }),
  ...OTHERS,
]

const synonyms = { en: [['gizmo', 'whirligig', 'spinning thing']] }
const site = searchForAll(DOCUMENTS, 'en', () => ({ shard: { pages: Math.min(8, SIZES.shard.pages), words: Infinity }, synonyms }))

describe('several words', () => {
  test('first find the pages with more of them, each with a list of missing ones', async () => {
    const found = (await site.find('kettle wont boil')).map(({ title, missingWords }) => [title, missingWords])
    expect(found.slice(0, 1)).toEqual([['Kettle switch', []]])
    expect(found).toContainEqual(['Kettle lid', ['boil']])
    expect(found).toContainEqual(['Eggs', ['kettle']])
  })

  test('with a rare one missing come after those with a common one missing', async () => {
    expect((await site.titles('replacing gizmo'))[0]).toBe('Gizmo')
  })

  test('that are stop words have no weight, and are never listed as missing', async () => {
    const found = await site.find('the drawer is bent after it')
    expect(found.flatMap(({ missingWords }) => missingWords)).not.toEqual(expect.arrayContaining(['after']))
    expect(found.map(({ title }) => title)).not.toContain('Replacing part 1')
  })

  test('that are stop words are searched for if there are no others', async () => {
    expect((await site.titles('after')).length).toBeGreaterThan(0)
  })

  test('next to each other come before the same words scattered', async () => {
    expect((await site.titles('stepper motor wiring')).slice(0, 2)).toEqual(['Motor', 'Scattered'])
  })

  test('in quotes must match exactly', async () => {
    expect(await site.titles('"stepper motor"')).toEqual(['Motor'])
    expect(await site.titles('wiring "stepper motor"')).toEqual(['Motor'])
    expect(await site.titles('"motor stepper"')).toEqual([])
  })
})

test("a word in a page's summary line weighs more than one in its text", async () => {
  expect((await site.titles('mirror')).slice(0, 2)).toEqual(['Bathroom', 'Wardrobe'])
  expect((await site.find('mirror'))[0]?.excerpt).toBe('For a <mark>mirror</mark>. Hang it.')
})

describe('a pasted text', () => {
  test('counts each word once, and lists no word twice', async () => {
    const [first] = await site.find(`kettle lid ${'lorem ipsum dolor '.repeat(80)}`)
    expect([first?.title, first?.missingWords]).toEqual(['Kettle lid', ['lorem', 'ipsum', 'dolor']])
  })

  test('may have invisible characters between its words', async () => {
    for (const text of ['kettle_lid', 'kettle\u200Blid', 'kettle\uFEFFlid']) expect((await site.titles(text))[0]).toBe('Kettle lid')
  })

  test('is shortened in messages', () => {
    expect(shownText('lorem '.repeat(300)).length).toBeLessThan(100)
    expect(shownText(' kettle ')).toBe('kettle')
    expect(shownWords(['a', 'b', 'c', 'd', 'e', 'f', 'g'], wordsOf('en'))).toBe('a, b, c, d, e and 2 more')
  })
})

describe('a missing word or synonym of a result', () => {
  const page = (content: string) => ({ url: '', raw_content: content, content, meta: {}, filters: {}, anchors: [] })
  const tire = [{ typed: 'tyre', synonyms: ['tube', 'tire'] }]

  test('is checked against its words: a synonym is listed only if the word itself is missing', () => {
    expect(notesOf(page('A wheel.'), [], tire)).toEqual({ missingWords: ['tyre'], synonyms: [] })
    expect(notesOf(page('Change both tires.'), [], tire)).toEqual({ missingWords: [], synonyms: ['tire'] })
    expect(notesOf(page('A flat tire, a tyre.'), ['flat'], tire)).toEqual({ missingWords: [], synonyms: [] })
  })

  const lacking = (content: string, word: string) => notesOf(page(content), [word], []).missingWords

  test.each([
    ['tropft', 'Tropfenden Wasserhahn abdichten'],
    ['Batterien', 'Uhrenbatterie'],
    ['charger', 'Charging it.'],
    ['reparar', 'Reparación y reparo.'],
  ])('is not missing if the page has another form: %s in “%s”', (word, content) => expect(lacking(content, word)).toEqual([]))

  test.each([
    ['screen', 'A screw.'],
    ['1', 'Part 10 of M3x1a.'],
    ['lid', 'A slide.'],
  ])('is missing if the page has a similar word: %s in “%s”', (word, content) => expect(lacking(content, word)).toEqual([word]))
})

describe('a correction', () => {
  test('is for a word that the site lacks', async () => {
    expect(await site.meant('ketle')).toBe('Kettle')
    expect(await site.meant('ketle lid')).toBe('Kettle lid')
  })

  test.each(['stripped', 'stepper motor wiring', 'kettle', 'the', 'spanner'])('is not offered for "%s", which it has', async (text) => {
    expect(await site.meant(text)).toBeUndefined()
  })

  test('is offered although half a page has the start of the word', async () => {
    expect(await site.meant('screwdirve')).toBeUndefined()
    expect(await site.meant('gimzo')).toBe('Gizmo')
    expect(await site.meant('wardroeb')).toBe('Wardrobe')
  })

  test.each(['torch', 'scissors', 'hey', 'tiller'])('is not offered for "%s", a word of the language that the site lacks', async (text) => {
    expect(await site.meant(text)).toBeUndefined()
  })

  test('is offered only if the best page has the corrected word', async () => {
    expect(await site.meant('gizmo casee')).toBeUndefined()
  })

  test.each(['<p>ketle</p>', 'https://ketle', 'ketle%20lid', 'ketle gizno spaner wlding'])('is not offered in "%s"', async (text) => {
    expect(await site.meant(text)).toBeUndefined()
  })

  test('is never a stop word', async () => {
    expect(await site.meant('afterr')).toBeUndefined()
  })
})

describe('a synonym', () => {
  test('also finds pages, after those with the word itself, and is listed', async () => {
    const found = await site.find('spanner')
    expect(found.map(({ title, synonyms }) => [title, synonyms])).toEqual([
      ['Spanner', []],
      ['Wheel nuts', ['wrench']],
    ])
  })

  test('is recognised with umlauts and accents in plain letters', () => {
    const words = new Lexicon([{ ignored: [], synonyms: [['glühbirne', 'leuchtmittel']] }])
    for (const typed of ['Glühbirne', 'gluehbirne', 'gluhbirne']) expect(words.synonyms(typed)).toEqual(['leuchtmittel'])
  })

  test('may be several words, for several', async () => {
    const [first] = await site.find('allen keys')
    expect([first?.title, first?.synonyms]).toEqual(['Hex keys', ['hex key']])
  })

  test('may be defined by the operator', async () => {
    for (const text of ['whirligig', 'spinning thing'])
      expect((await site.find(text))[0]).toMatchObject({ title: 'Gizmo', synonyms: ['gizmo'] })
  })

  test.each([
    ['[]', 'it is no object'],
    ['{"en": "spanner"}', '"en" has no list'],
    ['{"english words": []}', 'is no language tag'],
    ['{"en": [["a", "b"], ["spanner"]]}', 'group 2 of "en" is not two words or more'],
    ['{', 'are not JSON'],
  ])('in a file that is %s is refused with an error', async (text, why) => {
    const file = join(site.folder, 'synonyms.json')
    await writeFile(file, text)
    await expect(readSynonyms(file)).rejects.toThrow(why)
  })

  test('in a missing file is refused with an error', async () => {
    await expect(readSynonyms(join(site.folder, 'none.json'))).rejects.toThrow('cannot be read')
    expect(await readSynonyms('')).toEqual({})
  })

  test("for a language without pages on the site is reported, with the site's languages", () => {
    const own = { de: [['a', 'b']], pt: [['c', 'd']], 'en-gb': [['e', 'f']] }
    expect(unusedSynonyms(own, ['en', 'pt-br'], 'our.json')).toBe(
      'The synonyms for de and en-gb in our.json have no effect: the pages of this site are in en and pt-br.',
    )
    expect(unusedSynonyms({ en: [['a', 'b']] }, ['en'], 'our.json')).toBe('')
  })

  test.each(Object.keys(LANGUAGES))('is known in %s, and so are stop words', async (lang) => {
    const file = join(import.meta.dirname, `../../../src/search/index/synonyms/${lang}.json`)
    const { ignored, synonyms } = await readJson<{ ignored: string[]; synonyms: string[][] }>(file)
    expect(ignored.length).toBeGreaterThan(30)
    expect(synonyms.filter((group) => group.length < 2 || new Set(group).size < group.length)).toEqual([])
  })
})
