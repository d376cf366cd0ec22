import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkSite } from '../../src/check/check.ts'
import { fileListOf, readFileList } from '../../src/publish/file-list.ts'
import { guidePages, inCategory } from '../../src/pdf/guide-pages.ts'
import { placeMedia } from '../../src/publish/media.ts'
import { replaceSite } from '../../src/publish/replace-site.ts'
import { serveSite } from '../../src/publish/serve.ts'
import { prepareStaging } from '../../src/publish/staging.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'

const FILES = {
  'index.html': '<h1 id="home">Home</h1>',
  'guide/1/index.html': '<a href="/guide/2/">Two</a>',
  'guide/2/index.html': '<h1>Two</h1>',
  'words.json': '[1]',
  'words.json.br': 'packed',
  '404.html': '<h1>Nothing</h1>',
  'media/3f/a.jpg': 'picture',
}
const SECRET =
  '<script>{"@type":"BreadcrumbList","x":[{"name":"Home"},{"name":"Secret"},{"name":"It"}]}</script><a href="http://localhost:1/secret">secret</a>'
let out: string
/** Files of this machine that are not part of the site. */
let elsewhere: string

beforeEach(async () => {
  out = join(await temporaryFolder(), 'dist')
  const names = ['index.html', 'words.json', '404.html', 'a.jpg', 'words.json.br']
  elsewhere = await temporaryFolder(Object.fromEntries(names.map((name) => [name, SECRET])))
  await build()
})

async function build(): Promise<{ added: string[]; changed: string[]; removed: string[] }> {
  const place = await prepareStaging(out)
  await writeFiles(place.site, FILES)
  return (await replaceSite(place, { product: 'Benchbook/1', base: '/', site: '' })).changes
}

/** Replaces a file or a folder of the site by a link. */
async function replace(path: string, target: string): Promise<void> {
  await rm(join(out, path), { recursive: true, force: true })
  await mkdir(dirname(join(out, path)), { recursive: true })
  await symlink(target, join(out, path))
}

/** What is linked in a site, and to what in {@link elsewhere}. */
const LINKS = [
  ['index.html', 'index.html'],
  ['guide/2', '.'],
  ['guide', '.'],
  ['words.json', 'words.json'],
  ['words.json.br', 'words.json.br'],
  ['media/3f', '.'],
  ['media/3f/a.jpg', 'a.jpg'],
  ['404.html', '404.html'],
] as const

describe.skipIf(process.platform === 'win32').each(LINKS)('a link in a site, %s', (path, target) => {
  beforeEach(() => replace(path, join(elsewhere, target)))

  test('is reported by a check, which does not read its target', async () => {
    const list = await readFileList(out)
    if (typeof list !== 'object') throw new Error(`There is no ${fileListOf(out)}.`)
    for (const built of [list.hashes, undefined]) {
      const { findings } = await checkSite(out, { base: '/', loopback: ['localhost:1'], ...(built && { built }) })
      expect(findings).toContainEqual({ kind: 'changed file', what: `${path} is a link, and was not followed`, pages: [path] })
      expect(findings.filter(({ kind }) => kind === 'loopback address' || kind === 'repeated id')).toEqual([])
    }
  })

  test('is never served', async () => {
    const serving = await serveSite(out, { base: '/', port: 0 })
    onTestFinished(serving.close)
    const origin = serving.origin.replace('localhost', '127.0.0.1')
    for (const asked of [...Object.keys(FILES), '', 'guide/2/', 'guide/2', 'guide/1/', 'media/3f/', 'nowhere', 'de/nowhere']) {
      const response = await fetch(`${origin}/${asked}`, { headers: { 'accept-encoding': 'identity' } })
      expect(await response.text(), asked).not.toContain('ecret')
    }
    const packed = await fetch(`${origin}/words.json`, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe(path === 'words.json.br' ? null : 'br')
    await packed.body?.cancel()
  })

  test('is not read for the PDFs of a category', async () => {
    expect((await inCategory(out, await guidePages(out), 'Secret')).depths.size).toBe(0)
  })

  test('is replaced by the next build, and its target is neither changed nor reused', async () => {
    await build()
    for (const [file, text] of Object.entries(FILES)) expect(await readFile(join(out, file), 'utf8')).toBe(text)
    const { findings } = await checkSite(out, { base: '/' })
    expect(findings).toEqual([])
    expect(await readFile(join(elsewhere, 'index.html'), 'utf8')).toBe(SECRET)
  })
})

test.skipIf(process.platform === 'win32')('an equal picture behind a link does not count as a file of the previous site', async () => {
  await writeFile(join(elsewhere, 'a.jpg'), FILES['media/3f/a.jpg'])
  const [cache, site] = [await temporaryFolder({ 'media/3f/a.jpg': FILES['media/3f/a.jpg'] }), await temporaryFolder()]
  for (const [path, target] of Object.entries({ 'media/3f/a.jpg': 'a.jpg', 'media/3f': '.' })) {
    await replace(path, join(elsewhere, target))
    await rm(join(site, 'media'), { recursive: true, force: true })
    await placeMedia({ cache, before: out, site }, new Set(['media/3f/a.jpg']))
    expect((await stat(join(site, 'media/3f/a.jpg'))).ino).not.toBe((await stat(join(elsewhere, 'a.jpg'))).ino)
  }
})
