import { execFileSync } from 'node:child_process'
import { appendFile, chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { recordPath, type RecordKey } from '../../src/cache/layout.ts'
import type { LostContent } from '../../src/cache/loss.ts'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { filesBelow } from '../../src/disk/files-below.ts'
import { startService } from '../../src/replica/http/server.ts'
import type { MissingWords } from '../../src/views/missing-words.ts'
import type { Unreadable } from '../../src/views/catalog/unreadable.ts'
import { damagedInWords, lostInWords, missingInWords, unreadableInWords } from '../../src/cli/terminal/unreadable.ts'
import { benchbook, type Ended, startBenchbook } from '../benchbook.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { optionsFor } from '../crawl/server.ts'
import { guide } from '../crawl/small-service.ts'
import { folderForAll } from '../folders.ts'
import { SAMPLE } from '../sample-copy.ts'
import { differing, siteFiles } from '../site-files.ts'

const LAMP = 'Søborg Lamp'
type Damage = string | ((path: string) => unknown)
const pipe = (path: string) => execFileSync('mkfifo', [path])
const folderWithNote = async (path: string) => {
  await mkdir(path)
  await writeFile(join(path, 'note.txt'), 'mine')
}
/** The damage of each record: another text, or something else in its place. */
const DAMAGED: readonly (RecordKey & { body: Damage })[] = [
  { kind: 'guide', id: '1', body: '{"guideid":' },
  { kind: 'guide', id: '10', body: '{"guideid": 10, "title": "In no shape", "steps": "none"}' },
  { kind: 'guide', id: '11', lang: 'de', body: 'null' },
  { kind: 'guide', id: '12', body: `{"guideid": 12, "title": "Much", "steps": [${'{"lines": [{}]},'.repeat(200_000)} {}]}` },
  { kind: 'guide', id: '13', body: pipe },
  { kind: 'guide', id: '14', body: folderWithNote },
  { kind: 'guide', id: '998', body: '[[[[]]]]' },
  { kind: 'wiki', id: `CATEGORY/${LAMP}`, body: '{' },
  { kind: 'wiki', id: 'INFO/About', body: '[]' },
  { kind: 'user', id: '999', body: '{"userid": {"$oid": 7}}' },
  { kind: 'team-members', id: '1', body: '{{' },
  { kind: 'guide-releases', id: '2', body: '\u0000' },
]

interface Told {
  unreadable: Unreadable[]
  missingWords: MissingWords[]
  lost: LostContent[]
  damaged: string[]
}
type Built = Awaited<ReturnType<typeof build>>

const folder = folderForAll()
/** Builds of a site: before the damage, with a damaged cache in its place and elsewhere, and after a crawl that repaired the cache. */
let before: Built
let after: Built
let elsewhere: Built
let healed: Built
let checked: Ended
let refused: Ended
/** The records before they were damaged, and those still different afterwards. */
const whole = new Map<string, string>()
const notWhole: string[] = []
/** The picture with other bytes of the same length. */
let spoilt = ''

const inCache = (path: string): string => join(folder, 'cache', path)
const page = (path: string): Promise<string> => readFile(join(folder, 'damaged', path, 'index.html'), 'utf8')

async function add(key: RecordKey, body: unknown): Promise<void> {
  await mkdir(dirname(inCache(recordPath(key))), { recursive: true })
  await writeFile(inCache(recordPath(key)), JSON.stringify(body))
  await appendFile(inCache('records.ndjson'), `${JSON.stringify(key)}\n`)
}

async function build(out = 'dist', ...flags: string[]) {
  const site = ['--out', join(folder, out), '--site', 'https://repair.example.org']
  const ended = await benchbook(['build', '--cache', inCache(''), '--json', ...site, ...flags])
  return { ended, told: JSON.parse(ended.stdout) as Told, files: await siteFiles(join(folder, out)) }
}

async function damage(): Promise<void> {
  for (const { body, ...key } of DAMAGED) {
    const path = inCache(recordPath(key))
    whole.set(path, await readFile(path, 'utf8'))
    await rm(path)
    await (typeof body === 'string' ? writeFile(path, body) : body(path))
  }
  await change('lists/wikis-WIKI.ndjson', '{', '[')
  await change('records.ndjson', '"id":"997"', '"id":"997')
  const pictures = (await Array.fromAsync(filesBelow(folder, 'dist/media'))).filter((file) => file.endsWith('.jpg')).sort()
  spoilt = pictures[0]?.slice('dist/'.length) ?? ''
  await writeFile(inCache(spoilt), Buffer.concat([(await readFile(inCache(spoilt))).subarray(0, -4), Buffer.from('UUUU')]))
}

const change = async (path: string, from: string | RegExp, to: string) =>
  writeFile(inCache(path), (await readFile(inCache(path), 'utf8')).replace(from, to))

beforeAll(async () => {
  const service = await startService(await openCache(SAMPLE), { impersonatesService: true })
  const again = (verify = 0) => crawl(optionsFor(service.url, inCache(''), { lang: ['de'], verify }))
  await again()
  const care_rendered = '<p>Wipe <b>weekly</b>'
  for (const guideid of [997, 998])
    await add({ kind: 'guide', id: String(guideid) }, { guideid, title: 'In no list', care_rendered, steps: [] })
  await add({ kind: 'user', id: '999' }, { userid: 999, username: 'Nina' })
  const releases = { kind: 'guide-releases', id: '2' } as const
  await add(releases, JSON.parse(await readFile(join(SAMPLE, recordPath(releases)), 'utf8')))
  before = await build()
  await damage()
  after = await build()
  await cp(join(folder, 'dist'), join(folder, 'damaged'), { recursive: true })
  elsewhere = await build('elsewhere', '--workers', '3')
  checked = await benchbook(['check', '--out', join(folder, 'dist'), '--cache', inCache('')])
  await again(100)
  for (const [path, text] of whole)
    if ((await readFile(path, 'utf8').catch(() => '')) !== text) notWhole.push(path.slice(inCache('records/').length))
  healed = await build()
  await writeFile(inCache('records.ndjson'), '')
  refused = (await build()).ended
  await service.close()
})

test('the site is made, and the build ends with 1', () => {
  expect(before.ended).toMatchObject({ code: 0 })
  expect(after.ended).toMatchObject({ code: 1, stderr: '' })
  expect([...before.files.keys()].filter((file) => file.endsWith('.html') && !after.files.has(file))).toEqual([
    'de/guide/997/index.html',
    'guide/997/index.html',
  ])
})

test('three processes make the same bytes elsewhere as one, except the picture, and report the same', () => {
  expect(elsewhere.ended).toMatchObject({ code: 1, stderr: '' })
  expect(elsewhere.told.unreadable).toEqual(after.told.unreadable)
  expect(differing(after.files, elsewhere.files)).toEqual(['.benchbook.json', spoilt])
})

test('words of a record missing on its page are counted, and no others in the sample', () => {
  const missing = ['997', '998'].map((id) => ({ kind: 'guide', id, words: ['Wipe', 'weekly'] }))
  expect(before.told.missingWords).toEqual(missing)
  expect(missingInWords(missing)).toEqual(['Pages lack 4 words of 2 records:', '  guide 997: Wipe weekly', '  guide 998: Wipe weekly'])
})

test('each record is reported once, by kind, id and language, with a reason', () => {
  const nameOf = ({ kind, id, lang }: { kind: string; id: string; lang?: string }) => `${kind} ${id} ${lang ?? ''}`
  const { unreadable, lost, damaged } = after.told
  const [lines, records] = [true, false].map((wanted) => unreadable.filter(({ kind }) => (kind === 'line') === wanted))
  expect(records?.map(nameOf).sort()).toEqual(DAMAGED.map(nameOf).sort())
  expect(lines?.map(({ id }) => id)).toEqual(['lists/wikis-WIKI.ndjson 1', expect.stringMatching(/^records\.ndjson \d+$/)])
  for (const { reason } of records ?? [])
    expect(reason).toMatch(
      /^(The cached record )?records\/.*(cannot be read|is damaged|is not read: reading it takes more than)|^Guide 1[34] is not/,
    )
  expect(unreadableInWords(unreadable).slice(0, 2)).toEqual([
    '14 records could not be read, and the site says so in its place:',
    expect.stringMatching(/^ {2}guide 1: records.*is damaged/),
  ])
  expect(lostInWords(lost)).toContain('  lists/wikis-WIKI.ndjson: 4 of 5 left of wikis-WIKI')
  expect([damaged, damagedInWords(damaged)]).toEqual([
    [spoilt],
    [expect.stringContaining('1 media file of the cache is not what was stored'), `  ${spoilt}`, expect.stringContaining('--verify 100%')],
  ])
})

test('only the pages of the records differ, and lists of what is no longer known about them', () => {
  const pages = differing(before.files, after.files).filter((file) => file.endsWith('.html') && !file.startsWith('de/'))
  const [guides, others] = [true, false].map((wanted) => pages.map(dirname).filter((page) => page.startsWith('guide/') === wanted))
  expect(guides?.map((page) => Number(page.slice(6))).sort((a, b) => a - b)).toEqual([1, 10, 12, 13, 14, 17, 997, 998])
  expect(others).toEqual(
    'about category category/s-borg-lamp-001776c3 . info/about-4efca0d1 item/clean-cloth-23582b21 item/hex-key-set-37c3d314 item/inner-tube-1818a091 item/multimeter-f2810fae item/oil-can-920f512f item/phillips-screwdriver-3009f5cf item/spudger-dca02fc2 item/tyre-lever-14085983 tag tag/lamps-dfe0b81f tag/safety-856e8bd3 team/1 tools user/999'.split(
      ' ',
    ),
  )
})

test.each([
  ['guide/1', 'Take Pictures That Help Someone Repair', '/Guide/-/1'],
  ['guide/998', 'Guide 998', '/Guide/-/998'],
  ['info/about-4efca0d1', 'About the Mendery', '/Info/About'],
])('the page of %s reports it: with its title, a link to the original, and noindex', async (path, title, original) => {
  const html = await page(path)
  expect(html).toContain('This page cannot be shown: its content could not be read.')
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  expect(html).toMatch(new RegExp(`href="https?://[^/"]+${original}"`))
  expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
  expect(html).toContain(`<link rel="canonical" href="https://repair.example.org/${path}/">`)
})

test('a translation reports it in its language, and its source is unchanged', async () => {
  expect(await page('de/guide/11')).toContain('Diese Seite kann nicht gezeigt werden, weil sich ihr Inhalt nicht lesen ließ.')
  expect(await page('guide/11')).not.toContain('noindex')
})

test('pages of a category, a user and a team keep everything else that is known', async () => {
  for (const path of ['category/s-borg-lamp-001776c3', 'user/999'])
    expect(await page(path)).toContain('A part of this page is missing: it could not be read.')
  expect(await page('category/s-borg-lamp-001776c3')).toMatch(/<a href="\/guide\/\d+\/"/)
  expect(await page('team/1')).toMatch(/<h1[^>]*>[^<]/)
})

test('unreadable records are in neither the sitemap nor the search', async () => {
  const sitemap = await readFile(join(folder, 'damaged/sitemap-1.xml'), 'utf8')
  for (const path of ['guide/1', 'guide/998', 'info/about-4efca0d1', 'de/guide/11'])
    expect(sitemap).not.toContain(`https://repair.example.org/${path}/<`)
  expect(sitemap).toContain('https://repair.example.org/guide/11/<')
  const index = join(folder, 'damaged/pagefind')
  const fragments = (await Array.fromAsync(filesBelow(index))).filter((file) => file.endsWith('.pf_fragment'))
  const texts = await Promise.all(fragments.map(async (file) => gunzipSync(await readFile(join(index, file))).toString()))
  const found = texts.flatMap((text) => Array.from(text.matchAll(/"url":"([^"]*)"/g), ([, url]) => url))
  expect(found).toContain('/guide/11/')
  for (const path of ['/guide/1/', '/guide/10/', '/info/about-4efca0d1/']) expect(found).not.toContain(path)
})

test('the check finds only the damaged picture of the cache', () => {
  expect(checked.code).toBe(1)
  expect(checked.stdout).toMatch(/, and found:\n {2}1 damaged file\n {4}.*\nBuild the site again, .*\n$/)
  expect(checked.stdout).toContain(inCache(spoilt))
})

test('a crawl restores what the service has, except damage that looks valid', () => {
  // Guide 12 is JSON of a guide's shape, and the members of a team are not read again. The others are not the service's.
  expect(notWhole.sort()).toEqual(
    'guide-releases/0/2.json guide/0/12.json guide/0/998.json team-members/0/1.json user/0/999.json'.split(' '),
  )
  expect(healed.told).toMatchObject({ damaged: [], lost: [] })
  expect(healed.files.get(spoilt)?.hash).toBe(before.files.get(spoilt)?.hash)
})

test('if too much is lost, the old site is kept', async () => {
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('The previous site stays') as string })
  expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'ERR_UNREADABLE_SHARE' } })
  expect(differing(healed.files, await siteFiles(join(folder, 'dist')))).toEqual([])
})

