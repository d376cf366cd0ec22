import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeNotFoundPages } from '../../src/publish/not-found.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

test('only pages of languages that say "not found" are moved: a guide or user with the id 404 keeps its address', async () => {
  const site = await temporaryFolder()
  for (const folder of ['404', 'de/404', 'guide/404', 'user/404', 'de/guide/404']) {
    await mkdir(join(site, folder), { recursive: true })
    await writeFile(join(site, folder, 'index.html'), folder)
  }
  await placeNotFoundPages(site, ['de', 'fr'])
  const read = (path: string) => readFile(join(site, path), 'utf8')
  expect(
    await Promise.all(['404.html', 'de/404.html', 'guide/404/index.html', 'user/404/index.html', 'de/guide/404/index.html'].map(read)),
  ).toEqual(['404', 'de/404', 'guide/404', 'user/404', 'de/guide/404'])
})
