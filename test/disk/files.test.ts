import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachOf } from '../../src/disk/each-of.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { isSameTime } from '../../src/disk/stamp.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const filesIn = async (root: string, folder?: string) => (await Array.fromAsync(filesBelow(root, folder))).sort()

test('files are named from the root, with slashes, whichever folder is listed', async () => {
  const root = await temporaryFolder({ 'top.txt': '', 'a/one.txt': '', 'a/b/two.txt': '' })
  expect(await filesIn(root)).toEqual(['a/b/two.txt', 'a/one.txt', 'top.txt'])
  expect(await filesIn(root, '.')).toEqual(['a/b/two.txt', 'a/one.txt', 'top.txt'])
  expect(await filesIn(root, 'a')).toEqual(['a/b/two.txt', 'a/one.txt'])
})

test('a missing folder has no files; a missing root is an error', async () => {
  const root = await temporaryFolder()
  expect(await filesIn(root, 'none')).toEqual([])
  await expect(filesIn(join(root, 'none'))).rejects.toThrow('ENOENT')
})

test('an error is thrown after running tasks have ended, and no further task is started', async () => {
  const [begun, ended]: [number[], number[]] = [[], []]
  const act = async (one: number): Promise<void> => {
    begun.push(one)
    if (one === 1) throw new Error('one')
    for (let turn = 0; turn < 5; turn++) await setImmediate()
    ended.push(one)
  }
  await expect(eachOf([0, 1, 2, 3, 4, 5], 3, act)).rejects.toThrow('one')
  expect([begun, ended]).toEqual([
    [0, 1, 2],
    [0, 2],
  ])
})

test.each([
  [1_700_000_000_123, 1_700_000_000_123, true],
  [1_700_000_000_000, 1_700_000_000_123, true],
  [1_700_000_000_123, 1_700_000_000_000, false],
  [1_700_000_000_124, 1_700_000_000_123, false],
  [1_700_000_001_000, 1_700_000_000_123, false],
])('a time of %i ms equals the recorded %i ms, exactly or as restored from an archive in whole seconds: %s', (now, noted, isSame) => {
  expect(isSameTime(now, noted)).toBe(isSame)
})
