import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { recordPath } from '../../src/cache/layout.ts'
import type { RecordKey } from '../../src/cache/layout.ts'
import type { Unreadable } from '../../src/views/catalog/unreadable.ts'
import { benchbook, type Ended } from '../benchbook.ts'
import { SAMPLE } from '../replica/peer.ts'
import { differing, siteFiles, type SiteFile } from '../site-files.ts'

const LAMP = 'Søborg Lamp'
/** What is wrong with which record, and the pages that it costs. */
const DAMAGED: readonly (RecordKey & { body: string })[] = [
  { kind: 'guide', id: '1', body: '{"guideid":' },
  { kind: 'guide', id: '10', body: '{"guideid": 10, "title": "In no shape", "steps": "none"}' },
  { kind: 'guide', id: '11', lang: 'de', body: 'null' },
  { kind: 'guide', id: '12', body: `{"guideid": 12, "title": "Much", "steps": [${'{"lines": [{}]},'.repeat(200_000)} {}]}` },
  { kind: 'guide', id: '998', body: '[[[[]]]]' },
  { kind: 'wiki', id: `CATEGORY/${LAMP}`, body: '{' },
  { kind: 'wiki', id: 'INFO/About', body: '[]' },
  { kind: 'user', id: '999', body: '{"userid": {"$oid": 7}}' },
  { kind: 'team-members', id: '1', body: '{{' },
  { kind: 'guide-releases', id: '2', body: '\u0000' },
]

let folder: string
let before: Map<string, SiteFile>
let after: Map<string, SiteFile>
let ended: Ended

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchbook-unreadable-'))
  await cp(SAMPLE, join(folder, 'cache'), { recursive: true })
  const manifest = join(folder, 'cache/manifest.json')
  const told = JSON.parse(await readFile(manifest, 'utf8')) as object
  await writeFile(manifest, JSON.stringify({ ...told, translations: ['de'] }))
  await add({ kind: 'guide', id: '998' }, { guideid: 998, title: 'In no list', steps: [] })
  await add({ kind: 'user', id: '999' }, { userid: 999, username: 'Nina' })
  expect(await build()).toMatchObject({ code: 0 })
  before = await siteFiles(join(folder, 'dist'))
  for (const { body, ...key } of DAMAGED) await writeFile(fileOf(key), body)
  ended = await build('--json')
  after = await siteFiles(join(folder, 'dist'))
})
afterAll(() => rm(folder, { recursive: true }))

const fileOf = (key: RecordKey): string => join(folder, 'cache', recordPath(key))
const build = (...flags: string[]): Promise<Ended> =>
  benchbook(['build', '--out', join(folder, 'dist'), '--cache', join(folder, 'cache'), '--site', 'https://repair.example.org', ...flags])

async function add(key: RecordKey, body: unknown): Promise<void> {
  await writeFile(fileOf(key), JSON.stringify(body))
  await appendFile(join(folder, 'cache/records.ndjson'), `${JSON.stringify(key)}\n`)
}

const page = (path: string): Promise<string> => readFile(join(folder, 'dist', path, 'index.html'), 'utf8')

test('three processes make the same bytes as one, and tell the same', async () => {
  const out = join(folder, 'of-three')
  const three = await build('--json', '--workers', '3', '--out', out)
  expect(three).toMatchObject({ code: 1, stderr: '' })
  const of = ({ stdout }: Ended) => JSON.parse(stdout) as { unreadable: Unreadable[] }
  expect(of(three).unreadable).toEqual(of(ended).unreadable)
  expect(differing(after, await siteFiles(out))).toEqual([])
})

test('the site is made, and the build ends with 1', () => {
  expect(ended.stderr).toBe('')
  expect(ended.code).toBe(1)
  expect([...before.keys()].filter((file) => file.endsWith('.html') && !after.has(file))).toEqual([])
})

