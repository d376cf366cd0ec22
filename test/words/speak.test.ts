import { expect, test } from 'vitest'
import { wordsForBrowser, wordsInBrowser } from '../../src/words/browser.ts'
import { readable } from '../../src/words/readable.ts'
import { wordsOf } from '../../src/words/words.ts'

test.each([
  ['en', [1, 2, 1234], ['1 step', '2 steps', '1,234 steps']],
  ['fr', [0, 1, 2, 1_000_000], ['0 étape', '1 étape', '2 étapes', '1 000 000 d’étapes']],
  ['ru', [1, 2, 5, 21, 22, 111], ['1 шаг', '2 шага', '5 шагов', '21 шаг', '22 шага', '111 шагов']],
  ['ja', [1, 2], ['全1手順', '全2手順']],
  ['ar', [1, 2, 3, 11, 100], ['خطوة واحدة', 'خطوتان', '3 خطوات', '11 خطوة', '100 خطوة']],
] as const)('%s counts in its own forms', (lang, counts, said) => {
  // French separates digits with a narrow no-break space.
  expect(counts.map((count) => wordsOf(lang).count('count.steps', count).replaceAll('\u202f', ' '))).toEqual(said)
})

test('placeholders insert texts unchanged and numbers in the format of the language', () => {
  expect(wordsOf('de').say('step.titled', { number: 1234, title: '{number} & <b>' })).toBe('Schritt 1.234: {number} & <b>')
})

test('a missing parameter is an error, not a sentence with a gap', () => {
  expect(() => wordsOf('en').say('pager.page')).toThrow('"pager.page" needs the parameter "page"')
})

test('a sentence in pieces leaves placeholders without a parameter to markup', () => {
  expect(wordsOf('en').pieces('missing.ways')).toEqual([
    'Search for it above, start from the ',
    { slot: 'home' },
    ', or browse ',
    { slot: 'categories' },
    '.',
  ])
})

test('an unknown code has no words, and is made readable', () => {
  const words = wordsOf('de')
  expect(words.known('type.teardown')).toBe('Teardown')
  expect(words.known('type.')).toBeUndefined()
  expect(words.known('count.steps')).toBeUndefined()
  expect(['how-to', 'GUIDE_NEW_KIND', 'my_type', 'Lock-out'].map(readable)).toEqual(['How to', 'New kind', 'My type', 'Lock out'])
})

test('custom words take precedence, with English for missing ones', () => {
  const own = { qaa: { 'search.title': 'Hledat' }, de: { 'search.title': 'Suchen' }, 'de-ch': { 'about.nav': 'Zur Sache' } }
  const unknown = wordsOf('qaa', own)
  expect([unknown.lang, unknown.say('search.title'), unknown.say('about.nav')]).toEqual(['qaa', 'Hledat', 'About'])
  expect(unknown.count('count.steps', 3)).toBe('3 steps')
  expect(wordsOf('de', own).say('search.title')).toBe('Suchen')
  expect(wordsOf('de', own).say('about.nav')).toBe('Info')
  expect(['search.title', 'about.nav'].map((key) => wordsOf('de-CH', own).known(key))).toEqual(['Suchen', 'Zur Sache'])
})

test('the browser gets the words of its script, in a block that no word can end', () => {
  const block = wordsForBrowser(wordsOf('de', { de: { 'kind.guide': '</script><b>' } }))
  expect(block).not.toContain('<')
  const words = wordsInBrowser(block)
  expect(words.say('kind.guide')).toBe('</script><b>')
  expect(words.count('found.results', 2)).toBe('2 Ergebnisse')
  expect(words.known('page.skip')).toBeUndefined()
})
