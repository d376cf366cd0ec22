import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimOf, readShards, refuseShard, refuseWholeSite } from '../../../src/build/shards/read-shards.ts'
import { isIn, shardOf } from '../../../src/build/shards/shard.ts'
import { checkBuiltSite } from '../../../src/library/check-site.ts'
import { listDigest, fileListOf, listFiles, wholeList } from '../../../src/publish/file-list.ts'
import { writeMarker } from '../../../src/publish/marker.ts'
import { filesIn } from '../../../src/publish/overlay.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'

const INPUTS = { pages: 'pages', content: 'content', site: 'site' }
const PRODUCT = 'Benchbook 1'

/** A shard as a build leaves it, with one file. */
async function shardAt(folder: string, part: string, others: { product?: string; pages?: string; content?: string } = {}): Promise<string> {
  const { product = PRODUCT, ...inputs } = others
  await mkdir(folder)
  await writeFile(join(folder, 'index.html'), part)
  const lines = await listFiles(filesIn(folder), () => undefined)
  await writeMarker(folder, { product, base: '/', site: '', shard: claimOf(part, { ...INPUTS, ...inputs }), files: listDigest(lines) })
  await writeFile(fileListOf(folder), wholeList(filesIn(folder), lines))
  return folder
}

test('the shards of a site are read in their order, whichever is named first', async () => {
  const home = await temporaryFolder()
  const folders = [await shardAt(join(home, 'b'), '2/2'), await shardAt(join(home, 'a'), '1/2')]
  const shards = await readShards(folders, PRODUCT, INPUTS)
  expect(shards).toMatchObject(['a', 'b'].map((name, at) => ({ number: at + 1, of: 2, folder: join(home, name) })))
})

test.each<[string, string[], Parameters<typeof shardAt>[2], RegExp]>([
  ['of another version', ['1/2', '2/2'], { product: 'Benchbook 0' }, /by Benchbook 0, and this is Benchbook 1\. Build that shard again\./],
  ['with other options', ['1/2', '2/2'], { pages: 'others' }, /was built with other options/],
  ['of another crawl', ['1/2', '2/2'], { content: 'others' }, /was built from another crawl than the one in `cache`/],
  ['twice', ['1/2', '1/2'], {}, /are the same shard, 1\/2\./],
  ['of other sizes', ['1/2', '1/3'], {}, /is one of 3 shards, and the others are of 2\./],
  ['with one missing', ['1/3', '3/3'], {}, /Shard 2 of 3 is missing\./],
  ['with two missing', ['1/4', '3/4'], {}, /Shards 2, 4 of 4 are missing\./],
])('shards %s are refused', async (_, [first = '', second = ''], others, words) => {
  const home = await temporaryFolder()
  const folders = [await shardAt(join(home, 'one'), first), await shardAt(join(home, 'two'), second, others)]
  const message = expect.stringMatching(words) as string
  await expect(readShards(folders, PRODUCT, INPUTS)).rejects.toMatchObject({ name: 'UsageError', code: 'ERR_SHARD', exitCode: 2, message })
})

test('a folder that is named twice is refused by its name', async () => {
  const folder = await shardAt(join(await temporaryFolder(), 'shard'), '1/2')
  await expect(readShards([folder, folder], PRODUCT, INPUTS)).rejects.toThrow(`${folder} is named twice.`)
})

test('a merge refuses to write into or below a shard, and a check refuses a shard', async () => {
  const home = await temporaryFolder()
  const folder = await shardAt(join(home, 'shard'), '1/2')
  for (const out of [folder, join(folder, 'site'), join(folder, 'site/deeper')])
    await expect(refuseShard(out)).rejects.toMatchObject({ name: 'UsageError', code: 'ERR_SHARD', exitCode: 2 })
  await refuseShard(join(home, 'shard-of-none'))
  const checked = checkBuiltSite({ cache: join(home, 'none'), out: folder, full: false, part: '' })
  await expect(checked).rejects.toThrow(`${folder} is shard 1/2 of a site`)
  await expect(checked).rejects.toMatchObject({ code: 'ERR_SHARD', exitCode: 2 })
})

test('a folder that is not a shard or lacks its list of files is refused', async () => {
  const folder = await shardAt(join(await temporaryFolder(), 'shard'), '1/1')
  await writeFile(fileListOf(folder), 'another\n')
  await expect(readShards([folder], PRODUCT, INPUTS)).rejects.toThrow('The list of files shard.sha256 is missing beside')
  await writeMarker(folder, { product: PRODUCT, base: '/', site: '' })
  await expect(readShards([folder], PRODUCT, INPUTS)).rejects.toThrow('is no shard of a site')
  await expect(readShards([join(folder, 'none')], PRODUCT, INPUTS)).rejects.toThrow('is no shard of a site')
  await expect(refuseWholeSite(folder)).rejects.toThrow('There is a whole site in')
})

test('each name belongs to one fixed shard, and shards are of similar size', () => {
  const names = Array.from({ length: 8000 }, (_, at) => `guide/${at}/index.html`)
  const shards = Array.from({ length: 8 }, (_, at) => ({ number: at + 1, of: 8 }))
  const counts = shards.map((shard) => names.filter((name) => isIn(shard, name)).length)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(names.length)
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120)
  expect(shards.filter((shard) => isIn(shard, 'guide/12/index.html'))).toEqual([{ number: 1, of: 8 }])
  expect(names.every((name) => isIn(shardOf(''), name))).toBe(true)
})
