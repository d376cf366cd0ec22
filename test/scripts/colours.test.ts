import { expect, test } from 'vitest'
import { findColours } from '../../scripts/stages/colours.ts'
import { coloursInWords } from '../../scripts/terminal/colours.ts'
import { lockCache } from '../../src/cache/lock/lock.ts'
import { readConfig } from '../../src/config.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'

const COUNTS = { coloured: 0, transparent: 0, large: 0, unreadable: 0 }
const NONE = { ...COUNTS, ms: 20 }

test('a cache that another crawl has taken meanwhile is left alone, with a warning', async () => {
  const cache = await temporaryFolder()
  await writeCache(cache, {})
  const config = readConfig({ cache, quiet: true }, {})
  const lock = await lockCache(cache, () => undefined)
  const { colours, warnings } = await findColours(config, new AbortController().signal)
  expect([colours, warnings.length]).toEqual([undefined, 1])
  expect(warnings[0]).toMatch(/^The colours of new pictures .* neutral: Another crawl is at work/)
  await lock.release()
  expect(await findColours(config, new AbortController().signal)).toMatchObject({ colours: COUNTS, warnings: [] })
})

test('colours are a line that tells what has none and why; nothing new is no line', () => {
  expect(coloursInWords({ ...NONE, coloured: 1_200 })).toEqual(['Colours: 1,200 pictures in 0.0 s'])
  expect(coloursInWords({ ...NONE, coloured: 1, transparent: 3, large: 2, unreadable: 1 })).toEqual([
    'Colours: 1 picture in 0.0 s; without one: 3 transparent, 2 too large, 1 unreadable',
  ])
  expect(coloursInWords(NONE)).toEqual([])
})
