import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWindowsName, unfitForDisks } from '../../src/bundle/other-disks.ts'
import { NAMESPACES } from '../../src/model/ref.ts'
import { pathOf } from '../../src/routes.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { FOLDER_LIMITS } from '../../src/routes/crowded.ts'

const REFUSED = ['con', 'AUX', 'nul.txt', 'Com1', 'lpt9.tar.gz', 'a.', 'a ', ...Array.from('<>:"|?*\\\n', (sign) => `a${sign}b`)]

test.for(REFUSED)('%j is a name that Windows refuses', (name) => {
  expect(isWindowsName(name)).toBe(false)
})

const ACCEPTED = ['index.html', 'console', 'com10', 'nullable', 'a.b', 'a b', 'für', '_astro', '.gitignore']
test.for(ACCEPTED)('%j is a name that Windows accepts', (name) => {
  expect(isWindowsName(name)).toBe(true)
})

test('every title of a service gets an address that Windows accepts', () => {
  const title = fc.oneof(fc.constantFrom(...REFUSED, '', '..', 'CON/PRN'), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(title, (text) => {
      const refs = [
        { kind: 'tag' as const, tag: text },
        ...NAMESPACES.map((namespace) => ({ kind: 'wiki' as const, namespace, title: text })),
      ]
      expect(refs.flatMap((ref) => pathOf(ref).split('/')).filter((name) => !isWindowsName(name))).toEqual([])
    }),
  )
})

test("an operator's files and folders that Windows refuses are reported", async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such files')
  const site = await temporaryFolder({ 'page/aux/index.html': '', 'page/5:4.png': '', 'index.html': '' })
  expect((await unfitForDisks(site)).refused.sort()).toEqual(['page/5:4.png', 'page/aux'])
})

/** A name of 247 letters takes 19 entries, and one for itself. */
const LONG = 20
const longName = (number: number): string => String(number).padStart(247, 'a')

test('a folder too large for FAT32 is reported with its entries, one that just fits is not', async () => {
  const site = await temporaryFolder({ 'category/': '' })
  const category = join(site, 'category')
  const fitting = Math.floor((FOLDER_LIMITS.entries - 2) / LONG)
  await Promise.all(Array.from({ length: fitting }, (_, number) => writeFile(join(category, longName(number)), '')))
  // Fills the remaining space: a short name takes one entry.
  const rest = FOLDER_LIMITS.entries - 2 - fitting * LONG
  await Promise.all(Array.from({ length: rest }, (_, number) => writeFile(join(category, `A${number}`), '')))
  expect((await unfitForDisks(site)).crowded).toEqual([])
  await writeFile(join(category, 'lower'), '')
  expect((await unfitForDisks(site)).crowded).toEqual([{ folder: 'category', entries: FOLDER_LIMITS.entries + 2 }])
})
