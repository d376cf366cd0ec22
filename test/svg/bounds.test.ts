import { describe, expect, test } from 'vitest'
import { rebuildSvg } from '../../src/svg/rebuild.ts'
import { BOMBS } from './bombs.ts'

const isKept = (svg: string) => rebuildSvg(Buffer.from(svg)) !== undefined

describe('only what a browser can paint in time is kept', () => {
  test.for(Object.entries(BOMBS))('%s', ([, { most, draw }]) => {
    expect([isKept(draw(most)), isKept(draw(most + 1))]).toEqual([true, false])
  })
})

describe('the output of drawing programs is kept', () => {
  const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600">${content}</svg>`
  test.for([
    ['a map of short lines', svg('<path d="M1 1l2 3 4-2" stroke="red" stroke-width=".5"/>'.repeat(7000))],
    [
      'boxes with shadows',
      svg(
        `<filter id="f"><feOffset dx="2" in="SourceAlpha"/><feGaussianBlur stdDeviation="2" result="a"/><feMerge><feMergeNode in="a"/><feMergeNode in="SourceGraphic"/></feMerge></filter>${'<rect x="9" y="9" width="90" height="40" filter="url(#f)"/>'.repeat(200)}`,
      ),
    ],
    [
      'arrows',
      svg(
        `<marker id="a" orient="auto"><path d="M0 0L3 1 0 2Z"/></marker><g stroke="red" marker-end="url(#a)">${'<path d="M9 9L99 99 200 40"/>'.repeat(1000)}</g>`,
      ),
    ],
    [
      'icons that are used again',
      svg(`<symbol id="i" viewBox="0 0 24 24"><path d="M1 1h9v9z"/></symbol>${'<use href="#i" width="24" height="24"/>'.repeat(3000)}`),
    ],
    ['dashed lines', svg('<path d="M0 0H800" stroke="red" stroke-dasharray="2 1"/>'.repeat(100))],
    ['transparent shapes', svg('<circle cx="90" cy="90" r="20" opacity=".5"/>'.repeat(5000))],
    [
      'hatched areas',
      svg(
        `<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0l4 4" stroke="red"/></pattern>${'<rect width="99" height="99" fill="url(#p)"/>'.repeat(300)}`,
      ),
    ],
    [
      'a table of words',
      svg(`<style>.a{font-size:9px;fill:#333}</style>${'<text x="9" y="9" class="a">Torx T5 screw, 6 mm</text>'.repeat(3000)}`),
    ],
  ] as const)('%s', ([, drawing]) => {
    expect(isKept(drawing)).toBe(true)
  })
})

test('a truncated picture is measured by its own bytes, whatever is next to them in memory', () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="data:image/png;base64,AAAA" width="4" height="3"/></svg>'
  const results = new Set(Array.from({ length: 3000 }, () => isKept(drawing)))
  expect([...results]).toEqual([true])
})
