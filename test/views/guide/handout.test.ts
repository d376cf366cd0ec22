import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { guideView } from '../../../src/views/guide/guide.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

const handoutOf = async (flags: Record<string, unknown>) => (await guideView(await siteOf(guidesCache([guide(7)]), flags), 7)).handout

/** The dark modules that lines of an SVG draw, as rows of a square. */
function squareOf({ size, lines }: { size: number; lines: string }): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '))
  for (const [, x, y, length] of lines.matchAll(/M(\d+) (\d+)h(\d+)/g)) rows[Number(y)]?.fill('#', Number(x), Number(x) + Number(length))
  return rows.map((row) => row.join(''))
}

test('paper names the address where the guide will stand, in words and as a code', async () => {
  const handout = await handoutOf({ site: 'https://guides.example.org', base: '/mending/' })
  expect(handout?.address).toBe('guides.example.org/mending/guide/7/')
  const { data } = encode('https://guides.example.org/mending/guide/7/', { ecc: 'M', border: 2 })
  expect(handout && squareOf(handout.code)).toEqual(data.map((row) => row.map((isDark) => (isDark ? '#' : ' ')).join('')))
})

test('a site that does not know its address has nothing to say there', async () => {
  expect(await handoutOf({})).toBeUndefined()
})
