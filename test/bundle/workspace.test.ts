import { existsSync, lstatSync } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorkspace } from '../../src/bundle/workspace.ts'
import { takeStaging } from '../../src/publish/staging.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

test('only one bundle at a time is made at a path, and the refused one does not disturb the other', async () => {
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

test.each([
  ['file', (path: string) => writeFile(path, 'mine')],
  ['link', (path: string) => symlink('/nowhere', path)],
  ['folder', (path: string) => mkdir(join(path, 'mine'), { recursive: true })],
])('a foreign %s where a bundle or site is prepared is kept and named', async (_, make) => {
  const path = join(await temporaryFolder(), 'guides')
  for (const [folder, take] of [
    [`${path}.bundling`, openWorkspace],
    [`${path}.building`, takeStaging],
  ] as const) {
    await make(folder)
    await expect(take(path)).rejects.toThrow(`Benchbook works in ${folder}, and something else is there.`)
    expect(lstatSync(folder)).toBeDefined()
  }
})
