import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildApart } from '../../../src/library/separate-build.ts'
import { hostsFolderOf, mediaFolderOf } from '../../../src/publish/folders-beside.ts'
import { SAMPLE } from '../../replica/peer.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { differing, rewritten, siteFiles } from '../../site-files.ts'
import { buildShards, configOf, type Flags, merge } from './sharded.ts'

const HOSTED = { site: 'https://mend.example', base: '/guides/', target: 'nginx,netlify', mediaBase: 'https://media.mend.example/' }
const FOLDERS = [(site: string) => site, hostsFolderOf, mediaFolderOf]

test.each<[name: string, counts: number[], flags: Flags]>([
  ['a site as it comes', [1, 2, 3, 8], {}],
  ['a site with all that lies beside its pages', [3], { ...HOSTED, socialPictures: true, compress: true, apiFiles: true }],
  ['a site that is opened from a disk', [3], { links: 'relative' }],
])('%s, built in %j shards, is byte for byte that of one build', async (_, counts, flags) => {
  const home = await temporaryFolder()
  const whole = join(home, 'whole')
  const built = await buildApart(configOf({ ...flags, cache: SAMPLE, out: whole }), {})
  for (const of of counts) {
    const shards = await buildShards({ ...flags, cache: SAMPLE }, of, join(home, String(of)))
    const out = join(home, `of-${of}`)
    const merged = await merge({ ...flags, cache: SAMPLE, out }, shards)
    for (const folderOf of FOLDERS.filter((folderOf) => existsSync(folderOf(whole)))) {
      const [files, wanted] = [await siteFiles(folderOf(out)), await siteFiles(folderOf(whole))]
      expect(differing(files, wanted), `${folderOf(out)} of ${of}`).toEqual([])
    }
    for (const beside of ['.sha256', '.changes.json'])
      expect(await readFile(`${out}${beside}`, 'utf8'), beside).toBe(await readFile(`${whole}${beside}`, 'utf8'))
    expect(merged).toMatchObject({ keptPages: built.pages, pages: built.pages, files: built.files, damaged: [], unreadable: [] })
  }
})

test('shards have separate pages, the same shared files, and no media', async () => {
  const home = await temporaryFolder()
  const [one = '', other = ''] = await buildShards({ cache: SAMPLE }, 2, home)
  const [files, others] = [await siteFiles(one), await siteFiles(other)]
  const both = [...files].filter(([file, { hash }]) => others.get(file)?.hash === hash).map(([file]) => file)
  expect(both.filter((file) => file.endsWith('.html'))).toEqual([])
  for (const kind of [/^_astro\/.+\.css$/, /^_astro\/.+\.js$/, /^fonts\//]) expect(both.some((file) => kind.test(file))).toBe(true)
  const hashed = [...files.keys()].filter((file) => /^(?:_astro|fonts)\//.test(file))
  expect(hashed.filter((file) => !both.includes(file))).toEqual([])
  expect([...files.keys(), ...others.keys()].filter((file) => file.startsWith('media/'))).toEqual([])
  const pages = (all: ReadonlyMap<string, unknown>) => [...all.keys()].filter((file) => file.endsWith('.html')).length
  expect(Math.min(pages(files), pages(others))).toBeGreaterThan(0.3 * (pages(files) + pages(others)))
})

test('a merge into an earlier site replaces what differs, and leaves the other files untouched', async () => {
  const home = await temporaryFolder()
  const flags = { cache: SAMPLE, out: join(home, 'dist') }
  await buildApart(configOf(flags), {})
  const before = await siteFiles(flags.out)
  const shards = await buildShards({ cache: SAMPLE, footer: 'Ours' }, 2, home)
  const { changes } = await merge({ ...flags, footer: 'Ours' }, shards)
  const after = await siteFiles(flags.out)
  expect(differing(before, after)).toEqual([...changes.added, ...changes.changed, ...changes.removed].sort())
  expect(changes.changed.length).toBeGreaterThan(100)
  expect(rewritten(before, after)).toEqual([])
})
