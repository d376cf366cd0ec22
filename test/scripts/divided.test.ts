import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { CacheWriter } from '../../src/cache/writer.ts'
import { entriesOf, FOLDER_LIMITS } from '../../src/routes/crowded.ts'
import { MANIFEST, madeGuide, madeSummary } from '../../scripts/bench/made-site.ts'
import { benchbook, succeed } from '../benchbook.ts'
import { readZim } from '../bundle/read-zim.ts'
import { readZip } from '../bundle/read-zip.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { folderForAll, writeFiles } from '../folders.ts'
import { followAll } from '../real-site/follow.ts'
import { changeJson, copySample, readJson } from '../sample-copy.ts'
import { differing, siteFiles } from '../site-files.ts'
import { SMALL_FOLDERS } from '../small-folders.ts'

/** The files of a zip in a folder. */
async function unpack(zip: string, folder: string): Promise<string[]> {
  const entries = [...readZip(await readFile(zip))]
  await writeFiles(folder, Object.fromEntries(entries.map(([name, { bytes }]) => [name, bytes])))
  return entries.map(([name]) => name)
}

const getFile = async (url: string): Promise<string> => {
  return url.endsWith('.html') ? (await readFile(fileURLToPath(url))).toString() : ''
}

/** The numbers of names, and of FAT32 entries, in the fullest folders. */
function fullestOf(files: readonly string[]): { names: number; entries: number } {
  const namesIn = new Map<string, Set<string>>()
  for (const file of files) {
    const parts = file.split('/')
    for (const [at, name] of parts.entries()) {
      const folder = parts.slice(0, at).join('/')
      namesIn.set(folder, (namesIn.get(folder) ?? new Set()).add(name))
    }
  }
  const all = Array.from(namesIn.values(), (names) => ({
    names: names.size,
    entries: [...names].reduce((sum, name) => sum + entriesOf(name), 2),
  }))
  return { names: Math.max(...all.map(({ names }) => names)), entries: Math.max(...all.map(({ entries }) => entries)) }
}

/** A divided page or medium by its undivided path. */
const undivided = (file: string): string =>
  file.replace(
    /^((?:de\/|ja\/)?(?:guide|category|tag|item|wiki|info|user|team)|media\/[0-9a-f]{2})\/[0-9a-z-]{1,2}\/(?!index\.html|page\/)/,
    '$1/',
  )

