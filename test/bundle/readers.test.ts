import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { InputFile } from '../../src/bundle/input-file.ts'
import { clusterKind, HEADER_BYTES, pointers64, zimHeader } from '../../src/bundle/zim/layout.ts'
import { extentsOf, readParts } from '../../src/bundle/zim/zim-reader.ts'
import { centralHeader, dateOfDosTime, dosTime, endOfArchive, type ZipEntry } from '../../src/bundle/zip/records.ts'
import { readDirectory } from '../../src/bundle/zip/zip-reader.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

async function fileOf(...parts: Uint8Array[]): Promise<InputFile> {
  const path = join(await temporaryFolder(), 'file')
  writeFileSync(path, Buffer.concat(parts))
  const file = new InputFile(path)
  onTestFinished(() => file.close())
  return file
}

const TIME = dosTime(new Date('2026-03-04T05:06:08Z'))
const entry = (changes: Partial<ZipEntry>): ZipEntry => ({
  path: 'ü/a.html',
  isDeflated: true,
  crc32: 0xfedcba98,
  bytes: 9,
  packedBytes: 5,
  offset: 7,
  ...changes,
})

test('sizes and places of any width are read as they were written, and so are more files than 16 bits can count', async () => {
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

test('an archive that ends before its directory does, or counts too much, is damaged', async () => {
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

test('what lies in a stored cluster is found by its list of places, also by one of eight bytes each', async () => {
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
