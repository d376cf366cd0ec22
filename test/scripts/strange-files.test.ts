import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordPath } from '../../src/cache/layout.ts'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { guide, smallService } from '../crawl/small-service.ts'
import { optionsFor } from '../crawl/server.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { SWEEP, sweepOr } from '../sweep.ts'

const RECORD = recordPath({ kind: 'guide', id: '1' })

/** The crawled cache of twelve guides, with a colour table of nothing. */
async function twelve() {
  const home = await temporaryFolder()
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  const service = await smallService({ guides: Array.from({ length: 12 }, (_, at) => guide(at + 1)) })
  await crawl(optionsFor(service.url, cache))
  return {
    path: (file: string) => join(cache, file),
    crawl: () => benchbookHere(['crawl', '--source', service.url, '--ignore-robots', '--cache', cache]),
    build: () => benchbook(['build', '--cache', cache, '--out', out]),
    /** A build that is refused before a page is made. */
    refuse: () => benchbookHere(['build', '--cache', cache, '--out', out]),
    page: (id: number) => readFile(join(out, `guide/${id}/index.html`), 'utf8'),
  }
}

const PLACED: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
  ['a pipe', (path) => Promise.resolve(execFileSync('mkfifo', [path]))],
  [
    'a folder with a file in it',
    async (path) => {
      await mkdir(path)
      await writeFile(join(path, 'note.txt'), 'mine')
    },
  ],
]

describe.skipIf(process.platform === 'win32')('in the place of a file of the cache', () => {
  test.for(sweepOr(PLACED, ([name]) => name === 'a pipe'))(
    '%s costs a record its page, and a crawl puts the record back',
    async ([, place]) => {
      const { path, ...commands } = await twelve()
      await rm(path(RECORD))
      await place(path(RECORD))
      const built = await commands.build()
      expect(built).toMatchObject({ code: 1 })
      expect(built.stdout).toContain('guide 1: ')
      expect(await commands.page(1)).toContain('This page cannot be shown')
      expect(await commands.page(2)).not.toContain('This page cannot be shown')
      expect(await commands.crawl()).toMatchObject({ code: 0 })
      expect((await lstat(path(RECORD))).isFile()).toBe(true)
      if (SWEEP) expect(await commands.build()).toMatchObject({ code: 0 })
    },
  )

  test.for(sweepOr(PLACED, ([name]) => name !== 'a pipe'))('%s counts as no list, as no manifest and as no colours', async ([, place]) => {
    const { path, ...commands } = await twelve()
    await rm(path('colours.txt'), { force: true })
    await place(path('colours.txt'))
    expect(await commands.build()).toMatchObject({ code: 0 })
    await rm(path('lists/guides.ndjson'))
    await place(path('lists/guides.ndjson'))
    const refused = await commands.build()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('lists/guides.ndjson in the cache has 0 of the 12')
    await rm(path('manifest.json'))
    await place(path('manifest.json'))
    const without = await commands.refuse()
    expect(without.code).toBe(2)
    expect(without.stderr).toContain('holds no finished crawl')
    expect(await commands.crawl()).toMatchObject({ code: 0 })
    for (const file of ['lists/guides.ndjson', 'manifest.json']) expect((await lstat(path(file))).isFile(), file).toBe(true)
    if (SWEEP) expect(await commands.build()).toMatchObject({ code: 0 })
  })

  test('a folder in the place of the lock is named', async () => {
    const { path, crawl: again } = await twelve()
    await mkdir(path('crawl.lock'))
    const refused = await again()
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(`${path('crawl.lock')} cannot be taken`)
  })
})

/** Root may read everything: as root, somebody else runs the build. */
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []

describe.skipIf(process.platform === 'win32')('what this user may not read', () => {
  test('is no record, and nothing about the output folder', async () => {
    const home = await temporaryFolder()
    const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
    const records = [1, 2].map((id) => ({ kind: 'guide' as const, id: String(id), body: guide(id) }))
    await writeCache(cache, {
      records,
      lists: { guides: [1, 2].map((guideid) => ({ guideid, title: 'One' })) },
      manifest: { includesPrivate: false },
    })
    await chmod(join(cache, RECORD), 0)
    if (isRoot) execFileSync('chown', ['-R', '65534:65534', home])
    await chmod(home, 0o755)
    const build = (...flags: string[]) =>
      startBenchbook(['build', '--cache', cache, '--out', out, ...flags], { env: { HOME: home }, through: asNobody }).ended
    const built = await build()
    expect(built).toMatchObject({ code: 1, stderr: expect.not.stringContaining('benchbook:') as string })
    expect(built.stdout).toContain(`${RECORD} in the cache cannot be read: the system says EACCES`)
    expect(await readFile(join(out, 'guide/2/index.html'), 'utf8')).toContain('<h1')
    await chmod(join(cache, 'lists/guides.ndjson'), 0)
    const refused = await build('--json')
    expect(refused.code).toBe(2)
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'ERR_NOT_READABLE' } })
    expect(refused.stderr).toContain(`${join(cache, 'lists/guides.ndjson')} may not be read by this user`)
  })
})
