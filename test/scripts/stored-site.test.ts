import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { guide, guides, smallService } from '../crawl/small-service.ts'
import { differing, siteFiles } from '../site-files.ts'
import { memoryStore } from '../store/memory-store.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

/** A store, and machines that share nothing else: each is an empty folder. */
async function machines() {
  const store = await memoryStore('honoured')
  const address = ['--store', 's3://bucket/prefix', '--s3-endpoint', store.endpoint]
  const machine = async () => {
    const folder = await temporaryFolder()
    const run = async (...args: string[]) => {
      const [command = '', ...more] = args
      const { code, stdout, stderr } = await startBenchbook([command, ...more, ...address, '--json'], { env: KEYS, cwd: folder }).ended
      return { code, stderr, report: JSON.parse(stdout || '{}') as { pages?: number; keptPages?: number } }
    }
    return { folder, run }
  }
  return { store, machine }
}

test('a machine without site and state continues from those in the store, with the same bytes', async () => {
  const { store, machine } = await machines()
  const picture = { introduction_rendered: '<p><img src="/media/1.gif" alt=""></p>' }
  const { url } = await smallService({ guides: [...guides(3), guide(4, picture)] })
  const [first, second, third] = [await machine(), await machine(), await machine()]
  expect((await first.run('crawl', '--source', url)).code).toBe(0)
  const whole = await first.run('build', '--store-site')
  expect([whole.code, whole.report.keptPages]).toEqual([0, 0])
  const media = store.log.filter((line) => line.startsWith('PUT objects')).length
  const night = await second.run('build', '--store-site')
  expect(night.code, night.stderr).toBe(0)
  expect(night.report.keptPages).toBe(whole.report.pages)
  expect(differing(await siteFiles(join(first.folder, 'dist')), await siteFiles(join(second.folder, 'dist')))).toEqual([])
  expect(store.log.filter((line) => line.startsWith('PUT objects')).length, 'nothing is sent twice').toBe(media)
  const fetched = store.log.filter((line) => line.startsWith('GET objects'))
  expect(fetched, 'the site takes its pictures from the cache').toHaveLength(1)
  // Without the option, and where a site is already, nothing is fetched.
  expect((await third.run('build')).report.keptPages).toBe(0)
  const asked = store.log.length
  await first.run('build')
  expect(store.log.slice(asked).filter((line) => line.includes('sites/'))).toEqual([])
  // A prune keeps what a site references.
  expect((await first.run('cache', 'prune', '--grace-hours', '0')).code).toBe(0)
  rmSync(join(second.folder, 'dist'), { recursive: true })
  rmSync(join(second.folder, 'dist.state'))
  expect((await second.run('build', '--store-site')).report.keptPages).toBe(whole.report.pages)
})

test('shards are merged on a machine that has only the store', async () => {
  const { machine } = await machines()
  const { url } = await smallService({ guides: guides(4) })
  const [one, two, three] = [await machine(), await machine(), await machine()]
  await one.run('crawl', '--source', url)
  await one.run('build', '--store-site', '--shard', '1/2', '--out', 'shard-1')
  await two.run('build', '--store-site', '--shard', '2/2', '--out', 'shard-2')
  const merged = await three.run('merge', 'shard-1', 'shard-2', '--store-site')
  expect(merged.code, merged.stderr).toBe(0)
  await one.run('build')
  expect(differing(await siteFiles(join(one.folder, 'dist')), await siteFiles(join(three.folder, 'dist')))).toEqual([])
})

test('a damaged site in the store is built in full, and replaced', async () => {
  const { store, machine } = await machines()
  const { url } = await smallService({ guides: guides(2) })
  const [first, second, third] = [await machine(), await machine(), await machine()]
  await first.run('crawl', '--source', url)
  const whole = await first.run('build', '--store-site')
  const pack = [...store.objects.keys()].filter((key) => key.startsWith('packs/')).at(-1) ?? ''
  store.objects.set(pack, Buffer.from('damaged'))
  const night = await second.run('build', '--store-site')
  expect([night.code, night.report.keptPages]).toEqual([0, 0])
  expect((await third.run('build', '--store-site')).report.keptPages).toBe(whole.report.pages)
})