test('each record is told once, by kind, id and language, with a reason', () => {
  const { unreadable } = JSON.parse(ended.stdout) as { unreadable: Unreadable[] }
  const nameOf = ({ kind, id, lang }: { kind: string; id: string; lang?: string }) => `${kind} ${id} ${lang ?? ''}`
  expect(unreadable.map(nameOf).sort()).toEqual(DAMAGED.map(nameOf).sort())
  for (const { reason } of unreadable)
    expect(reason).toMatch(/^(The cached record records\/|records\/).*(cannot be read|is damaged|is not read: reading it takes more than)/)
})

test('no page differs but those of the records, and the lists of what can no longer be known about them', () => {
  const differ = differing(before, after).filter((file) => file.endsWith('.html') && !file.startsWith('de/'))
  expect(differ).toEqual([
    'category/s-borg-lamp-001776c3/index.html',
    'guide/1/index.html',
    'guide/10/index.html',
    'guide/12/index.html',
    'guide/998/index.html',
    'info/about-4efca0d1/index.html',
    'item/hex-key-set-37c3d314/index.html',
    'item/multimeter-f2810fae/index.html',
    'item/oil-can-920f512f/index.html',
    'item/phillips-screwdriver-3009f5cf/index.html',
    'item/spudger-dca02fc2/index.html',
    'tag/index.html',
    'tag/lamps-dfe0b81f/index.html',
    'team/1/index.html',
    'tools/index.html',
    'user/999/index.html',
  ])
})

test.each([
  ['guide/1', 'Take Pictures That Help Someone Repair', '/Guide/-/1'],
  ['guide/998', 'Guide 998', '/Guide/-/998'],
  ['info/about-4efca0d1', 'About the Mendery', '/Info/About'],
])(
  'the page of %s says so at its address: with its title, a link to the original, and nothing for search engines',
  async (path, title, original) => {
    const html = await page(path)
    expect(html).toContain('This page cannot be shown: its content could not be read.')
    expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    expect(html).toContain(`href="https://mendery.example${original}"`)
    expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
    expect(html).toContain(`<link rel="canonical" href="https://repair.example.org/${path}/">`)
  },
)

test('a translation says so in its language, and its source stays', async () => {
  expect(await page('de/guide/11')).toContain('Diese Seite kann nicht gezeigt werden, weil sich ihr Inhalt nicht lesen ließ.')
  expect(await page('guide/11')).not.toContain('noindex')
})

test('a category, a user and a team keep what else is known about them', async () => {
  for (const path of ['category/s-borg-lamp-001776c3', 'user/999'])
    expect(await page(path)).toContain('A part of this page is missing: it could not be read.')
  expect(await page('category/s-borg-lamp-001776c3')).toMatch(/<a href="\/guide\/\d+\/"/)
  expect(await page('team/1')).toMatch(/<h1[^>]*>[^<]/)
})

test('what cannot be shown is in neither the sitemap nor the search', async () => {
  const sitemap = await readFile(join(folder, 'dist/sitemap-1.xml'), 'utf8')
  for (const path of ['guide/1', 'guide/998', 'info/about-4efca0d1', 'de/guide/11']) {
    expect(sitemap).not.toContain(`https://repair.example.org/${path}/<`)
  }
  expect(sitemap).toContain('https://repair.example.org/guide/11/<')
  const fragments: string[] = []
  for await (const file of filesBelow(join(folder, 'dist/pagefind')))
    if (file.endsWith('.pf_fragment')) fragments.push(gunzipSync(await readFile(join(folder, 'dist/pagefind', file))).toString())
  const found = fragments.map((text) => /"url":"([^"]*)"/.exec(text)?.[1])
  expect(found).toContain('/guide/11/')
  expect(found).not.toContain('/guide/1/')
  expect(found).not.toContain('/guide/10/')
  expect(found).not.toContain('/info/about-4efca0d1/')
})

test('the check finds nothing wrong with the site', async () => {
  const checked = await benchbook(['check', '--out', join(folder, 'dist'), '--cache', join(folder, 'cache')])
  expect(checked.code, checked.stdout).toBe(0)
})
