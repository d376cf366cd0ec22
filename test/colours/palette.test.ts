import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toneOf } from '../../src/colours/palette.ts'
import { distance } from './pictures.ts'

const sheet = readFileSync(new URL('../../src/styles/tones.css', import.meta.url), 'utf8')
const values = new Map(
  Array.from(sheet.matchAll(/^\.(\w+) \{\s+--(\w): (\d+);\s+\}/gm), ([, name = '', channel = '', value]) => [
    name,
    { channel, value: Number(value) },
  ]),
)

/** The colour that the style sheet makes of the classes. */
function shown(tone: string): number {
  const [word, ...classes] = tone.split(' ')
  expect(word).toBe('tone')
  expect(classes.map((name) => values.get(name)?.channel)).toEqual(['r', 'g', 'b'])
  return classes.reduce((colour, name) => colour * 256 + (values.get(name)?.value ?? Number.NaN) * 17, 0)
}

test('the style sheet shows each colour as it is, to half a step of 17 in 255', () => {
  for (const colour of [0x000000, 0xffffff, 0xc81e28, 0xdec2b3, 0x0080ff, 0x7f7f7f, 0x123456])
    expect(distance(shown(toneOf(colour)), colour)).toBeLessThanOrEqual(8)
  for (let level = 0; level < 256; level++) expect(distance(shown(toneOf(level * 0x010101)), level * 0x010101)).toBeLessThanOrEqual(8)
})

test('it has the sixteen levels of each channel, once, and no more', () => {
  expect([...values.keys()].sort()).toEqual(
    ['r', 'g', 'b'].flatMap((channel) => Array.from({ length: 16 }, (_, level) => channel + level.toString(16))).sort(),
  )
  expect(sheet).toMatch(/background: rgb\(calc\(var\(--r\) \* 17\) calc\(var\(--g\) \* 17\) calc\(var\(--b\) \* 17\)\);/)
})

test('a colour is named by its own digits', () => {
  expect(toneOf(0xff00aa)).toBe('tone rf g0 ba')
})
