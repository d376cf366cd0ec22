import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPrivateNames } from '../../src/cache/private-keys.ts'
import { PublicReader } from '../../src/cache/public-reader.ts'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { collect, folder, listen, optionsFor, PIXEL, sendJson } from './server.ts'
import { crawlSmall, guide, smallService } from './small-service.ts'

const TITLES = [
  '../../../escaped',
  '..',
  '.',
  '/etc/passwd',
  'C:\\Windows\\system.ini',
  'nul\u0000byte',
  'CON',
  'nul.txt',
  'COM1',
  'Trailing dot.',
  'Trailing space ',
  'a'.repeat(300),
  'ü'.repeat(150),
  'Kettle',
  'KETTLE',
  'Caf\u00e9',
  'Cafe\u0301',
  '%2e%2e%2f',
  'a:stream',
  '-rf',
  '\u202egnp.exe',
]
/** Device names of Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

const namesBelow = async (root: string) => (await readdir(root, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort()

test('titles and ids of the service become safe, unique names, with nothing outside the cache', async () => {
  const place = await folder()
  const cache = join(place, 'deep/er/cache')
  const service = await listen((_, response, url) => {
    const path = url.pathname.replace(/^\/api\/2\.0/, '')
    const isFirst = Number(url.searchParams.get('offset')) === 0
    if (path === '/guides') return sendJson(response, isFirst ? [guide(1), { ...guide(2), guideid: '../../escaped' }, guide(-1)] : [])
    if (path === '/wikis/CATEGORY' && url.searchParams.has('limit')) {
      return sendJson(response, isFirst ? TITLES.map((title) => ({ title, namespace: 'CATEGORY' })) : [])
    }
    if (path === '/guides/1') return sendJson(response, guide(1, { langid: '../../../x', title: '../../escaped' }))
    const title = /^\/wikis\/CATEGORY\/(.+)$/.exec(path)?.[1]
    if (title === undefined) return sendJson(response, {}, 404)
    sendJson(response, { wikiid: 1, namespace: 'CATEGORY', title: decodeURIComponent(title), tags: [] })
  })
  expect((await crawl(optionsFor(service.url, cache))).failures).toEqual([])
  expect(await readdir(place)).toEqual(['deep'])
  expect(await readdir(join(place, 'deep/er'))).toEqual(['cache'])

  const names = await namesBelow(cache)
  for (const name of names) expect(name).toMatch(/^[\w./-]+$/)
  for (const part of names.flatMap((name) => name.split('/'))) {
    expect(part).not.toMatch(RESERVED)
    expect(part).not.toMatch(/^\.|[. ]$/)
    expect(part.length).toBeLessThan(100)
  }
  expect(new Set(names.map((name) => name.toLowerCase().normalize('NFC'))).size).toBe(names.length)

  const copy = await openCache(cache)
  const wikis = (await collect(copy.keys('wiki'))).map(({ id }) => id.slice('CATEGORY/'.length))
  expect(wikis.sort()).toEqual([...TITLES].filter((title) => !isFolderInAnAddress(title)).sort())
  for (const id of wikis) expect(await copy.record({ kind: 'wiki', id: `CATEGORY/${id}` })).toMatchObject({ title: id })
})

/** No URL can contain these: every client resolves them as folders. */
const isFolderInAnAddress = (title: string): boolean => title === '.' || title === '..'

const PAGE = '<!doctype html><script>alert(1)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
const FILES: Record<string, { body: string | Buffer; type: string; stored?: string }> = {
  'page.png': { body: PAGE, type: 'image/png' },
  'script.svg': { body: `${SVG}<script>alert(1)</script></svg>`, type: 'image/svg+xml', stored: 'svg' },
  'loads.svg': { body: `${SVG}<image href="x" onload="alert(1)"/></svg>`, type: 'image/svg+xml', stored: 'svg' },
  'program.jpg': { body: Buffer.from('MZ\x90\x00', 'latin1'), type: 'image/jpeg' },
  'plain.svg': { body: `${SVG}<path d="M0 0h9"/></svg>`, type: 'image/svg+xml', stored: 'svg' },
  'picture.html': { body: PIXEL, type: 'text/html', stored: 'gif' },
  'picture.exe': { body: PIXEL, type: 'application/x-msdownload', stored: 'gif' },
}

test('a file is kept as the type of its bytes, and a page or script in the place of a picture is not kept', async () => {
  const steps = Object.keys(FILES).map((name, id) => ({
    stepid: id + 1,
    media: { type: 'image', data: [{ id, standard: `/${name}` }] },
    lines: [],
  }))
  const { failures, reader, cache } = await crawlSmall({
    options: { sizes: ['standard'], retries: 1, firstBackoffMs: 1 },
    guides: [guide(1, { steps })],
    instead: (path) => {
      const file = FILES[path.slice(1)]
      return file && ((response) => response.writeHead(200, { 'content-type': file.type }).end(file.body))
    },
  })
  for (const [name, { stored }] of Object.entries(FILES)) expect(reader.media(`/${name}`)?.file.split('.').at(-1), name).toBe(stored)
  const refused = Object.entries(FILES).filter(([, { stored }]) => !stored)
  expect(failures.map(({ id }) => id).sort()).toEqual(refused.map(([name]) => `/${name}`).sort())
  expect(await collect(filesBelow(cache, 'media'))).toHaveLength(Object.keys(FILES).length - refused.length)
})

/** Values that break string conversion or a lookup of properties. */
const ODD = JSON.parse(
  '[{"toString":"x","valueOf":1},{"toString":{"a":1}},["x"],null,true,{"__proto__":null},"constructor","__proto__"]',
) as unknown[]

test('odd values in the place of a name in a list are skipped by the crawl, the next one and the reader of the site', async () => {
  const items = ODD.flatMap((odd) => [{ guideid: odd }, { title: odd }, { teamid: odd }, { context: odd, commentid: odd, contextid: odd }])
  const service = await smallService({
    guides: [guide(1)],
    answers: { '/wikis/WIKI': items, '/teams': items, '/comments': items, '/tags': ODD, '/guides/featured': items },
    instead: (path, { searchParams }) => path === '/guides' && (searchParams.get('offset') === '0' ? [guide(1), ...items] : []),
  })
  const cache = await folder()
  for (const time of ['first', 'again']) {
    const { counts } = await crawl(optionsFor(service.url, cache))
    expect((counts.guide?.fetched ?? 0) + (counts.guide?.unchanged ?? 0), time).toBe(1)
  }
  const whole = await openCache(cache)
  const reader = new PublicReader(whole, await readPrivateNames(whole))
  for (const list of ['guides', 'guides-featured', 'wikis-WIKI'] as const)
    expect((await collect(reader.list(list))).length, list).toBeGreaterThanOrEqual(items.length)
})
