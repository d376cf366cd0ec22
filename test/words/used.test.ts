import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type SearchKind, TIME_SPANS } from '../../src/search/document.ts'
import { FILTER_NAMES } from '../../src/search/page/query.ts'
import { LANGUAGES } from '../../src/words/words.ts'
import { readSources } from '../floors/source.ts'
import { englishIn } from './english.ts'

const sources = readSources(resolve(import.meta.dirname, '../..')).filter(({ path }) => path.startsWith('src/'))
const code = sources.map(({ text }) => text).join('\n')
const keys = Object.keys(LANGUAGES.en ?? {})

/** A key is used if the code contains it, or its beginning before a code: `flag.${flagid}`. */
const isUsed = (key: string): boolean =>
  [`'${key}'`, `"${key}"`, `\`${key.slice(0, key.indexOf('.') + 1)}\${`].some((name) => code.includes(name)) || isValue(key)
/** The values of filters are looked up by the filter's name. */
const isValue = (key: string): boolean => FILTER_NAMES.some((name) => key.startsWith(`${name}.`)) && code.includes('`${name}.${value}`')

test('every key is used somewhere', () => {
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
  expect(isUsed('page.nowhere')).toBe(false)
})

test('every filter, and each of our values, has its word, and there is no other', () => {
  const kinds = ['guide', 'category', 'wiki', 'info', 'item', 'page', 'tag', 'team', 'user'] satisfies SearchKind[]
  const ours = [
    ...FILTER_NAMES.map((name) => `filter.${name}`),
    ...TIME_SPANS.map((span) => `time.${span}`),
    ...kinds.map((kind) => `kind.${kind}`),
  ]
  expect(keys.filter((key) => /^(filter|time|kind)\./.test(key)).sort()).toEqual(ours.sort())
})

describe('no markup contains words of its own', () => {
  const markup = sources.filter(({ path }) => path.endsWith('.astro'))
  test.each(markup.map(({ path, text }) => [path, text]))('%s', (_, text) => {
    expect(englishIn(text)).toEqual([])
  })

  test.each([
    ['a text', '<p>Nothing here</p>', 'Nothing here'],
    ['a text beside a word', "<p>{words.say('a')} of it</p>", 'of it'],
    ['a text in an expression', '{a && (\n  <b>\n    Hello\n  </b>\n)}', 'Hello'],
    ['a label', '<nav aria-label="Pages" />', 'Pages'],
    ['a heading given on', '<Links heading="Tools" />', 'Tools'],
    ['a text in code', "---\nconst word = 'Some words'\n---\n<p>{word}</p>", 'Some words'],
    ['a choice', "<p>{a ? 'One page' : `${n} pages`}</p>", 'One page'],
  ])('%s in English is found', (_, text, found) => {
    expect(englishIn(text)).toContain(found)
  })
})
