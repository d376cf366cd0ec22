import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { SAMPLE } from '../replica/peer.ts'

test.skipIf(process.platform === 'win32')('commands refuse a cache with a linked folder with an error, and touch nothing', async () => {
  const home = await temporaryFolder()
  const [cache, out, elsewhere] = [join(home, 'cache'), join(home, 'dist'), join(home, 'elsewhere')]
  await cp(SAMPLE, cache, { recursive: true })
  await mkdir(elsewhere)
  const service = await startService(await openCache(SAMPLE), { impersonatesService: true })
  try {
    const crawl = ['--source', service.api, '--cache', cache]
    for (const [path, ...args] of [
      ['records/guide', 'build', '--cache', cache, '--out', out],
      ['lists', 'serve', '--api', '--cache', cache, '--out', out, '--port', '0'],
      ['media', 'crawl', ...crawl, '--verify', '100'],
      ['records', 'export', ...crawl, '--out', out],
    ] as const) {
      const aside = join(home, 'aside')
      await rename(join(cache, path), aside)
      await symlink(elsewhere, join(cache, path))
      const { code, stderr } = await benchbookHere(args)
      expect(stderr).toContain(`${path} is a link, and Benchbook follows none`)
      expect(code).toBe(2)
      await rm(join(cache, path))
      await rename(aside, join(cache, path))
    }
  } finally {
    await service.close()
  }
  expect(await readdir(elsewhere)).toEqual([])
  expect(await readdir(home)).toEqual(['cache', 'elsewhere'])
})
