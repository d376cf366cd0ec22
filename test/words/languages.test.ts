import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkWords } from '../../src/words/check.ts'
import type { Dictionary } from '../../src/words/dictionary.ts'
import { borrowedLang, directionOf, LANGUAGES, wordsOf } from '../../src/words/words.ts'

const languages: readonly [lang: string, dictionary: Partial<Dictionary>][] = Object.entries(LANGUAGES)
const { en } = LANGUAGES
const folder = resolve(import.meta.dirname, '../../src/words')

/** The faults of a language, empty if there are none: it needs an entry for each English one, in all plural forms. */
function faultsOf(lang: string, dictionary: unknown): string[] {
  const { words, missing, problems } = checkWords(lang, dictionary)
  const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
  const lacking = Object.entries(words).flatMap(([key, entry]) =>
    typeof entry === 'string' ? [] : forms.filter((form) => !(form in entry)).map((form) => `"${key}" lacks the form "${form}"`),
  )
  const empty = Object.entries(words).filter(([, entry]) => (typeof entry === 'string' ? [entry] : Object.values(entry)).includes(''))
  return [...problems, ...missing.map((key) => `"${key}" is missing`), ...lacking, ...empty.map(([key]) => `"${key}" is empty`)]
}

test('every file of words is a language, and at least these fourteen exist', () => {
  const files = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -'.json'.length)] : []))
  expect(files.sort()).toEqual(Object.keys(LANGUAGES).sort())
  expect(files).toEqual(expect.arrayContaining(['en', 'de', 'fr', 'es', 'it', 'ja', 'zh', 'ko', 'pt', 'ru', 'nl', 'ar', 'tr', 'zh-hant']))
})

test.each(languages)('%s has every English entry, with its placeholders and the plural forms of the language', (lang, dictionary) => {
  const faults = faultsOf(lang, dictionary)
  const missing = faults.filter((fault) => fault.endsWith('is missing'))
  // It is shown in English until it is translated.
  if (missing.length > 0) console.warn(`src/words/${lang}.json: ${missing.join(', ')}`)
  expect(faults.filter((fault) => !missing.includes(fault))).toEqual([])
})

test('a word that a language lacks is shown in English', () => {
  const words = wordsOf('qaa', { qaa: { 'search.title': 'Hledat' } })
  expect([words.say('search.title'), words.say('page.skip')]).toEqual(['Hledat', en?.['page.skip']])
})

test.each(languages.filter(([lang]) => lang !== 'en'))('%s is a translation, not a copy', (_, dictionary) => {
  const entries = Object.entries(dictionary).filter(([key, entry]) => entry === en?.[key as keyof Dictionary])
  // Names, words that languages share (Wiki, Team, Installation), and sentences of placeholders only.
  expect(entries.length).toBeLessThan(25)
})

describe('a language is invalid if it', () => {
  const without = Object.fromEntries(Object.entries({ ...en }).filter(([key]) => key !== 'page.skip'))
  test.each<[string, string, unknown, string]>([
    ['lacks a word', 'de', without, '"page.skip" is missing'],
    ['has a word that English lacks', 'de', { ...en, 'page.leap': 'Spring' }, 'there is no word "page.leap"'],
    ['has a key of every object', 'de', { ...en, constructor: 'x' }, 'there is no word "constructor"'],
    ['misspells a placeholder', 'de', { ...en, 'pager.page': 'Seite {seite}' }, '"pager.page" must have {page}, it has {seite}'],
    ['loses a placeholder', 'de', { ...en, 'site.copy': 'Eine Kopie' }, '"site.copy" must have {source}, it has none'],
    ['has a placeholder too many', 'de', { ...en, 'page.skip': 'Zu {page}' }, '"page.skip" must have no placeholder, it has {page}'],
    [
      'has no form for few',
      'ru',
      { ...en, 'count.steps': { one: '{count} шаг', other: '{count} шага' } },
      '"count.steps" lacks the form "few"',
    ],
    ['has a form that numbers never ask for', 'de', { ...en, 'count.steps': { few: '{count}', other: '{count}' } }, 'has the form "few"'],
    ['does not name the number', 'de', { ...en, 'count.steps': { one: 'ein', other: 'viele' } }, '"count.steps" must have {count}'],
    ['loses a placeholder in one form', 'de', { ...en, 'found.resultsFor': { one: '1', other: '{count} {text}' } }, 'in the form "one"'],
    ['has one form where there are several', 'de', { ...en, 'count.steps': '{count}' }, '"count.steps" must be plural forms'],
    ['has a form that is no text', 'de', { ...en, 'count.steps': { other: 1 } }, '"count.steps" must be plural forms'],
    ['has several forms where there is one', 'de', { ...en, 'page.skip': { other: 'x' } }, '"page.skip" must be a text'],
    ['says nothing', 'de', { ...en, 'page.skip': '' }, '"page.skip" is empty'],
    ['is a list', 'de', [], 'it is not an object'],
  ])('%s', (_case, lang, dictionary, fault) => {
    expect(faultsOf(lang, dictionary).join('\n')).toContain(fault)
  })
})

