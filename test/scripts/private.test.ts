import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { benchbook } from '../benchbook.ts'
import { inPieces } from '../cache/small-cache.ts'
import { SAMPLE } from '../service/peer.ts'
import { png } from '../views/small-site.ts'

const PICTURE = 'https://media.mendery.example/igi/private.standard'
const NOBODYS = 'https://media.mendery.example/igi/nobodys.standard'
let folder: string
let cache: string
let title: string

/** The sample, in which the private guide 44 has a picture that no other page shows; and a picture that no record names. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchbook-private-'))
  cache = join(folder, 'cache')
  await cp(SAMPLE, cache, { recursive: true })
  const record = join(cache, 'records/guide/0/44.json')
  const guide = JSON.parse(await readFile(record, 'utf8')) as { title: string }
  title = guide.title
  await writeFile(record, JSON.stringify({ ...guide, image: { id: 999, standard: PICTURE } }))
  const writer = new CacheWriter(cache)
  for (const url of [PICTURE, NOBODYS]) await writer.media(url, inPieces(png(300, 200)))
})
afterAll(() => rm(folder, { recursive: true }))

async function build(...flags: string[]): Promise<{ out: string; texts: Map<string, string> }> {
  const out = join(folder, `dist${flags.length}`)
  const { code, stderr } = await benchbook(['build', '--quiet', '--cache', cache, '--out', out, '--site', 'https://site.example', ...flags])
  expect(code, stderr).toBe(0)
  const names = (await readdir(out, { recursive: true })).filter((name) => /\.(html|xml|json|txt)$/.test(name))
  return { out, texts: new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const))) }
}

const fileOf = async (url: string) => (await openCache(cache)).media(url)?.file ?? 'not cached'

test('a private guide, and a picture that only it shows, stay out of the site', async () => {
  const { out, texts } = await build()
  expect([...texts].filter(([, text]) => text.includes(title)).map(([name]) => name)).toEqual([])
  expect(existsSync(join(out, 'guide/44'))).toBe(false)
  expect(existsSync(join(cache, await fileOf(PICTURE)))).toBe(true)
  expect(existsSync(join(out, await fileOf(PICTURE)))).toBe(false)
})

test('with --include-private its page says so and tells robots off; only media that pages name are placed', async () => {
  const { out, texts } = await build('--include-private')
  const page = texts.get('guide/44/index.html') ?? ''
  expect(page).toContain('<meta name="robots" content="noindex, nofollow">')
  expect(page).toContain('This guide is private')
  expect(existsSync(join(out, await fileOf(PICTURE)))).toBe(true)
  expect(existsSync(join(out, await fileOf(NOBODYS)))).toBe(false)
  expect([...texts].filter(([, text]) => text.includes('noindex')).map(([name]) => name)).toEqual(['guide/44/index.html'])
  const sitemaps = [...texts].filter(([name]) => name.startsWith('sitemap')).map(([, text]) => text)
  expect(sitemaps.join()).toContain('/guide/43/')
  expect(sitemaps.join()).not.toContain('/guide/44/')
})
