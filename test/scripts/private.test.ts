import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { mergeFolder } from '../../src/disk/merge.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { benchbook, succeed } from '../benchbook.ts'
import { inPieces } from '../cache/small-cache.ts'
import { folderForAll } from '../folders.ts'
import { changeJson, copySample, readJson } from '../sample-copy.ts'
import { png } from '../views/small-site.ts'

const PICTURE = 'https://media.mendery.example/igi/private.standard'
const QUIET_PICTURE = 'https://media.mendery.example/igi/quiet.standard'
const NOBODYS = 'https://media.mendery.example/igi/nobodys.standard'
const folder = folderForAll()
const cache = join(folder, 'cache')
let title: string
const QUIET = 'The guide that is private only in its details'
const LISTED_AS = 'Host a Mending Circle'
const SECRET = 'The wiki that says that it is private'

/**
 * The sample, in which the private guide 44 has a picture that no other page shows; a picture that no record names; guide 42, public in the
 * list but not in its details, with a picture and links to it; and a wiki marked as private.
 */
beforeAll(async () => {
  await copySample(cache)
  title = String((await readJson(join(cache, 'records/guide/0/44.json'))).title)
  await change('guide/0/44', { image: { id: 999, standard: PICTURE } })
  await change('guide/0/42', { public: false, title: QUIET, image: { id: 998, standard: QUIET_PICTURE } })
  await change('wiki/INFO/75/licensing-75b38c876a58011b075a7173dc8f84f5', { public: 0, contents_rendered: `<p>${SECRET}</p>` })
  const links =
    '<p>See <a href="/Guide/-/42">number 42</a>, <a href="/Guide/-/44">number 44</a>, <a href="/Info/Licensing">the licence</a>.</p>'
  await change('guide/0/1', { introduction_rendered: links, prerequisites: [{ guideid: 42, title: LISTED_AS, locale: 'en', steps: [] }] })
  const writer = new CacheWriter(cache)
  for (const url of [PICTURE, QUIET_PICTURE, NOBODYS]) await writer.media.store(url, inPieces(png(300, 200)))
  await mergeFolder(join(cache, 'pending'), cache, 'media', new Set())
})

const change = (name: string, changes: object) => changeJson(join(cache, `records/${name}.json`), changes)

/** The text of a file of the site; parts of the search index are unpacked. */
async function textIn(path: string): Promise<string> {
  const bytes = await readFile(path)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString()
}

async function build(...flags: string[]): Promise<{ out: string; texts: Map<string, string> }> {
  const out = join(folder, `dist${flags.length}`)
  await succeed(['build', '--quiet', '--cache', cache, '--out', out, '--site', 'https://repair.example.org', ...flags])
  const names = (await readdir(out, { recursive: true })).filter((name) => /\.(html|xml|json|txt|pf_fragment)$/.test(name))
  return { out, texts: new Map(await Promise.all(names.map(async (name) => [name, await textIn(join(out, name))] as const))) }
}

const fileOf = async (url: string) => (await openCache(cache)).media(url)?.file ?? 'not cached'

const namesWith = (texts: Map<string, string>, words: string) => [...texts].filter(([, text]) => text.includes(words)).map(([name]) => name)

test('private records, and pictures only in them, are left out of the site; links to them become text', async () => {
  const { out, texts } = await build()
  for (const words of [title, QUIET, LISTED_AS, SECRET, 'Guide/-/42', 'Guide/-/44', 'Info/Licensing'])
    expect(namesWith(texts, words)).toEqual([])
  for (const page of ['guide/44', 'guide/42', 'info/licensing-75b38c87']) expect(existsSync(join(out, page)), page).toBe(false)
  for (const url of [PICTURE, QUIET_PICTURE]) {
    expect(existsSync(join(cache, await fileOf(url)))).toBe(true)
    expect(existsSync(join(out, await fileOf(url)))).toBe(false)
  }
  expect(texts.get('guide/1/index.html')).toContain('<p>See number 42, number 44, the licence.</p>')
})

test("the API's files of a public guide name no private one in their fields", async () => {
  const out = join(folder, 'dist-api')
  await succeed(['build', '--quiet', '--cache', cache, '--out', out, '--api-files'])
  const names = (await readdir(join(out, 'api'), { recursive: true })).filter((name) => name.endsWith('.json'))
  for (const name of names) {
    const text = await textIn(join(out, 'api', name))
    for (const words of [title, QUIET, LISTED_AS]) expect(text, name).not.toContain(words)
  }
})

test('with --include-private each of its pages is marked and noindex; only media named by pages are placed', async () => {
  const { out, texts } = await build('--include-private')
  const pages = ['guide/42/index.html', 'guide/44/index.html', 'info/licensing-75b38c87/index.html']
  for (const page of pages) expect(texts.get(page)).toContain('<meta name="robots" content="noindex, nofollow">')
  expect(namesWith(texts, 'noindex').sort()).toEqual([...pages, 'kept/index.html', 'shopping/index.html'])
  expect(namesWith(texts, 'is private on the original site').sort()).toEqual(pages)
  for (const url of [PICTURE, QUIET_PICTURE]) expect(existsSync(join(out, await fileOf(url)))).toBe(true)
  expect(existsSync(join(out, await fileOf(NOBODYS)))).toBe(false)
  expect(texts.get('guide/1/index.html')).toContain('<a href="/guide/42/">number 42</a>')
  const sitemaps = [...texts].filter(([name]) => name.startsWith('sitemap')).map(([, text]) => text)
  expect(sitemaps.join()).toContain('/guide/43/')
  for (const page of ['/guide/42/', '/guide/44/', '/licensing-75b38c87/']) expect(sitemaps.join()).not.toContain(page)
})

test('a private guide makes no bundle, and an error says why', async () => {
  const out = join(folder, 'private')
  const ended = await benchbook(['bundle', '--quiet', '--cache', cache, '--format', 'html', '--guide', '44', '--out', out])
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Guide 44 cannot be shown: it is private') as string })
})

test('a guide in one file has text in place of links to private pages', async () => {
  const out = join(folder, 'one.html')
  await succeed(['bundle', '--quiet', '--cache', cache, '--format', 'html', '--guide', '1', '--out', out])
  const html = await readFile(out, 'utf8')
  for (const words of ['Guide/-/42', 'Guide/-/44', 'Info/Licensing']) expect(html).not.toContain(words)
  expect(html).toContain('See number 42, number 44, the licence.')
})
