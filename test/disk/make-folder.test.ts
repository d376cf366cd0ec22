import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../src/disk/make-folder.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

test('folders are made with those above them, and the first one that was made is told', async () => {
  const folder = await temporaryFolder()
  expect(makeFolder(join(folder, 'a/b/c'))).toBe(join(folder, 'a'))
  expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true)
  expect(makeFolder(join(folder, 'a/b/d'))).toBe(join(folder, 'a/b/d'))
  expect(makeFolder(join(folder, 'a/b'))).toBeUndefined()
})

test('a file in the place of a folder is refused, at any depth', async () => {
  const file = join(await temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow('EEXIST')
  expect(() => makeFolder(join(file, 'a'))).toThrow('ENOTDIR')
  expect(() => makeFolder(join(file, 'a/b'))).toThrow('ENOTDIR')
})

test.runIf(process.platform === 'linux')('where the system takes no folders, the attempt ends', () => {
  expect(() => makeFolder('/proc/nothing-here')).toThrow('ENOENT')
  expect(() => makeFolder('/proc/nothing-here/a/b')).toThrow('ENOENT')
})
