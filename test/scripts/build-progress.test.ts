import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { sampleSite } from '../sample-site.ts'

test('the progress line counts as many pages as are built, and every number in it has a unit', async () => {
  const { code, stdout, stderr } = (await sampleSite()).built
  expect(code, stderr).toBe(0)
  const built = Number(/Built (\d+) pages/.exec(stdout)?.[1])
  const shown = Array.from(stderr.matchAll(/Rendering pages: (\d+) of (\d+) \((\d+) %\)/g), ([, ...numbers]) => numbers.map(Number))
  expect(built).toBeGreaterThan(100)
  expect(shown.length).toBeGreaterThan(0)
  for (const [done = NaN, known = NaN, percent] of shown) {
    expect(known).toBe(built)
    expect(done).toBeLessThanOrEqual(built)
    expect(percent).toBe(Math.floor((100 * done) / known))
  }
  const lines = new Set(Array.from(stripVTControlCharacters(stderr).matchAll(/([A-Z][A-Za-z ]+): [\d,]+/g), ([, doing]) => doing))
  expect(lines).toContain('Indexing pages for the search')
  for (const doing of lines) expect(doing).toMatch(/\b(pages|files)\b/)
})
