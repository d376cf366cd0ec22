import { expect, test } from 'vitest'
import { safeName } from '../../src/model/addresses/safe-name.ts'
import { canonicalTitle, slugOf } from '../../src/model/title.ts'

const NBSP = '\u00a0'
const odd = [
  'Dell XPS 15',
  'Dell XPS 15"',
  "Dell XPS 15'",
  'dell xps 15',
  'DELL XPS 15',
  'Dell  XPS 15',
  'Dell XPS 15 ',
  `Dell XPS 15${NBSP}`,
  `Dell${NBSP}XPS 15`,
  'Dell XPS 15.',
  'Dell XPS 15...',
  'Dell XPS-15',
  'Dell XPS/15',
  'Dell XPS 15?',
  'Dell XPS 15™',
  'Dell\u200bXPS 15',
  '\u202eDell XPS 15',
  'Árbol de la Vida',
  'Arbol de la Vida',
  'キーボード',
  'キーボート',
  '..',
  '.',
  'CON',
  'nul.json',
  ' ',
  `${'An uncommonly long title of a category that goes on '.repeat(2)}until 132 bytes are full.${'x'.repeat(5)}`,
  `${'An uncommonly long title of a category that goes on '.repeat(2)}until 132 bytes are full.${'x'.repeat(4)}y`,
]

test('titles that collide under plain slugging get different names', () => {
  expect(new Set(odd.map(slugOf)).size).toBeLessThan(odd.length)
  expect(new Set(odd.map(safeName)).size).toBe(odd.length)
})

test('a name is lower-case ASCII and short enough for every file system', () => {
  for (const title of odd) expect(safeName(title)).toMatch(/^(?=.{8,80}$)[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('names are stable: links to the site depend on them', () => {
  expect(safeName('Kettle')).toBe('kettle-e9d28791')
  expect(safeName('湯沸かし')).toMatch(/^[0-9a-f]{16}$/)
})

test('an underscore and a space are the same character', () => {
  expect(canonicalTitle('Electric_Kettle 2')).toBe('Electric Kettle 2')
  expect(safeName('Electric_Kettle')).toBe(safeName('Electric Kettle'))
})

test('a slug is readable: without accents, and empty for a title without Latin letters', () => {
  expect(slugOf('  Árbol de la Vida! ')).toBe('arbol-de-la-vida')
  expect(slugOf('キーボード')).toBe('')
  expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59))
})