describe('the sample with folders that count as too large', () => {
  const home = folderForAll()
  const bundle = (cache: string, out: string, ...args: string[]) =>
    succeed(['bundle', '--cache', join(home, cache), '--out', join(home, out), ...args], { node: ['--import', SMALL_FOLDERS] })
  /** A copy of the cache in which a guide has another title. */
  const edited = async (cache: string, guideid: number): Promise<string> => {
    await cp(join(home, 'cache'), join(home, cache), { recursive: true })
    const path = join(home, cache, `records/guide/0/${guideid}.json`)
    await changeJson(path, { title: `${String((await readJson(path)).title)}, again` })
    return join(home, cache)
  }
  beforeAll(async () => {
    await copySample(join(home, 'cache'), ['de', 'ja'])
    await bundle('cache', 'divided')
  })

  test('has the same pages, each one folder deeper, and links to all of them and nothing else', async () => {
    const folder = join(home, 'Küche #1')
    const files = await unpack(join(home, 'divided.zip'), folder)
    expect(await benchbook(['bundle', '--cache', join(home, 'cache'), '--out', join(home, 'whole')])).toMatchObject({ code: 0 })
    const isContent = (file: string) => !file.startsWith('pagefind/') && !file.startsWith('_astro/')
    const whole = [...readZip(await readFile(join(home, 'whole.zip'))).keys()].filter(isContent)
    expect(files.filter(isContent).map(undivided).sort()).toEqual(whole.sort())
    expect(whole.filter((file) => files.includes(file) && /^(?:guide|media|de\/category)\/[^/]+\/[^/]/.test(file))).toEqual([])
    expect(await benchbook(['check', '--cache', join(home, 'cache'), '--out', folder])).toMatchObject({ code: 0 })
    const { pages, broken } = await followAll(pathToFileURL(join(folder, 'index.html')).href, { get: getFile })
    expect(broken).toEqual([])
    expect([...pages.keys()].sort()).toEqual(files.filter((file) => file.endsWith('.html') && !file.endsWith('404.html')).sort())
  })

  test('is updated by a delta to the bytes of a new bundle', async () => {
    await edited('edited', 13)
    await bundle('edited', 'new/divided', '--update', join(home, 'divided.zip'))
    await cp(join(home, 'divided.zip'), join(home, 'old.zip'))
    expect(await benchbook(['apply', join(home, 'new/divided.delta.zip'), join(home, 'old.zip')])).toMatchObject({ code: 0, stderr: '' })
    expect((await readFile(join(home, 'old.zip'))).equals(await readFile(join(home, 'new/divided.zip')))).toBe(true)
    const changed = [...readZip(await readFile(join(home, 'new/divided.delta.zip'))).keys()].filter((name) => name.startsWith('guide/'))
    expect(changed).toContain('guide/13/13/index.html')
    expect(changed.length).toBeLessThan(8)
  })

  test('is available in a ZIM archive at the addresses of the service', async () => {
    await bundle('cache', 'divided', '--format', 'zim')
    const { entries } = readZim(await readFile(join(home, 'divided.zim')))
    const target = (name: string) => entries.find((entry) => entry.name === name)?.leadsTo
    expect(target('C/Guide/Bicycle+Inner+Tube+Replacement/13')).toBe('C/guide/13/13/index.html')
    expect(entries.filter(({ leadsTo }) => /^C\/category\/[^/]+\/index/.test(leadsTo ?? ''))).toEqual([])
  })

  test('is complete, with all links, in a folder where only the paths of other pages have changed', async () => {
    await bundle('cache', 'folder', '--format', 'folder')
    const args = ['bundle', '--cache', await edited('less', 14), '--format', 'folder']
    for (const out of ['folder', 'fresh']) await succeed([...args, '--out', join(home, out)])
    expect(differing(await siteFiles(join(home, 'folder')), await siteFiles(join(home, 'fresh')))).toEqual([])
  })
})

/** With names of maximum length, this number of categories does not fit into a FAT32 folder. */
const CATEGORIES = 9_500

test('a bundle of too many categories for a FAT32 folder has no folder that is too large', async () => {
  const home = await temporaryFolder()
  const writer = new CacheWriter(join(home, 'cache'))
  const titles = Array.from({ length: CATEGORIES }, (_, at) => `Kettle ${at} for water and whatever else people boil in their kitchens`)
  const all = titles.map((title) => ({ title, display_title: title, children: [] }))
  const roots = Array.from({ length: 95 }, (_, at) => ({
    title: `Kind ${at}`,
    display_title: `Kind ${at}`,
    children: all.slice(at * 100, at * 100 + 100),
  }))
  writer.record({ kind: 'hierarchy-order', id: '' }, JSON.stringify(roots))
  writer.record({ kind: 'guide', id: '1' }, JSON.stringify(madeGuide(1, 1, all)))
  await writer.list('guides', Readable.from([madeSummary(1, all)]))
  await writer.finish(MANIFEST, {
    records: [
      { kind: 'guide', id: '1' },
      { kind: 'hierarchy-order', id: '' },
    ],
    lists: ['guides'],
  })
  expect(await benchbook(['bundle', '--cache', join(home, 'cache'), '--out', join(home, 'kettles')])).toMatchObject({ code: 0 })
  const files = await unpack(join(home, 'kettles.zip'), join(home, 'unpacked'))
  expect(files.filter((file) => /^category\/[0-9a-f]{2}\/kettle[^/]+\/index\.html$/.test(file))).toHaveLength(CATEGORIES)
  const fullest = fullestOf(files)
  expect(fullest.names).toBeLessThan(FOLDER_LIMITS.names)
  expect(fullest.entries).toBeLessThan(FOLDER_LIMITS.entries)
  const { pages, broken } = await followAll(pathToFileURL(join(home, 'unpacked/index.html')).href, { get: getFile })
  expect(broken).toEqual([])
  expect(pages.size).toBeGreaterThan(CATEGORIES)
})
