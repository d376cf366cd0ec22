import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkspace } from '../../src/bundle/workspace.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

test('one bundle at a time is made at a path, and the refused one leaves the work of the other alone', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'guides.zip')
  const first = await openWorkspace(path)
  await expect(openWorkspace(path)).rejects.toMatchObject({ code: 'ERR_OUT_LOCKED', exitCode: 2 })
  expect(existsSync(`${path}.bundling`)).toBe(true)
  const other = await openWorkspace(join(folder, 'other.zip'))
  await other.remove()
  await first.remove()
  expect(await readdir(folder)).toEqual([])
  await (await openWorkspace(path)).remove()
})