/** Root may read everything: as root, the build runs as another user. */
const isRoot = process.getuid?.() === 0
const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []

test('files unreadable for this user count as missing records, and not as an error of the output folder', async () => {
  const home = await temporaryFolder()
  const key = { kind: 'guide', id: '1' } as const
  const [cache, out] = [join(home, 'cache'), join(home, 'dist')]
  await writeCache(cache, {
    records: [1, 2].map((id) => ({ kind: 'guide' as const, id: String(id), body: guide(id) })),
    lists: { guides: [1, 2].map((guideid) => ({ guideid, title: 'One' })) },
    manifest: { includesPrivate: false },
  })
  await chmod(join(cache, recordPath(key)), 0)
  if (isRoot) execFileSync('chown', ['-R', '65534:65534', home])
  await chmod(home, 0o755)
  const buildThere = (...flags: string[]) =>
    startBenchbook(['build', '--cache', cache, '--out', out, ...flags], { env: { HOME: home }, through: asNobody }).ended
  const built = await buildThere()
  expect(built).toMatchObject({ code: 1, stderr: expect.not.stringContaining('benchbook:') as string })
  expect(built.stdout).toContain(`${recordPath(key)} in the cache cannot be read: the system says EACCES`)
  expect(await readFile(join(out, 'guide/2/index.html'), 'utf8')).toContain('<h1')
  await chmod(join(cache, 'lists/guides.ndjson'), 0)
  const none = await buildThere('--json')
  expect(none.code).toBe(2)
  expect(JSON.parse(none.stdout)).toMatchObject({ error: { code: 'ERR_NOT_READABLE' } })
  expect(none.stderr).toContain(`${join(cache, 'lists/guides.ndjson')} may not be read by this user`)
})
