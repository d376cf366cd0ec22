import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OutputFile } from '../../src/bundle/output-file.ts'
import { packSite } from '../../src/bundle/pack.ts'
import { centralHeader, endOfArchive, localHeader } from '../../src/bundle/zip/records.ts'
import { ZipWriter } from '../../src/bundle/zip/zip-writer.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { readZip } from './read-zip.ts'
import { packing, page, smallSite } from './small-site.ts'
import { whyNo } from '../tools.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const FILES = {
  'guide/1/index.html': page('Küche', 'x'.repeat(5000)),
  'media/3f/a.jpg': Buffer.alloc(3000, 7),
  'page/ü #1.txt': 'ü',
  'empty.txt': '',
}

test('a zip holds every file of the site as it is, and the list of them', async () => {
  const site = await smallSite(FILES)
  const packed = await packSite(packing(site, 'zip'))
  const entries = readZip(readFileSync(packed.path))
  const sums = entries.get('SHA256SUMS')?.bytes.toString() ?? ''
  expect([...entries.keys()].sort()).toEqual(
    ['.benchbook.json', 'SHA256SUMS', 'apple-touch-icon.png', 'index.html', ...Object.keys(FILES)].sort(),
  )
  for (const [path, { bytes }] of entries) {
    if (path === 'SHA256SUMS') continue
    expect(bytes, path).toEqual(readFileSync(join(site, path)))
    expect(sums).toContain(`${sha256(bytes)}  ${path}\n`)
  }
  expect(packed).toMatchObject({ files: entries.size - 1, sha256: sha256(readFileSync(packed.path)) })
  expect(readFileSync(`${packed.path}.sha256`, 'utf8')).toBe(`${packed.sha256}  site.zip\n`)
})

test('what is packed in itself is stored, other files are deflated where that makes them smaller', async () => {
  const { path } = await packSite(packing(await smallSite(FILES), 'zip'))
  const entries = readZip(readFileSync(path))
  const stored = [...entries].filter(([, { isStored }]) => isStored).map(([name]) => name)
  expect(stored.sort()).toEqual(['apple-touch-icon.png', 'empty.txt', 'media/3f/a.jpg', 'page/ü #1.txt'])
})

test('the same site gives the same bytes, whenever its files were written', async () => {
  const site = await smallSite(FILES)
  const { sha256: first } = await packSite(packing(site, 'zip'))
  utimesSync(join(site, 'index.html'), 1, 1)
  const { path, sha256: second } = await packSite(packing(site, 'zip'))
  expect(second).toBe(first)
  // 2026-03-04 05:06:08, in units of MS-DOS.
  const time = ((46 << 25) | (3 << 21) | (4 << 16) | (5 << 11) | (6 << 5) | 4) >>> 0
  expect(new Set(Array.from(readZip(readFileSync(path)).values(), (entry) => entry.time))).toEqual(new Set([time]))
})

test('more files than 16 bits can count', async () => {
  const path = join(await temporaryFolder(), 'many.zip')
  const file = new OutputFile(path)
  const writer = new ZipWriter(file, new Date(0))
  for (let number = 0; number < 70_000; number++) writer.addText(`${number}`, '')
  writer.end()
  file.finish()
  expect(readZip(readFileSync(path)).size).toBe(70_000)
})

test('sizes and places that 32 bits cannot hold stand in ZIP64 fields, others do not', () => {
  const entry = { path: 'a', isDeflated: false, crc32: 1, packedBytes: 5e9, bytes: 5e9, offset: 6e9 }
  const local = localHeader(entry, 0)
  expect([local.readUInt32LE(18), local.readUInt32LE(22), local.readUInt16LE(28)]).toEqual([0xffffffff, 0xffffffff, 20])
  expect([local.readBigUInt64LE(35), local.readBigUInt64LE(43)]).toEqual([5_000_000_000n, 5_000_000_000n])
  const central = centralHeader(entry, 0)
  expect([central.readUInt32LE(20), central.readUInt32LE(42), central.readUInt16LE(30)]).toEqual([0xffffffff, 0xffffffff, 28])
  expect([51, 59, 67].map((at) => central.readBigUInt64LE(at))).toEqual([5_000_000_000n, 5_000_000_000n, 6_000_000_000n])
  const late = centralHeader({ ...entry, bytes: 1, packedBytes: 1 }, 0)
  expect([late.readUInt32LE(24), late.readUInt16LE(30), late.readBigUInt64LE(51)]).toEqual([1, 12, 6_000_000_000n])
  expect(endOfArchive(1, { offset: 6e9, bytes: 100 })).toHaveLength(56 + 20 + 22)
  expect(endOfArchive(1, { offset: 600, bytes: 100 })).toHaveLength(22)
})

test('a bundle that would be too large is not written, and the one before stays', async () => {
  const site = await smallSite({ 'media/3f/a.jpg': Buffer.alloc(100_000) })
  const { path, sha256: before } = await packSite(packing(site, 'zip'))
  await expect(packSite(packing(site, 'zip', { maxBytes: 50_000 }))).rejects.toMatchObject({ code: 'ERR_BUNDLE_TOO_LARGE', exitCode: 1 })
  expect([sha256(readFileSync(path)), existsSync(`${path}.part`)]).toEqual([before, false])
})

test('a file that cannot take its name says so, and nothing of it is left', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'taken')
  mkdirSync(path)
  const file = new OutputFile(path)
  expect(() => file.finish()).toThrow('is a folder where a file is needed')
  file.abandon()
  expect(readdirSync(folder)).toEqual(['taken'])
})

test('a file that is no bundle is not replaced', async () => {
  const site = await smallSite({})
  writeFileSync(`${site}.zip`, 'my own notes')
  await expect(packSite(packing(site, 'zip'))).rejects.toMatchObject({ code: 'ERR_OUT_FOREIGN' })
  expect(readFileSync(`${site}.zip`, 'utf8')).toBe('my own notes')
})

test("a zip of somebody else's is not replaced, one of ours is", async () => {
  const site = await smallSite(FILES)
  const theirs = Buffer.from(`PK\u0003\u0004${'\0'.repeat(26)}my thesis.txt`)
  writeFileSync(`${site}.zip`, theirs)
  await expect(packSite(packing(site, 'zip'))).rejects.toMatchObject({ code: 'ERR_OUT_FOREIGN' })
  expect(readFileSync(`${site}.zip`)).toEqual(theirs)
  writeFileSync(`${site}.zip`, '')
  await packSite(packing(site, 'zip'))
  await packSite(packing(site, 'zip'))
})

test('a site without its list of files is not packed', async () => {
  const site = await smallSite({})
  writeFileSync(`${site}.sha256`, 'of another build')
  await expect(packSite(packing(site, 'zip'))).rejects.toMatchObject({ code: 'ERR_BUNDLE_SOURCE', exitCode: 1 })
})

test('unzip finds nothing wrong', async ({ skip }) => {
  skip(whyNo('unzip') !== '', whyNo('unzip'))
  const { path } = await packSite(packing(await smallSite(FILES), 'zip'))
  expect(execFileSync('unzip', ['-tq', path], { encoding: 'utf8' })).toContain('No errors detected')
})
