import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { writePart } from '../../src/disk/atomic.ts'
import { readIfExists, readNow } from '../../src/disk/read.ts'
import { sha256Of } from '../../src/disk/sha256.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

let folder: string
let own: string

beforeEach(async () => {
  folder = await temporaryFolder({ own: 'mine' })
  own = join(folder, 'own')
})

describe.skipIf(process.platform === 'win32')('in the place of one of our files', () => {
  test.each<[string, (path: string) => void]>([
    ['a link', (path) => symlinkSync(own, path)],
    ['a second name of a file', (path) => linkSync(own, path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ])('%s is replaced, and nothing is written through it', (_, place) => {
    const path = join(folder, 'ours')
    place(path)
    writePart(path, 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readFileSync(own, 'utf8')).toBe('mine')
  })

  test('a folder is kept, with an error', () => {
    mkdirSync(join(folder, 'ours'))
    writeFileSync(join(folder, 'ours', 'own'), 'mine')
    expect(() => writePart(join(folder, 'ours'), 'new')).toThrow('ours is a folder')
    expect(readFileSync(join(folder, 'ours', 'own'), 'utf8')).toBe('mine')
  })

  test.each<[string, (path: string) => void]>([
    ['a link', (path) => symlinkSync(own, path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
    ['a folder', (path) => mkdirSync(path)],
  ])('%s has no digest', (_, place) => {
    const path = join(folder, 'ours')
    place(path)
    expect(() => sha256Of(path)).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  })
})

test.each([600 * 1024 ** 2, 3 * 1024 ** 3])('a file of %d bytes, too large for a string, is refused by name', async (bytes) => {
  truncateSync(own, bytes)
  expect(() => readNow(own)).toThrow(`${own} is larger than`)
  await expect(readIfExists(own)).rejects.toMatchObject({ code: 'ERR_NOT_READABLE' })
})
