import { describe, expect, test } from 'vitest'
import { momentOf } from '../../src/views/site/time.ts'
import type { SayKey } from '../../src/words/dictionary.ts'
import { LANGUAGES, wordsOf } from '../../src/words/words.ts'

/** The entries of a language, one a line: `key: text`. */
const linesOf = (lang: string): string[] =>
  Object.entries(LANGUAGES[lang] ?? {}).flatMap(([key, entry]) =>
    (typeof entry === 'string' ? [entry] : Object.values(entry)).map((text) => `${key}= ${text}`),
  )

/** Lines in which a pattern finds a fault. */
const faulty = (lang: string, fault: RegExp): string[] => linesOf(lang).filter((line) => fault.test(line.slice(line.indexOf('= ') + 2)))

describe('French keeps its punctuation on the line of its word', () => {
  test.each([
    ['a colon after a no-break space', /[^\u00a0]:/],
    ['words in guillemets between no-break spaces', /«[^\u00a0]|[^\u00a0]»/],
    ['a semicolon, question mark or exclamation mark after a narrow one', /[^\u202f][;?!]/],
  ])('%s', (_, fault) => {
    expect(faulty('fr', fault)).toEqual([])
  })
})

describe.each(Object.keys(LANGUAGES))('in %s', (lang) => {
  test('no sentence with a date has two full stops', () => {
    const words = wordsOf(lang)
    const date = momentOf(1_740_830_400, lang)?.words ?? ''
    const dated = linesOf(lang).flatMap((line) => (line.includes('{date}') ? [line.slice(0, line.indexOf('= ')) as SayKey] : []))
    if (lang === 'en') expect(dated.length).toBeGreaterThan(5)
    expect(dated.map((key) => words.say(key, { date })).filter((said) => said.includes('..'))).toEqual([])
  })

  test('privileges are written like other nouns in a list', () => {
    const privileges = linesOf(lang).flatMap((line) => (line.startsWith('privilege.') ? [line.slice(line.indexOf('= ') + 2)] : []))
    // German nouns have capitals, and in English they are the service's own words.
    expect(privileges.filter((word) => lang !== 'de' && lang !== 'en' && /^\p{Lu}/u.test(word))).toEqual([])
  })

  test('the words before a list introduce it', () => {
    if (!('search.nothing' in (LANGUAGES[lang] ?? {}))) return // shown in English
    // In English and German the list ends the sentence.
    if (lang !== 'en' && lang !== 'de') expect(wordsOf(lang).say('search.nothing')).toMatch(/[:：。]$|보세요\.$/)
    else expect(wordsOf(lang).say('search.nothing')).toMatch(/[a-z]$/)
  })
})

test.each([
  ['es', /^[^¿]*\?|¿[^?]*$/],
  ['ko', /(?:나요|까요)(?!\?)/],
  ['tr', /(?<!\p{L})m[uüıi](?!\p{L})[^?]*$/u],
  ['zh', /是不是[^？]*$/],
  ['zh-hant', /是不是[^？]*$/],
])('a question in %s has its mark', (lang, fault) => {
  expect(faulty(lang, fault)).toEqual([])
})

test.each([
  ['ar', 'candidates for filters', /مرش\u0651?ح/],
  ['de', 'an English “about”', /^Über$/],
  ['fr', 'a maker’s manual for a guide', /[Mm]odes? d’emploi/],
  ['ko', 'an arbitrator for a moderator', /중재/],
  ['nl', 'a person for a page', /\b(?:is|hoorde|niemand houdt) ze\b/],
  ['pt', 'a provider without its article', /\b(?:em|por) \{provider\}/],
  ['ru', 'favourites for what is featured', /Избранн/],
])('%s does not contain %s', (lang, _, fault) => {
  expect(faulty(lang, fault)).toEqual([])
})

test.each(['ja', 'ko', 'zh', 'zh-hant'])('%s uses the same words for a private page as for a private guide', (lang) => {
  const words = wordsOf(lang)
  const advice = (key: SayKey) => words.say(key).split(/(?<=[。.]) ?/)[1]
  expect(advice('page.private')).toBe(advice('guide.private'))
})
