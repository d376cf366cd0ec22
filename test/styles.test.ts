import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../src/disk/files-below.ts'

const STYLES = resolve(import.meta.dirname, '../src/styles')
const SIDE =
  /^(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b.*|border-(?:top|bottom)-(?:left|right)-radius)$/
/** Values of four sides, of which the second and the fourth differ; of a radius, of which the sides differ. */
const isUneven = (property: string, [a, b, c, d]: readonly string[]): boolean =>
  d !== undefined && (property === 'border-radius' ? a !== b || c !== d : b !== d)

/** Declarations that mean another thing in a language that is read from right to left. */
function physicalIn(css: string): string[] {
  const declarations = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?<=[;{\s])([\w-]+)\s*:\s*([^;{}]+);/g)
  return Array.from(declarations, ([text, property = '', value = '']) => ({ text, property, value })).flatMap(
    ({ text, property, value }) => {
      const values = value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []
      const isPhysical =
        SIDE.test(property) ||
        (/^(?:inset|margin|padding|border-radius|border-(?:width|style|color))$/.test(property) && isUneven(property, values)) ||
        (/^(?:float|clear|text-align)$/.test(property) && /^(?:left|right)$/.test(value.trim()))
      return isPhysical ? [text] : []
    },
  )
}

test('styles name no side that is another one in a language read from right to left', async () => {
  const files = await Array.fromAsync(filesBelow(STYLES))
  expect(files.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => physicalIn(readFileSync(join(STYLES, file), 'utf8')).map((text) => `${file}: ${text}`))).toEqual([])
})

test.for([
  ['a { margin-left: 1px; }', 1],
  ['a { inset: 0 auto auto var(--x, calc(1px + (2px))); }', 1],
  ['a { float: right; } b { border-radius: 1px 2px 0 0; }', 2],
  ['a { inset: 0 auto auto; margin: 1px 2px 3px 2px; border-radius: 1px 1px 0 0; float: inline-end; }', 0],
  ['/* left: 0; */ @page { @bottom-left { content: "x"; } }', 0],
] as const)('%s', ([css, found]) => {
  expect(physicalIn(css)).toHaveLength(found)
})
