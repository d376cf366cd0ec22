import fs from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBrand } from '../../src/brand/brand.ts'
import { preparePages } from '../../src/build/compiled-pages.ts'
import { ENTRY_FILE } from '../../src/build/page-program.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { siteFiles } from '../site-files.ts'
import { inSweep } from '../sweep.ts'

const sweepTest = inSweep(test)

const AS_IT_IS = { accent: '', colours: '', logo: '', components: '' }

type SiteOptions = Partial<typeof AS_IT_IS & { site: string; debug: boolean; below: string }>

/** Prepares pages, and counts how often they are compiled. */
async function preparer() {
  const keptIn = join(await temporaryFolder(), 'kept')
  let compiled = 0
  const counting = () => {
    compiled++
  }
  const prepare = async ({ site = '', debug = false, below = '', ...options }: SiteOptions = {}) => {
    const brand = await readBrand({ ...AS_IT_IS, ...options })
    brand.plugins.push({ name: 'counting', applyToEnvironment: ({ name }) => name === 'prerender', buildStart: counting })
    const folder = join(await temporaryFolder(), below)
    const place = { folder, site: join(folder, 'site'), keptIn }
    await mkdir(place.site, { recursive: true })
    await preparePages({ base: '/', links: 'root', app: true, site, debug }, brand, place)
    const program = [...(await siteFiles(join(folder, 'program')))]
    const files = [...program.map(([name, file]) => [`program/${name}`, file] as const), ...(await siteFiles(place.site))]
    expect(program.some(([name]) => ENTRY_FILE.test(name)) && files.some(([name]) => name.startsWith('_astro/'))).toBe(true)
    // Astro writes a new key for encryption into the entry each time, which nothing here uses.
    return files.map(([name, { hash }]) => (ENTRY_FILE.test(name.slice(name.indexOf('/') + 1)) ? name : `${name} ${hash}`)).sort()
  }
  return { prepare, keptIn, compiled: () => compiled }
}

test('pages are compiled once, and again where a file of them is damaged', async () => {
  const { prepare, keptIn, compiled } = await preparer()
  const first = await prepare()
  expect(await prepare()).toEqual(first)
  expect(compiled()).toBe(1)
  const [kept = ''] = await readdir(keptIn)
  const entry = (await readdir(join(keptIn, kept, 'program'))).find((name) => ENTRY_FILE.test(name)) ?? ''
  await writeFile(join(keptIn, kept, 'program', entry), 'throw new Error("damaged")')
  expect(await prepare()).toEqual(first)
  expect(compiled()).toBe(2)
  expect(await prepare()).toEqual(first)
  expect(compiled()).toBe(2)
})

test('a build whose pages another one clears away while it takes them has all files', async () => {
  const { prepare, keptIn } = await preparer()
  const whole = await prepare()
  const { cp } = fs.promises
  onTestFinished(() => {
    fs.promises.cp = cp
    syncBuiltinESMExports()
  })
  // It copies the program, and beside it the files that this names: cleared before and after each of them.
  for (let moment = 0; moment < 4; moment++) {
    const [kept = ''] = await readdir(keptIn)
    let [copies, isCleared] = [0, false]
    fs.promises.cp = async (...args) => {
      const at = 2 * copies++
      const clear = async (now: number) => {
        if (now !== moment) return
        isCleared = true
        await rm(join(keptIn, kept), { recursive: true, force: true })
      }
      await clear(at)
      await cp(...args)
      await clear(at + 1)
    }
    syncBuiltinESMExports()
    expect(await prepare(), `cleared at moment ${moment}`).toEqual(whole)
    expect(isCleared).toBe(true)
    fs.promises.cp = cp
    syncBuiltinESMExports()
    await prepare()
  }
})

test('a folder whose name means something in an address gets all files', async () => {
  const { prepare, compiled } = await preparer()
  const odd = await prepare({ below: 'a#b?c%20d' })
  expect(odd.filter((name) => /^_astro\/.+\.css /.test(name)).length).toBeGreaterThan(2)
  expect(await prepare()).toEqual(odd)
  expect(compiled()).toBe(1)
})

sweepTest('a program that tells what --debug asks for is in no later build', async () => {
  const { prepare, compiled } = await preparer()
  await prepare({ debug: true })
  const quiet = await prepare()
  expect(compiled()).toBe(2)
  await prepare({ debug: true })
  expect(await prepare()).toEqual(quiet)
  expect(compiled()).toBe(3)
})

sweepTest('another colour and another address are compiled for themselves, and components of one’s own each time', async () => {
  const { prepare, compiled } = await preparer()
  const first = await prepare()
  expect(await prepare({ accent: '#8a2be2' })).not.toEqual(first)
  expect(await prepare({ site: 'https://guides.example' })).not.toEqual(first)
  expect(compiled()).toBe(3)
  const components = await temporaryFolder()
  await writeFile(join(components, 'Licence.astro'), '<p>Ours</p>')
  await prepare({ components })
  await prepare({ components })
  expect(compiled()).toBe(5)
})
