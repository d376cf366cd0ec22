import { rmSync } from 'node:fs'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressSite } from '../../src/publish/compress/compress-site.ts'
import { replaceSite } from '../../src/publish/replace-site.ts'
import { takeStaging } from '../../src/publish/staging.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'

const LONG = 'Open the case with a spudger. '.repeat(100)
const FILES = {
  'index.html': `<h1>Home</h1>${LONG}`,
  'guide/1/index.html': `<h1>One</h1>${LONG}`,
  'copy.json': '{"short":true}',
  'media/3f/a.webp': LONG,
  'pagefind/en.pf_meta': LONG,
  'fonts/a.woff2': LONG,
}

async function build(out: string, files: Record<string, string>): Promise<void> {
  const place = await takeStaging(out)
  await writeFiles(place.site, files)
  await compressSite(place)
  await replaceSite(place, { product: 'Benchbook 1', base: '/', site: '' })
  await place.release()
}

const copiesIn = async (out: string) => (await readdir(out, { recursive: true })).filter((file) => /\.(br|gz)$/.test(file)).sort()

test('text files get compressed copies, packed and short files get none', async () => {
  const out = join(await temporaryFolder(), 'dist')
  await build(out, FILES)
  expect(await copiesIn(out)).toEqual(['guide/1/index.html.br', 'guide/1/index.html.gz', 'index.html.br', 'index.html.gz'])
  const bytes = await readFile(join(out, 'index.html'))
  expect(brotliDecompressSync(await readFile(join(out, 'index.html.br')))).toEqual(bytes)
  expect(gunzipSync(await readFile(join(out, 'index.html.gz')))).toEqual(bytes)
})

test('the same text gives the same bytes, in any folder and at any time', async () => {
  const [first, second] = [join(await temporaryFolder(), 'a'), join(await temporaryFolder(), 'b')]
  await build(first, FILES)
  await build(second, FILES)
  for (const file of await copiesIn(first)) expect(await readFile(join(second, file)), file).toEqual(await readFile(join(first, file)))
})

test('copies are in the list of files, those of unchanged files remain the same files', async () => {
  const out = join(await temporaryFolder(), 'dist')
  await build(out, FILES)
  expect(await readFile(`${out}.sha256`, 'utf8')).toContain('  index.html.br\n')
  const before = await Promise.all(['index.html.br', 'guide/1/index.html.br'].map((file) => stat(join(out, file))))
  await build(out, { ...FILES, 'guide/1/index.html': `<h1>Other</h1>${LONG}` })
  const after = await Promise.all(['index.html.br', 'guide/1/index.html.br'].map((file) => stat(join(out, file))))
  expect(after.map(({ ino }, at) => ino === before[at]?.ino)).toEqual([true, false])
  expect(brotliDecompressSync(await readFile(join(out, 'guide/1/index.html.br'))).toString()).toContain('Other')
})

test('a copy that has been edited is made again', async () => {
  const out = join(await temporaryFolder(), 'dist')
  await build(out, FILES)
  const path = join(out, 'index.html.br')
  await writeFile(path, 'not what it was')
  const later = new Date(Date.now() + 5000)
  await utimes(path, later, later)
  await build(out, FILES)
  expect(brotliDecompressSync(await readFile(path)).toString()).toContain('Home')
})

test('an interrupt stops it', async () => {
  const place = await takeStaging(join(await temporaryFolder(), 'dist'))
  await writeFile(join(place.site, 'index.html'), LONG)
  await expect(compressSite(place, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  await place.release()
})

test('an interrupt ends a running thread, whose errors then do not end the process', async () => {
  const place = await takeStaging(join(await temporaryFolder(), 'dist'))
  await writeFile(join(place.site, 'index.html'), LONG)
  const stop = new AbortController()
  // The file is gone when the thread starts; an unhandled error would fail the run.
  const ended = new Promise((resolve) => process.once('worker', (worker) => worker.once('exit', resolve)))
  process.once('worker', () => {
    rmSync(place.site, { recursive: true })
    stop.abort()
  })
  await expect(compressSite(place, { signal: stop.signal })).rejects.toThrow('aborted')
  await ended
  await place.release()
})