test('a language tag gives the words of the closest language, English if there is none', () => {
  expect(wordsOf('de-at').lang).toBe('de')
  expect(wordsOf('qaa').lang).toBe('en')
  expect(wordsOf('qaa').say('search.title')).toBe('Search')
})

test('Chinese is written in the script of the tag or of its region', () => {
  const said = (lang: string) => wordsOf(lang).say('search.title')
  expect(['zh', 'zh-hans', 'zh-CN', 'zh-SG'].map(said)).toEqual(Array(4).fill('搜索'))
  expect(['zh-hant', 'zh-Hant-TW', 'zh-TW', 'zh-HK', 'zh-MO'].map(said)).toEqual(Array(5).fill('搜尋'))
  // Characters that only simplified texts have.
  expect(JSON.stringify(LANGUAGES['zh-hant'])).not.toMatch(
    /[这个们时么图设发会关开过进还网页该项将问题类给从与为个说实现东车书见长门马鱼鸟龙]/,
  )
})

const textsOf = (lang: string) =>
  Object.values(LANGUAGES[lang] ?? {}).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))

/** Formal forms of address. */
test.each([
  ['de', /\b(?:Sie|Ihnen|Ihre?[mnrs]?)\b(?! (?:ist|sind|steht|stehen|Quelle)\b)/],
  ['nl', /\b(?:u|uw)\b/i],
  ['es', /\b(?:usted|compártala|pulse|haga|elija|quería decir|desea|escriba|busque|revise|puede (?:probar|usar))\b/i],
  ['pt', /\b(?:prima|partilhe|ecrã|utilizador)\b/i],
])('%s has one form of address throughout', (lang, other) => {
  expect(textsOf(lang).filter((text) => other.test(text))).toEqual([])
})

test.each(['ja', 'zh', 'zh-hant'])('%s has its own wide punctuation after its own characters', (lang) => {
  const texts = textsOf(lang)
  expect(texts.filter((text) => /\p{L}\s?[:,!?;](?:\s|$)/u.test(text))).toEqual([])
  expect(texts.filter((text) => /[“”]/.test(text) && lang !== 'zh')).toEqual([])
})

test('the interface is borrowed if its language is not the page’s', () => {
  const borrowed = (lang: string) => borrowedLang(lang, wordsOf(lang))
  expect(['qaa', 'de-at', 'zh-tw', 'en-gb', 'tr'].map(borrowed)).toEqual(['en', undefined, undefined, undefined, undefined])
})

test('Arabic, Hebrew, Persian and Urdu are written from right to left', () => {
  expect(['ar', 'he', 'fa', 'ur', 'ar-EG'].map(directionOf)).toEqual(Array(5).fill('rtl'))
  expect(['de', 'ja', 'en'].map(directionOf)).toEqual(Array(3).fill('ltr'))
})
