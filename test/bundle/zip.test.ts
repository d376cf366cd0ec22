import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeOutput } from '../../src/bundle/output-file.ts'
import { packSite } from '../../src/bundle/pack.ts'
import { centralHeader, dateOfDosTime, dosTime, endOfArchive, localHeader, type ZipEntry } from '../../src/bundle/zip/records.ts'
import { zipWriter } from '../../src/bundle/zip/zip-writer.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { readZip } from './read-zip.ts'
import { packing, page, smallSite } from './small-site.ts'
import { InputFile } from '../../src/bundle/input-file.ts'
import { clusterKind, HEADER_BYTES, pointers64, zimHeader } from '../../src/bundle/zim/layout.ts'
import { extentsOf, readParts } from '../../src/bundle/zim/zim-reader.ts'
import { readDirectory } from '../../src/bundle/zip/zip-reader.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const FILES = {
  'guide/1/index.html': page('Küche', 'x'.repeat(5000)),
  'media/3f/a.jpg': Buffer.alloc(3000, 7),
  'page/ü #1.txt': 'ü',
  'empty.txt': '',
}

test("a zip contains only the site's files and their list, all with one time, compressed where that saves space", async () => {
  const site = await smallSite(FILES)
  const packed = await packSite(packing(site, 'zip'))
  const entries = readZip(readFileSync(packed.path))
  const sums = entries.get('SHA256SUMS')?.bytes.toString() ?? ''
  expect([...entries.keys()].sort()).toEqual(
    ['.benchbook.json', 'SHA256SUMS', 'apple-touch-icon.png', 'index.html', ...Object.keys(FILES)].sort(),
  )
  for (const [path, { bytes }] of entries) if (path !== 'SHA256SUMS') expect(sums).toContain(`${sha256(bytes)}  ${path}\n`)
  expect(packed.files).toBe(entries.size - 1)
  const stored = [...entries].filter(([, { isStored }]) => isStored).map(([name]) => name)
  expect(stored.sort()).toEqual(['apple-touch-icon.png', 'empty.txt', 'media/3f/a.jpg', 'page/ü #1.txt'])
  // 2026-03-04 05:06:08, in units of MS-DOS.
  const time = ((46 << 25) | (3 << 21) | (4 << 16) | (5 << 11) | (6 << 5) | 4) >>> 0
  expect(new Set(Array.from(entries.values(), (entry) => entry.time))).toEqual(new Set([time]))
})

test('more files than 16 bits can count are packed', async () => {
  const path = join(await temporaryFolder(), 'many.zip')
  await writeOutput(path, {}, (file) => {
    const writer = zipWriter(file, new Date(0))
    for (let number = 0; number < 70_000; number++) writer.addText(`${number}`, '')
    writer.end()
  })
  expect(readZip(readFileSync(path)).size).toBe(70_000)
})

test('only sizes and offsets beyond 32 bits are written to ZIP64 fields', () => {
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

test('a file whose name is taken by a folder fails with an error and leaves nothing behind', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'taken')
  mkdirSync(path)
  await expect(writeOutput(path, {}, () => undefined)).rejects.toThrow('is a folder where a file is needed')
  expect(readdirSync(folder)).toEqual(['taken'])
})

async function fileOf(...parts: Uint8Array[]): Promise<InputFile> {
  const path = join(await temporaryFolder(), 'file')
  writeFileSync(path, Buffer.concat(parts))
  const file = new InputFile(path)
  onTestFinished(() => file.close())
  return file
}

const TIME = dosTime(new Date('2026-03-04T05:06:08Z'))
const SMALL: ZipEntry = { path: 'ü/a.html', isDeflated: true, crc32: 0xfedcba98, bytes: 9, packedBytes: 5, offset: 7 }
const entry = (changes: Partial<ZipEntry>): ZipEntry => ({ ...SMALL, ...changes })

test('sizes and offsets of any width, and more files than 16 bits can count, are read back', async () => {
  const some = [
    entry({}),
    entry({ path: 'large', bytes: 6e9, packedBytes: 5e9, isDeflated: false }),
    entry({ path: 'late', offset: 7e9 }),
    entry({ path: 'both', bytes: 5e9, packedBytes: 1, offset: 8e9 }),
  ]
  const many = Array.from({ length: 70_000 }, (_, at) => entry({ path: `${at}`, offset: at }))
  for (const entries of [some, many]) {
    const directory = Buffer.concat(entries.map((one) => centralHeader(one, TIME)))
    const file = await fileOf(directory, endOfArchive(entries.length, { offset: 0, bytes: directory.length }))
    const read = readDirectory(file)
    expect(read.time).toBe(TIME)
    expect(JSON.stringify(read.entries)).toBe(JSON.stringify(entries))
  }
  expect(dateOfDosTime(TIME)).toEqual(new Date('2026-03-04T05:06:08Z'))
})

test('an archive with a truncated or inconsistent directory is damaged', async () => {
  const directory = centralHeader(entry({}), TIME)
  const [bytes, offset] = [directory.length, 0]
  const endings = [
    endOfArchive(2, { offset, bytes }),
    endOfArchive(1, { offset, bytes: bytes + 1 }),
    endOfArchive(1, { offset: 1, bytes }),
    Buffer.alloc(30),
  ]
  for (const end of endings) {
    const file = await fileOf(directory, end)
    expect(() => readDirectory(file)).toThrow(expect.objectContaining({ code: 'ERR_BUNDLE_DAMAGED', exitCode: 1 }) as Error)
  }
})

test('a blob in a stored cluster is found by its offset list, also with offsets of eight bytes', async () => {
  const blobs = [Buffer.from('one'), Buffer.alloc(0), Buffer.from('three')]
  const cluster = Buffer.concat([clusterKind(false, true), pointers64([32, 35, 35, 40]), ...blobs])
  const end = HEADER_BYTES + cluster.length
  const header = zimHeader({
    uuid: Buffer.alloc(16),
    entries: 0,
    clusters: 1,
    pathPointersAt: HEADER_BYTES,
    titlePointersAt: HEADER_BYTES,
    clusterPointersAt: end,
    mainPage: undefined,
    checksumAt: end + 8,
  })
  const file = await fileOf(header, cluster, pointers64([HEADER_BYTES]), Buffer.alloc(16))
  const { clusters, lists } = readParts(file)
  expect(lists.map(({ offset, length }) => [offset, length])).toEqual([
    [0, HEADER_BYTES],
    [end, 24],
  ])
  const [head, ...found] = extentsOf(file, clusters[0] ?? { offset: 0, length: 0 })
  expect(head).toEqual({ offset: HEADER_BYTES, length: 33 })
  expect(found.map(({ offset, length }) => file.read(offset, length))).toEqual(blobs)
})
