import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { recordPath } from '../../src/cache/layout.ts'
import { build, bundle } from '../../src/library/library.ts'
import { isEmptyPage } from '../../src/views/catalog/unreadable.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { optionsFor } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'

async function smallCrawl() {
  const home = await temporaryFolder()
  const cache = join(home, 'cache')
  const service = await smallService({ guides: guides(2) })
  await crawl(optionsFor(service.url, cache))
  return { home, cache }
}

test('a process that has built an app refuses to build another kind of site, and leaves nothing behind', async () => {
  const { home, cache } = await smallCrawl()
  vi.resetModules()
  const { buildSite } = await import('../../src/build.ts')
  const config = { ...readConfig({ workers: '1' }, {}), cache }
  await buildSite({ ...config, out: join(home, 'app') }, 'Benchbook test')
  const disk = { ...config, out: join(home, 'disk'), links: 'relative' as const, app: false }
  await expect(buildSite(disk, 'Benchbook test')).rejects.toThrow('Start a process for each site.')
  expect((await readdir(home)).filter((name) => name.startsWith('disk'))).toEqual([])
})

test('unreadable records of one site do not affect the next in the process', async () => {
  const { home, cache } = await smallCrawl()
  await writeFile(join(cache, recordPath({ kind: 'guide', id: '2' })), '{')
  vi.resetModules()
  const { buildSite } = await import('../../src/build.ts')
  const config = { ...readConfig({ workers: '1', allowUnreadable: '100' }, {}), cache }
  const { unreadable } = await buildSite({ ...config, out: join(home, 'site') }, 'Benchbook test')
  expect(unreadable.map(({ id }) => id)).toEqual(['2'])
  expect(isEmptyPage('/guide/2/')).toBe(false)
})

test('the library builds an app and a bundle one after the other in one program', async () => {
  const { home, cache } = await smallCrawl()
  await build({ cache, out: join(home, 'app') })
  const { files } = await bundle({ cache, format: 'zip', out: join(home, 'disk.zip') })
  expect(files).toBeGreaterThan(10)
})
