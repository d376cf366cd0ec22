import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { checkSite } from '../../src/check/check.ts'
import { placeMedia } from '../../src/publish/media.ts'
import { MAX_SVG_BYTES } from '../../src/svg/rebuild.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const FILE = 'media/3f/0123456789abcdef0123-9x9-120-0123456789ab.svg'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
const ACTIVE = `${SVG}<script>alert(1)</script><path d="M0 0h9" onclick="alert(1)"/></svg>`
const SAFE = `${SVG}<path d="M0 0h9"/></svg>`
let folder: string

beforeEach(async () => {
  folder = await temporaryFolder({ 'cache/media/3f/': '', 'dist/media/3f/': '', 'next/media/3f/': '' })
})

const at = (place: string) => join(folder, place, FILE)
const place = (before: string, site: string, link = false) =>
  placeMedia({ cache: join(folder, 'cache'), before: join(folder, before), site: join(folder, site) }, new Set([FILE]), { link })
const findings = async (site: string) =>
  (await checkSite(join(folder, site), { base: '/' })).findings.map(({ kind, what }) => `${kind}: ${what}`)

test('an SVG is sanitized for the site, even if media are linked; the cache keeps the original', async () => {
  await writeFile(at('cache'), ACTIVE)
  await place('none', 'dist', true)
  expect(await readFile(at('dist'), 'utf8')).toBe(SAFE)
  expect(await readFile(at('cache'), 'utf8')).toBe(ACTIVE)
  expect(await findings('dist')).toEqual([])
})

test('an SVG of the previous site remains the same file, with its time', async () => {
  await writeFile(at('cache'), ACTIVE)
  await utimes(at('cache'), 1, 1)
  await place('none', 'dist')
  await place('dist', 'next')
  const [before, after] = await Promise.all([stat(at('dist')), stat(at('next'))])
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, 1000])
})

test('an invalid or too long SVG is not published', async () => {
  for (const content of [`${SVG}<path>`, `${SAFE}${' '.repeat(MAX_SVG_BYTES)}`]) {
    await writeFile(at('cache'), content)
    await place('none', 'dist')
    await expect(stat(at('dist'))).rejects.toThrow('ENOENT')
  }
})

test('the check finds an SVG that was changed after it was placed', async () => {
  await writeFile(at('dist'), ACTIVE)
  expect(await findings('dist')).toEqual([`damaged file: ${FILE}`])
})
