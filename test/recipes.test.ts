import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow } from '../src/disk/files-below.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** What marks a file of `src/` as part of a recipe's example. */
const OF_EXAMPLE: Readonly<Record<string, RegExp>> = {
  'guide-releases': /'guide-releases'/,
  about: /\bABOUT\b|aboutView/,
  caddy: /'caddy'|caddyFile/,
  zim: /'zim'|\bzim:|packZim\(/,
  tr: /\/tr\.json'|"İçeriğe geç"|"acaba"/,
}
const MOST_FILES = 12

const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
const recipes = Array.from(
  text.matchAll(/^\*\*Add [^*]+\*\* \(example: `([^`]+)`\)\n\n((?:- .*\n)+)/gm),
  ([, example = '', list = '']) => ({
    example,
    files: Array.from(list.matchAll(/`((?:src|test|docs)\/[^`]+)`/g), ([, file = '']) => file),
  }),
)

test('each example has a recipe', () => {
  expect(recipes.map(({ example }) => example)).toEqual(Object.keys(OF_EXAMPLE))
})

describe.each(recipes)('the recipe of $example', ({ example, files }) => {
  test('names only existing files, and few of them', () => {
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    expect(files.length).toBeLessThanOrEqual(MOST_FILES)
  })

  test('names every source file that the example needs', async () => {
    const sources = await Array.fromAsync(filesBelow(join(ROOT, 'src')))
    const having = sources
      .filter((file) => /\.(?:ts|astro|json)$/.test(file))
      .filter((file) => OF_EXAMPLE[example]?.test(readFileSync(join(ROOT, 'src', file), 'utf8')))
      .map((file) => `src/${file}`)
    expect(having).not.toEqual([])
    expect(having.filter((file) => !files.some((named) => file === named || file.startsWith(named)))).toEqual([])
  })
})
