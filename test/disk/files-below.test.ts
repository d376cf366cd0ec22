import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const filesIn = async (root: string, folder?: string) => (await Array.fromAsync(filesBelow(root, folder))).sort()

test('files are named from the root, with slashes, whichever folder is looked into', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, 'a/b'), { recursive: true })
  for (const path of ['top.txt', 'a/one.txt', 'a/b/two.txt']) await writeFile(join(root, path), '')
  expect(await filesIn(root)).toEqual(['a/b/two.txt', 'a/one.txt', 'top.txt'])
  expect(await filesIn(root, '.')).toEqual(['a/b/two.txt', 'a/one.txt', 'top.txt'])
  expect(await filesIn(root, 'a')).toEqual(['a/b/two.txt', 'a/one.txt'])
})

test('a folder that is not there has no files; a root that is not there is an error', async () => {
  const root = await temporaryFolder()
  expect(await filesIn(root, 'none')).toEqual([])
  await expect(filesIn(join(root, 'none'))).rejects.toThrow('ENOENT')
})
