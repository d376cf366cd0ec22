import { execFileSync } from 'node:child_process'
import { cp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseTooUnreadable } from '../../src/build/unreadable-share.ts'
import { MANIFEST_PATH, recordPath, RECORDS_PATH } from '../../src/cache/layout.ts'
import { lostContent } from '../../src/cache/loss.ts'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { writeMarker } from '../../src/publish/marker.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { optionsFor } from '../crawl/server.ts'
import { writeFiles } from '../folders.ts'
import { guides, smallService } from '../crawl/small-service.ts'

/** The crawled cache of thirty guides, a category tree and a picture, and whether a build over an existing site refuses it. */
async function thirty() {
  const [home, out] = [await temporaryFolder(), await temporaryFolder()]
  const cache = join(home, 'cache')
  const all = guides(30)
  const service = await smallService({ guides: all, answers: { '/wikis/CATEGORY': { hierarchy: { Tree: null }, display_titles: {} } } })
  const picture = Object.fromEntries(['standard', 'medium', 'large'].map((size) => [size, `${service.url}/media/${size}.gif`]))
  Object.assign(all[0] ?? {}, { image: { id: 5, ...picture } })
  await writeMarker(out, { product: 'Benchbook/0', base: '/', site: '' })
  const again = () => crawl(optionsFor(service.url, cache))
  await again()
  const refusal = async ({ unreadable = [] as number[], kind = 'guide', allowPercent = 20, beside = out } = {}): Promise<unknown> => {
    const records = unreadable.map((id) => ({ kind: kind as 'guide', id: String(id), reason: `${id} is damaged.` }))
    const lost = await lostContent(cache, await openCache(cache))
    return refuseTooUnreadable(await openCache(cache), beside, { unreadable: records, lost, allowPercent }).catch((error: unknown) => error)
  }
  return { again, refusal, inCache: (path: string) => join(cache, path) }
}

/** How a file of the cache can be damaged. */
const WAYS: readonly (readonly [way: string, (path: string) => unknown])[] = [
  ['gone', (path) => rm(path, { recursive: true })],
  ['emptied', (path) => writeFile(path, '')],
  [
    'cut at the end of a line',
    async (path) => writeFile(path, (await readFile(path, 'utf8')).replace(/^.*("kind":"guide"|"title").*\n/gm, '')),
  ],
  ['filled with something else', (path) => writeFile(path, Buffer.alloc(5000, 'not\x00JSON\n'))],
  ['a link', async (path) => rm(path).then(() => symlink('/dev/null', path))],
  ['a pipe', async (path) => rm(path).then(() => execFileSync('mkfifo', [path]))],
  ['a folder with a file in it', async (path) => rm(path).then(() => writeFiles(path, { 'note.txt': 'mine' }))],
]
const TREE = recordPath({ kind: 'hierarchy', id: '' })
const LIST = 'lists/guides.ndjson'

test.for([
  ...WAYS.map(([way, damage]) => [`${RECORDS_PATH} and ${LIST}`, way, damage, { [RECORDS_PATH]: 30, [LIST]: 30 }] as const),
  ...WAYS.slice(0, 1).map(([way, damage]) => ['the tree and media', way, damage, { [TREE]: 1, media: 3 }] as const),
])('where %s are %s, the site is kept and a crawl heals the cache', async ([, way, damage, files]) => {
  const { again, refusal, inCache } = await thirty()
  const stored = async () => (await openCache(inCache('.'))).manifest.stored
  const before = await stored()
  const whole = new Map<string, Buffer>()
  for (const [path, all] of Object.entries(files)) {
    const aside = `${inCache('')}.${all}`
    await cp(inCache(path), aside, { recursive: true })
    if (path !== 'media') whole.set(path, await readFile(inCache(path)))
    await damage(inCache(path))
    const facts = { option: 'allowUnreadable', all, lost: all, allowedPercent: 20 }
    const said = `The previous site stays. The first: ${path === TREE ? 'records' : path} in the cache has 0 of the ${all} that its crawl stored.`
    expect(await refusal()).toMatchObject({ code: 'ERR_UNREADABLE_SHARE', facts, message: expect.stringContaining(said) as string })
    expect(await refusal({ allowPercent: 100 })).toBeUndefined()
    expect(await refusal({ beside: inCache('..') })).toBeUndefined()
    await rm(inCache(path), { recursive: true, force: true })
    await rename(aside, inCache(path))
  }
  const more = /pipe|folder/.test(way) ? [MANIFEST_PATH] : []
  for (const path of [...Object.keys(files), ...more]) await damage(inCache(path))
  await again()
  expect(await stored()).toEqual(before)
  for (const [path, bytes] of whole) expect(await readFile(inCache(path))).toEqual(bytes)
  expect(await refusal()).toBeUndefined()
})

test('a few records may be unreadable, or all of a kind with few, but only a share of more', async () => {
  const { refusal, inCache } = await thirty()
  const ids = Array.from({ length: 12 }, (_, at) => at + 1)
  expect(await refusal({ unreadable: ids.slice(0, 10) })).toBeUndefined()
  expect(await refusal({ unreadable: [1], kind: 'user' })).toBeUndefined()
  expect(await refusal({ unreadable: ids })).toMatchObject({
    message: expect.stringMatching(
      /^Of 30 records of the kind guide in the cache 12 cannot be shown, and `allowUnreadable` allows 20 %\. The previous site stays\. The first: 1 is damaged\..*`allowUnreadable` 40 /,
    ) as string,
    facts: { all: 30, lost: 12 },
  })
  expect(await refusal({ unreadable: ids, allowPercent: 40 })).toBeUndefined()
  // A manifest of an older version has no counts.
  const { stored, ...older } = JSON.parse(await readFile(inCache(MANIFEST_PATH), 'utf8')) as Record<string, unknown>
  expect(stored).toMatchObject({ records: { guide: 30 }, lists: { guides: 30 }, media: 3 })
  await writeFile(inCache(MANIFEST_PATH), JSON.stringify(older))
  await writeFile(inCache(RECORDS_PATH), '')
  expect(await refusal()).toBeUndefined()
})
