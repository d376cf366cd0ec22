import { describe, expect, test } from 'vitest'
import { rebuildSvg } from '../../src/svg/rebuild.ts'

const isKept = (svg: string) => rebuildSvg(Buffer.from(svg)) !== undefined

const attributes = 'xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"'
const RECT = '<rect width="400" height="300"'
const levels = (count: number, one: (level: number) => string) => Array.from({ length: count }, (_, level) => one(level)).join('')

/** Levels that each refer to the next one four times, by a rule of a style sheet. */
const referring = (name: string, property: string, inside: string) =>
  `<style>${levels(9, (at) => `.m${at}{${property}:url(#k${at})}`)}</style>` +
  levels(9, (at) => `<${name} id="k${at}">${inside.replace('/>', ` class="m${at + 1}"/>`).repeat(4)}</${name}>`) +
  `${RECT} class="m0"/><path d="M0 0L9 9 5 2" class="m0"/>`

describe('what repeats its parts too often is not kept', () => {
  test.for([
    ['masks in a style sheet', referring('mask', 'mask', '<rect width="9" height="9"/>')],
    ['patterns in a style sheet', referring('pattern', 'fill', '<rect width="9" height="9"/>')],
    ['clip paths in a style sheet', referring('clipPath', 'clip-path', '<rect width="9" height="9"/>')],
    ['markers in a style sheet', referring('marker', 'marker-mid', '<path d="M0 0L9 9 5 2"/>')],
    [
      'masks in style attributes',
      levels(9, (at) => `<mask id="k${at}">${`<rect style="mask:url(#k${at + 1})"/>`.repeat(4)}</mask>`) + `${RECT} mask="url(#k0)"/>`,
    ],
    [
      'a mask of every element by a nested rule',
      `<style>svg{:hover,svg rect{mask:url(#m)}}</style><mask id="m"><circle r="9"/></mask><g>${`${RECT}/>`.repeat(9000)}</g>`,
    ],
    [
      'a marker on each corner',
      `<marker id="k">${'<rect width="9" height="9"/>'.repeat(100)}</marker><path d="M0 0${'L9 9 5 2'.repeat(250)}" marker-mid="url(#k)"/>`,
    ],
    ['a marker on each of very many corners', `<marker id="k"><rect/></marker><path d="${'1 '.repeat(200_000)}" marker-mid="url(#k)"/>`],
    [
      'a marker that a use inherits',
      `<marker id="k"><rect/></marker><path id="p" d="M0 0${'L9 9 5 2'.repeat(99)}"/><g marker-mid="url(#k)">${'<use href="#p"/>'.repeat(250)}</g>`,
    ],
    [
      'drawings within drawings',
      levels(9, (at) => `<symbol id="s${at}">${`<use href="#s${at + 1}"/>`.repeat(4)}</symbol>`) +
        '<symbol id="s9"><rect/></symbol><use href="#s0"/>',
    ],
    ['layers one over another', `<g id="a">${`<g opacity=".5">${RECT}/></g>`.repeat(99)}</g>${'<use href="#a"/>'.repeat(99)}`],
    ['blurs in one list', `${RECT} style="filter:${'blur(9px) '.repeat(1001)}"/>`],
    [
      'blurs of a filter',
      `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(99)}</filter>${`${RECT} filter="url(#f)"/>`.repeat(11)}`,
    ],
    [
      'steps of a filter that double',
      `<filter id="f">${'<feBlend in="a" in2="a" result="a"/>'.repeat(20)}</filter>${RECT} filter="url(#f)"/>`,
    ],
    ['rules for every element', `<style>${'*{fill:red}'.repeat(999)}</style>${'<g/>'.repeat(1100)}`],
  ] as const)('%s', ([, inside]) => {
    expect(isKept(`<svg ${attributes}>${inside}</svg>`)).toBe(false)
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
    ['a long style sheet', svg(`<style>${'.a{fill:red}'.repeat(40_000)}</style><rect width="9" height="9"/>`)],
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
