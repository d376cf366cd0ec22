import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AppList, listFile, readList } from '../../../src/app/list.ts'
import { listedPages, writeLists } from '../../../src/build/app/app-lists.ts'
import type { Site } from '../../../src/views/site/site.ts'
import { filesIn } from '../../../src/publish/overlay.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'

const PAGES = ['guide/1/', 'guide/2/', 'item/tape/', 'category/Lamp/', 'category/Lamp/page/2/']
const PICTURE = 'media/3f/abc-300x225-4321-0123456789ab.jpg'
/** A name from before lengths were part of names. */
const UNMEASURED = 'media/3f/old.jpg'

/** The parts of a site that lists are made of. */
function siteOf(): Site {
  const site = { lang: 'en', sourceLang: 'en', base: '/', root: '/', languages: ['en'], config: {}, catalog: { categories: new Map() } }
  return { ...site, in: async () => site } as unknown as Site
}

/** The pages in the list of a folder. */
async function listedIn(folder: string, hooks: Parameters<typeof listedPages>[2]): Promise<AppList['pages']> {
  await writeLists(filesIn(folder), siteOf(), await listedPages(filesIn(folder), siteOf(), hooks))
  return readList(await readFile(join(folder, listFile('en')), 'utf8')).pages
}

const pictureOf = (path: string): string => (path === 'item/tape/' ? UNMEASURED : PICTURE)

const builtSite = () =>
  temporaryFolder({
    ...Object.fromEntries(
      PAGES.map((path) => [`${path}index.html`, `<title>${path}</title><img src="/${pictureOf(path)}"><a href="/item/tape/">`]),
    ),
    'pagefind/indexes.json': '[]',
  })

const keptOf = (paths: readonly string[]) => new Map(paths.map((path) => [`${path}index.html`, [pictureOf(path)]]))

/** Gives every page values that no page has. */
const FORMER = {
  textOf: () =>
    JSON.stringify({ id: '', pages: Object.fromEntries(PAGES.map((path) => [path, ['before', 1, 2]])), categories: {}, search: [] }),
}

test('a kept page keeps its entry unless one of its media may have changed', async () => {
  const folder = await builtSite()
  const read = await listedIn(folder, { made: { kept: new Map(), hashes: new Map() }, previous: FORMER })
  expect(Object.keys(read)).toEqual(PAGES)
  expect(read['guide/1/']).toEqual([expect.stringMatching(/^[0-9a-f]+$/), expect.any(Number), 4321, ['item/tape/']])
  const before = ['before', 1, 2]
  const kept = PAGES.filter((path) => path !== 'guide/2/')
  expect(await listedIn(folder, { made: { kept: keptOf(kept), hashes: new Map() }, previous: FORMER })).toEqual({
    'guide/1/': before,
    'guide/2/': read['guide/2/'],
    'item/tape/': read['item/tape/'],
    'category/Lamp/': before,
    'category/Lamp/page/2/': before,
  })
})

test('every page is read without a previous list or an entry in it', async () => {
  const folder = await builtSite()
  const made = { kept: keptOf(PAGES), hashes: new Map() }
  const read = await listedIn(folder, { made: { kept: new Map(), hashes: new Map() } })
  const empty = JSON.stringify({ id: '', pages: {}, categories: {}, search: [] })
  for (const previous of [undefined, { textOf: () => undefined }, { textOf: () => empty }])
    expect(await listedIn(folder, { made, previous })).toEqual(read)
})
