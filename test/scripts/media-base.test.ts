import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readMarker } from '../../src/publish/marker.ts'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { sampleSite } from '../sample-site.ts'
import { differing, siteFiles } from '../site-files.ts'

const BASE = 'https://media.example.org/guides/'
const SITE = ['--site', 'https://guides.example.org', '--media-base', 'https://media.example.org/guides']

async function built(...flags: string[]) {
  const home = await temporaryFolder()
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  const { cache } = await sampleSite()
  const out = join(home, 'dist')
  const build = (...more: string[]) => benchbook(['build', '--cache', cache, '--out', out, ...SITE, ...flags, ...more])
  const { code, stdout, stderr } = await build()
  expect(code, stderr).toBe(0)
  return { home, cache, out, stdout, build, check: () => benchbook(['check', '--cache', cache, '--out', out, '--json']) }
}

const read = (...path: string[]) => readFile(join(...path), 'utf8')
const changesOf = async (out: string) =>
  JSON.parse(await read(`${out}.changes.json`)) as Record<'added' | 'changed' | 'removed', string[]> & {
    media?: Record<'added' | 'changed' | 'removed', string[]>
  }

test('media lie beside the site, and whatever names them names their own host', async () => {
  const { out, stdout, build } = await built('--api', '--host', 's3')
  expect(stdout).toContain(`Pictures, videos and documents are in ${out}.media (`)
  expect(existsSync(join(out, 'media'))).toBe(false)
  expect((await readMarker(out))?.mediaBase).toBe(BASE)
  const files = await siteFiles(out)
  const beside = (await readdir(`${out}.media`, { recursive: true })).filter((file) => /\.\w+$/.test(file) && file.startsWith('media/'))
  expect(beside.length).toBeGreaterThan(300)
  const changes = await changesOf(out)
  expect(changes.media?.added).toEqual(beside.sort())
  expect(changes.added.filter((file) => file.startsWith('media/'))).toEqual([])
  // A list that holds: each file of the site once, and none that is elsewhere.
  expect((await read(`${out}.sha256`)).trim().split('\n').length).toBe(files.size)
  expect(
    (await read(`${out}.hosts`, 's3-media.tsv'))
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0])
      .sort(),
  ).toEqual(beside.map((file) => `guides/${file}`).sort())
  for (const file of ['guide/3/index.html', 'sitemap-1.xml', 'feed.json', 'search/index.html', 'api/2.0/guides/3.json', 'app/en.json']) {
    const text = await read(out, file)
    expect(text.match(/[^"'\s]*\/media\/[0-9a-f]{2}\/[\w-]+\.\w+/g)?.filter((address) => !address.includes(BASE)) ?? [], file).toEqual([])
  }
  const page = await read(out, 'guide/3/index.html')
  expect(page).toContain(`img-src 'self' ${BASE}media/; font-src 'self'; media-src 'self' ${BASE}media/; connect-src 'self' ${BASE}media/;`)
  expect(await read(out, 'sitemap-1.xml')).toContain(`<image:loc>${BASE}media/`)
  expect(page).toContain(`og:image" content="${BASE}media/`)
  const again = await build('--render-all')
  expect(again.stdout).toContain('No file differs from the site before.')
  expect((await changesOf(out)).media).toMatchObject({ added: [], changed: [], removed: [] })
})

test('an option like any other: pages are rendered anew when it changes, and kept when not', async () => {
  const { home, cache, out, build } = await built()
  expect((await build()).stdout).toContain('Rendered 0 of them')
  expect((await benchbook(['build', '--cache', cache, '--out', out, '--site', 'https://guides.example.org'])).stdout).not.toContain(
    'Rendered',
  )
  const plain = join(home, 'plain')
  await benchbook(['build', '--cache', cache, '--out', plain, '--site', 'https://guides.example.org'])
  expect(differing(await siteFiles(out), await siteFiles(plain))).toEqual([])
})

test('with --if-changed, media that are gone are put there again', async () => {
  const { out, build } = await built()
  expect((await build('--if-changed')).stdout).toContain('Nothing has changed')
  await rm(`${out}.media`, { recursive: true })
  expect((await build('--if-changed')).stdout).toContain('Pictures, videos and documents are in')
  expect(existsSync(join(`${out}.media`, 'media'))).toBe(true)
})

test('a check follows links to media into their folder, and says so where that is not there', async () => {
  const { cache, out, check } = await built()
  const first = await check()
  expect([first.code, (JSON.parse(first.stdout) as { findings: unknown[] }).findings]).toEqual([0, []])
  const page = await read(out, 'guide/3/index.html')
  const [gone = '', spoilt = ''] = new Set(page.match(/(?<=guides\/)media\/[0-9a-f]{2}\/[\w-]+\.webp/g))
  await rm(join(`${out}.media`, gone))
  await appendFile(join(`${out}.media`, spoilt), 'more')
  const { code, stdout } = await check()
  const { findings } = JSON.parse(stdout) as { findings: { kind: string; what: string }[] }
  expect([code, findings.map(({ kind, what }) => `${kind}: ${what}`).sort()]).toEqual([
    1,
    [`damaged file: ${join(`${out}.media`, spoilt)}`, `dead link: ${BASE}${gone} is not among the media next to the site`],
  ])
  await rm(`${out}.media`, { recursive: true })
  const without = await benchbook(['check', '--cache', cache, '--out', out])
  expect([without.code, without.stdout]).toEqual([
    0,
    expect.stringContaining(`There is no ${out}.media, the media that the site shows from elsewhere`),
  ])
})

test("somebody's own files are not replaced by media", async () => {
  const out = join(await temporaryFolder(), 'dist')
  await mkdir(`${out}.media`)
  await writeFile(join(`${out}.media`, 'holiday.jpg'), 'mine')
  const { cache } = await sampleSite()
  const { code, stderr } = await benchbook(['build', '--cache', cache, '--out', out, ...SITE])
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${out}.media was not made by Benchbook`)])
  expect(await readdir(`${out}.media`)).toEqual(['holiday.jpg'])
})

test('a bundle has its media, whatever the configuration says of the site, and knows no such option', async () => {
  const home = await temporaryFolder()
  const { cache } = await sampleSite()
  await writeFile(join(home, 'benchbook.config.json'), JSON.stringify({ mediaBase: BASE }))
  const out = join(home, 'folder')
  const args = ['bundle', '--cache', cache, '--format', 'folder', '--category', 'Kettle 1.7 L', '--out', out]
  const { code, stderr } = await startBenchbook(args, { cwd: home }).ended
  expect(code, stderr).toBe(0)
  expect(existsSync(join(out, 'media'))).toBe(true)
  expect(await read(out, 'guide/3/index.html')).not.toContain('media.example.org')
  const refused = await benchbook([...args, '--media-base', BASE])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--media-base')])
})
