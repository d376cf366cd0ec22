import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packSite } from '../../src/bundle/pack.ts'
import { readZim } from './read-zim.ts'
import { readZip } from './read-zip.ts'
import { packing, page, smallSite } from './small-site.ts'

const FILES = { 'guide/1/index.html': page('Küche', 'x'.repeat(5000)), 'media/3f/a.jpg': Buffer.alloc(3000, 7), 'page/ü #1.txt': 'ü' }
/** The beginning of a foreign archive. */
const ARCHIVE = Buffer.from(`PK\u0003\u0004${'\0'.repeat(26)}my thesis.txt`)

/** The content of a bundle in each format, by the paths of the site. */
const FORMATS = {
  zip: (bytes: Buffer) => new Map(Array.from(readZip(bytes), ([path, entry]) => [path, entry.bytes])),
  zim: (bytes: Buffer) => new Map(readZim(bytes).entries.map(({ name, bytes }) => [name.replace(/^C\//, ''), bytes])),
}

describe.each(['zip', 'zim'] as const)('packing as %s', (format) => {
  const pack = (site: string, changes?: Parameters<typeof packing>[2]) => packSite(packing(site, format, changes))

  test('puts a whole site into one file, with only its checksum next to it', async () => {
    const site = await smallSite(FILES)
    const { path, sha256 } = await pack(site)
    const bytes = readFileSync(path)
    const held = FORMATS[format](bytes)
    for (const file of [...Object.keys(FILES), 'index.html']) expect(held.get(file), file).toEqual(readFileSync(join(site, file)))
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(readFileSync(`${path}.sha256`, 'utf8')).toBe(`${sha256}  site.${format}\n`)
    expect(readdirSync(dirname(path)).sort()).toEqual(['site', 'site.sha256', `site.${format}`, `site.${format}.sha256`].sort())
  })

  test('gives the same bytes for the same site, whatever the file times and the previous bundle', async () => {
    const site = await smallSite(FILES)
    const { sha256 } = await pack(site)
    utimesSync(join(site, 'index.html'), 1, 1)
    expect((await pack(site)).sha256).toBe(sha256)
    expect((await pack(await smallSite(FILES))).sha256).toBe(sha256)
  })

  test('refuses to write a too large bundle, and keeps the previous one', async () => {
    const site = await smallSite(FILES)
    const { path } = await pack(site)
    const before = readFileSync(path)
    await expect(pack(site, { maxBytes: 100 })).rejects.toMatchObject({ code: 'ERR_BUNDLE_TOO_LARGE', exitCode: 1 })
    expect([readFileSync(path).equals(before), existsSync(`${path}.part`)]).toEqual([true, false])
  })

  test.for([Buffer.from('my own notes'), ARCHIVE])('does not replace a foreign file unless it is empty: %s', async (theirs) => {
    const site = await smallSite(FILES)
    writeFileSync(`${site}.${format}`, theirs)
    await expect(pack(site)).rejects.toMatchObject({ code: 'ERR_OUT_FOREIGN' })
    expect(readFileSync(`${site}.${format}`)).toEqual(theirs)
    writeFileSync(`${site}.${format}`, '')
    await pack(site)
  })

  test.for<[string, (path: string) => void]>([
    ['a folder', (path) => mkdirSync(path)],
    ['sums of somebody', (path) => writeFileSync(path, 'my sums')],
    ['a link', (path) => symlinkSync(`${path}.victim`, path)],
  ])('keeps %s at the path of its checksum, and makes no bundle', async ([, place]) => {
    const [site, out] = [await smallSite(FILES), `next.${format}`]
    const path = join(dirname(site), out)
    place(`${path}.sha256`)
    await expect(pack(site, { path })).rejects.toMatchObject({ code: 'ERR_OUT_FOREIGN', facts: { path: `${path}.sha256` } })
    expect(existsSync(path)).toBe(false)
    rmSync(`${path}.sha256`, { recursive: true })
    await pack(site, { path })
  })

  test('refuses a site without its list of files', async () => {
    const site = await smallSite({})
    writeFileSync(`${site}.sha256`, 'of another build')
    await expect(pack(site)).rejects.toMatchObject({ code: 'ERR_BUNDLE_SOURCE', exitCode: 1 })
  })
})
