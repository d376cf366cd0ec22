import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ListFile } from '../../src/cache/list-file.ts'
import { writeCache } from './small-cache.ts'

test('a list that was not read to its end can be read again, and is closed once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-list-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeCache(folder, { lists: { tags: ['one', 'two', 'three'] } })
  const file = await ListFile.open(folder, 'tags')
  for (let times = 0; times < 2; times++) {
    for await (const { text } of file?.lines() ?? []) {
      expect(text).toBe('"one"')
      break
    }
  }
  expect(file?.read(0, 5).toString()).toBe('"one"')
  await expect(file?.close()).resolves.toBeUndefined()
})
