import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast, faintPairs, PAIRS } from '../../src/brand/contrast.ts'
import { palettesIn, SCHEMES } from '../../src/brand/tokens.ts'
import { expectLinear } from '../scaling.ts'

const STYLES = resolve(import.meta.dirname, '../../src/styles')
const read = (name: string): string => readFileSync(`${STYLES}/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const sheets = readdirSync(STYLES, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.css'))
const tokens = read('tokens.css')

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color|light-dark)a?\(|[:\s(,](?:white|black|red|green|blue|gr[ae]y)\s*[;,)]/gi
/** Properties with a scale: type, space, roundness. Lengths in `em` follow the type; `1px` to `4px` are lines. */
const SCALED = /^\s*(font(?:-size)?|margin[\w-]*|padding[\w-]*|gap|row-gap|column-gap|border[\w-]*radius|transition[\w-]*)\s*:\s*([^;]+);/gm
const RAW = /(?<![\w.-])\d*\.?\d+(?:rem|px|pt|vw|vh|m?s)\b/

/** Declarations with a literal colour or scaled size. */
function rawIn(css: string): string[] {
  const sizes = [...css.matchAll(SCALED)].filter(([, , value = '']) => RAW.test(value)).map(([declaration]) => declaration.trim())
  return [...[...css.matchAll(COLOUR)].map(([colour]) => colour.trim()), ...sizes]
}

/** The second contains the colours of pictures, none of ours. */
const FREE = ['tokens.css', 'tones.css']

describe('only tokens.css contains literal colours and sizes', () => {
  test.each(sheets.filter((name) => !FREE.includes(name)))('%s', (name) => {
    expect(rawIn(read(name))).toEqual([])
  })

  test.each([
    'a { color: #fff; }',
    'a { color: rgb(0 0 0 / 1); }',
    'a { border: 1px solid red; }',
    'a {\n  margin: 2rem 0;\n}',
    'a {\n  font-size: 17px;\n}',
    'a {\n  transition: color 0.2s;\n}',
  ])('%s is found', (css) => {
    expect(rawIn(css)).toHaveLength(1)
  })

  test('lengths in em and lines are allowed', () => {
    expect(rawIn('a {\n  padding: 0.1em var(--space-2);\n  border: 1px solid var(--red);\n}')).toEqual([])
  })
})

test('every token is used, and every used token is defined', () => {
  const said = new Set([...tokens.matchAll(/^\s*--([\w-]+):/gm)].map(([, name]) => name))
  const all = sheets.map(read).join('')
  const own = new Set([...all.matchAll(/^\s*--([\w-]+):/gm)].map(([, name]) => name))
  const used = new Set([...all.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name))
  expect([...said].filter((name) => !used.has(name))).toEqual([])
  expect([...used].filter((name) => !own.has(name))).toEqual([])
})

describe('the contrast of every text with its backgrounds', () => {
  const palettes = palettesIn(tokens)

  test('is at least 4.5:1 in light and dark', () => {
    expect(faintPairs(palettes)).toEqual([])
    for (const scheme of SCHEMES)
      for (const name of [...Object.keys(PAIRS), ...Object.values(PAIRS).flat()]) expect(palettes[scheme], scheme).toHaveProperty(name)
  })

  test('is at least 7:1 for running text', () => {
    for (const scheme of SCHEMES)
      for (const ground of PAIRS.ink ?? [])
        expect(contrast(palettes[scheme].ink ?? '', palettes[scheme][ground] ?? ''), ground).toBeGreaterThan(7)
  })

  test('is at least 3:1 for the edges of controls', () => {
    for (const scheme of SCHEMES)
      for (const ground of ['paper', 'surface'])
        expect(contrast(palettes[scheme].edge ?? '', palettes[scheme][ground] ?? ''), `${scheme} ${ground}`).toBeGreaterThanOrEqual(3)
  })

  test('is reported, with its ratio, if too faint', () => {
    expect(faintPairs({ ...palettes, light: { ...palettes.light, muted: '#aaa' } })[0]).toMatchObject({ scheme: 'light', text: 'muted' })
  })

  test('is the ratio of WCAG', () => {
    expect(contrast('#000', '#ffffff')).toBe(21)
    expect(contrast('#767676', '#fff')).toBeCloseTo(4.54, 2)
  })
})

test('the colours of a style sheet are read in linear time, without those in @media', () => {
  expectLinear((size) => palettesIn('@media'.repeat(size)), 20_000)
  const css = `:root { --a: light-dark(#FFF, #000); --b: #abcdef; --c: 1px }\n@media print { :root { --b: #000 } a { b: c } }\n.x { --a: #123 }`
  expect(palettesIn(css)).toEqual({ light: { a: '#123', b: '#abcdef' }, dark: { a: '#123', b: '#abcdef' } })
})
