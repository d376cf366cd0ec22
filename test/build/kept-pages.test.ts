import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFile } from '../../src/app/list.ts'
import { stateFileOf } from '../../src/publish/state-file.ts'
import { siteFiles } from '../site-files.ts'
import { inSweep, SWEEP, sweepOr } from '../sweep.ts'
import { Nights } from './nights.ts'

const sweepTest = inSweep(test)

const GUIDE = 'guide/1/index.html'

describe('what is not what it was costs a full build and a sentence, never a wrong page', () => {
  const harm: Record<string, [RegExp, (state: string, nights: Nights) => Promise<unknown>]> = {
    'a state that is gone': [/Nothing is known/, (state) => rm(state)],
    'an empty state': [/Nothing is known/, (state) => writeFile(state, '')],
    'a state with another byte': [
      /is damaged, or of another version/,
      async (state) => writeFile(state, (await readFile(state, 'utf8')).replace('guide like', 'guide lime').replace(/.$/s, ' ')),
    ],
    'a state that is cut short': [
      /is damaged, or of another version/,
      async (state) => writeFile(state, (await readFile(state, 'utf8')).slice(0, 5000)),
    ],
    'a state of another format': [
      /is damaged, or of another version/,
      async (state) => writeFile(state, (await readFile(state, 'utf8')).replace(/state \d+ /, 'state 0 ')),
    ],
    'the state of another site': [
      /is not the one that is known of/,
      async (state) => {
        const other = await Nights.first({ seed: 5 })
        return writeFile(state, await readFile(stateFileOf(other.out)))
      },
    ],
  }
  test.each(sweepOr(Object.entries(harm), ([name]) => name.endsWith('another byte')))('%s', async (_name, [sentence, harmed]) => {
    const nights = await Nights.first()
    const before = await siteFiles(nights.out)
    await harmed(stateFileOf(nights.out), nights)
    const made = await nights.build()
    expect(made.warnings.join()).toMatch(sentence)
    expect(made.keptPages).toBe(0)
    const hashes = (files: typeof before) => [...files].map(([file, { hash }]) => `${file} ${hash}`).sort()
    expect(hashes(await siteFiles(nights.out))).toEqual(hashes(before))
    if (SWEEP) {
      const next = await nights.build()
      expect([next.warnings, next.keptPages > 0]).toEqual([[], true])
    }
  })
})

sweepTest('a night without news renders no page of a record', async () => {
  const nights = await Nights.first()
  const { pages, keptPages, explained } = await nights.build({ explain: '/guide/1/' })
  expect(pages - keptPages).toBe(0)
  expect(explained).toEqual(['Nothing that it is made of has changed: it is kept.'])
})

test('a page or a list of pages that is not what it was is made again', async () => {
  const nights = await Nights.first()
  const [page, other] = [join(nights.out, GUIDE), join(nights.out, 'about/index.html')]
  const right = await readFile(page, 'utf8')
  await writeFile(page, right.replace('</title>', '!</title>'))
  await rm(other)
  const list = join(nights.out, listFile('en'))
  const listed = await readFile(list, 'utf8')
  await writeFile(list, listed.replaceAll(/(?<="guide\/\d+\/":\["\w+",)\d+/g, '1'))
  expect(await readFile(list, 'utf8')).not.toBe(listed)
  const { pages, keptPages, explained } = await nights.build({ explain: 'guide/1/' })
  expect(pages - keptPages).toBe(2)
  expect(explained).toEqual(['Its file is not what it was.'])
  expect(await readFile(join(nights.out, GUIDE), 'utf8')).toBe(right)
  expect(await readFile(join(nights.out, listFile('en')), 'utf8')).toBe(listed)
})

sweepTest('files with other times, as an archive unpacks them, are kept for their bytes', async () => {
  const nights = await Nights.first()
  for (const file of (await siteFiles(nights.out)).keys()) await utimes(join(nights.out, file), 1000, 1000)
  const { pages, keptPages } = await nights.build()
  expect(pages - keptPages).toBe(0)
  expect((await stat(join(nights.out, GUIDE))).mtimeMs).toBe(1_000_000)
})

test('the input that has changed is named', async () => {
  const nights = await Nights.first()
  const [guide] = nights.site.guides
  if (guide) guide.text = 'Other words.'
  const { pages, keptPages, explained } = await nights.build({ explain: `/guide/${guide?.id ?? 0}/` })
  expect(explained).toEqual([`Changed: record guide ${guide?.id ?? 0}.`])
  expect(pages - keptPages).toBeLessThan(4)
  if (SWEEP) expect((await nights.build({ explain: '/guide/999/' })).explained).toEqual(['There is no page /guide/999/.'])
})

sweepTest('all pages are rendered where that is wanted, or an option has changed', async () => {
  const nights = await Nights.first()
  expect(await nights.build({ renderAll: true })).toMatchObject({ keptPages: 0, warnings: [] })
  expect(await nights.build({ footer: 'Ours', explain: '/' })).toMatchObject({
    keptPages: 0,
    explained: ['An option, a file of yours or Benchbook has changed: all pages are rendered.'],
  })
})
