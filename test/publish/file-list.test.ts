import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkSite } from '../../src/check/check.ts'
import { listDigest, fileListOf, readFileList } from '../../src/publish/file-list.ts'
import { linked } from '../../src/disk/copy.ts'
import { isMediaFile } from '../../src/publish/media.ts'
import { replaceSite } from '../../src/publish/replace-site.ts'
import { clearStaging, prepareStaging } from '../../src/publish/staging.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { changeJson } from '../sample-copy.ts'

let folder: string
let out: string
let list: string

const facts = { product: 'Benchbook/1', base: '/', site: '' }
const FILES = { 'index.html': 'start', 'guide/1/index.html': 'guide', 'pagefind/a.pf_meta': 'index', 'media/3f/a.jpg': 'picture' }
const LONG_AGO = 1000

beforeEach(async () => {
  folder = await temporaryFolder()
  out = join(folder, 'dist')
  list = fileListOf(out)
})

async function build(files: Record<string, string> = FILES): Promise<void> {
  await replaceSite(await prepared(files), facts)
}

async function prepared(files: Record<string, string>) {
  const place = await prepareStaging(out)
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(place.site, file)), { recursive: true })
    // As media are placed.
    if (isMediaFile(file) && (await linked(join(out, file), join(place.site, file)))) continue
    await writeFile(join(place.site, file), text)
    await utimes(join(place.site, file), LONG_AGO, LONG_AGO)
  }
  return place
}

async function changes(): Promise<string[]> {
  const found = await readFileList(out)
  if (typeof found !== 'object') throw new Error(`${list} is ${found ?? 'missing'}.`)
  const { findings } = await checkSite(out, { base: '/', built: found.hashes })
  return findings.map(({ kind, what }) => `${kind}: ${what}`)
}

test.each(['../planted.txt', '/etc/passwd', 'guide/../../planted.txt', 'a//b', './a'])(
  'a list that names %s belongs to no site',
  async (file) => {
    await build()
    const [first = '', ...rest] = (await readFile(list, 'utf8')).split('\n')
    const lines = [`${'0'.repeat(64)}  ${file}`, ...rest].join('\n')
    await writeFile(list, `${first}\n${lines}`)
    await changeJson(join(out, '.benchbook.json'), { files: listDigest(lines) })
    expect(await readFileList(out)).toBe('unmanaged')
  },
)

describe('a check against the list finds', () => {
  beforeEach(() => build())

  test('nothing in a site as built, nor litter of a file manager', async () => {
    await writeFile(join(out, 'guide/.DS_Store'), 'litter')
    expect(await changes()).toEqual([])
  })

  test('each file that was changed, added, removed or renamed, of the same length or not', async () => {
    await writeFile(join(out, 'index.html'), 'Start')
    await writeFile(join(out, 'pagefind/a.pf_meta'), 'longer than it was')
    await writeFile(join(out, 'media/3f/a.jpg'), 'Picture')
    await writeFile(join(out, 'guide/2.html'), 'mine')
    await rename(join(out, 'guide/1/index.html'), join(out, 'guide/1/start.html'))
    expect(await changes()).toEqual([
      'changed file: guide/1/index.html is missing',
      'changed file: guide/1/start.html was added after the build',
      'changed file: guide/2.html was added after the build',
      'changed file: index.html is not as it was built',
      'changed file: media/3f/a.jpg is not as it was built',
      'changed file: pagefind/a.pf_meta is not as it was built',
    ])
  })

  test('a file replaced by a link, once, and one replaced by a folder', async () => {
    await rm(join(out, 'index.html'))
    await symlink(join(out, 'guide/1/index.html'), join(out, 'index.html'))
    await rm(join(out, 'pagefind/a.pf_meta'))
    await mkdir(join(out, 'pagefind/a.pf_meta'))
    expect(await changes()).toEqual([
      'changed file: index.html is a link, and was not followed',
      'changed file: pagefind/a.pf_meta is missing',
    ])
  })

  test('the same with a list in Windows line ends, which the next build replaces', async () => {
    await writeFile(list, (await readFile(list, 'utf8')).replaceAll('\n', '\r\n'))
    expect(await changes()).toEqual([])
    await writeFile(join(out, 'index.html'), 'Start')
    expect(await changes()).toEqual(['changed file: index.html is not as it was built'])
    await build()
    expect(await changes()).toEqual([])
  })

  test.each([
    ['empty', () => ''],
    ['cut short', (text: string) => text.slice(0, -20)],
    ['without a line', (text: string) => text.replace(/^.*index\.html\n/m, '')],
    ['with a line more', (text: string) => `${text}${'0'.repeat(64)}  more.html\n`],
    ['with another hash', (text: string) => text.replace(/^[0-9a-f]{64}(?= {2}index)/m, '0'.repeat(64))],
    ['in another order', (text: string) => text.split('\n').toReversed().join('\n')],
    ['something else', () => 'mine\n'],
  ])('a list that is %s', async (_, change) => {
    await writeFile(list, change(await readFile(list, 'utf8')))
    expect(await readFileList(out)).toBe('unmanaged')
  })

  test('a changed marker, also one that no longer names a list', async () => {
    const marker = join(out, '.benchbook.json')
    const text = await readFile(marker, 'utf8')
    await writeFile(marker, text.replace('"base": "/"', '"base": "/x"'))
    expect(await changes()).toEqual(['changed file: .benchbook.json is not as it was built'])
    await writeFile(marker, text.replace(/"files": "\w+"/, '"files": ""'))
    expect(await readFileList(out)).toBe('unmanaged')
  })
})

test('sha256sum reads the list, also names with backslashes and line breaks', async ({ skip }) => {
  skip(spawnSync('sha256sum', ['--version']).status !== 0, 'This machine has no sha256sum of GNU.')
  const odd = process.platform === 'win32' ? {} : { 'a\\b\nc.txt': 'odd' }
  await build({ ...FILES, ...odd })
  const verify = () => spawnSync('sha256sum', ['--strict', '--quiet', '-c', list], { cwd: out, encoding: 'utf8' })
  expect(verify()).toMatchObject({ status: 0, stdout: '', stderr: '' })
  expect(await changes()).toEqual([])
  await writeFile(join(out, 'index.html'), 'other')
  expect(verify()).toMatchObject({ status: 1, stdout: 'index.html: FAILED\n' })
})

describe('a list', () => {
  test('is the same sorted bytes for the same site, and remains the same file while the site does', async () => {
    await build()
    const [text, { ino, mtimeMs }] = [await readFile(list, 'utf8'), await stat(list)]
    expect(text.split('\n').map((line) => line.slice(66))).toEqual(['.benchbook.json', ...Object.keys(FILES).sort(), ''])
    await build()
    expect(await stat(list)).toMatchObject({ ino, mtimeMs })
    await rm(list)
    await rm(out, { recursive: true })
    await build()
    expect(await readFile(list, 'utf8')).toBe(text)
  })

  test('that is missing is written by the next build, though nothing else is new', async () => {
    await build()
    const { ino } = await stat(join(out, 'index.html'))
    await rm(list)
    expect(await readFileList(out)).toBeUndefined()
    await build()
    expect(await stat(join(out, 'index.html'))).toMatchObject({ ino })
    expect(await changes()).toEqual([])
    expect((await readdir(folder)).sort()).toEqual(['dist', 'dist.changes.json', 'dist.sha256'])
  })

  test('keeps the line of a file that was carried over, without reading it', async () => {
    await build()
    // Like a failing disk: other bytes of the same length, and the same time.
    await writeFile(join(out, 'media/3f/a.jpg'), 'PICTURE')
    await utimes(join(out, 'media/3f/a.jpg'), LONG_AGO, LONG_AGO)
    await build({ ...FILES, 'index.html': 'another' })
    expect(await changes()).toEqual(['changed file: media/3f/a.jpg is not as it was built'])
  })

  test('does not keep the line of a file written since, though the new site has the same', async () => {
    await build()
    await writeFile(join(out, 'index.html'), 'another')
    await build({ ...FILES, 'index.html': 'another' })
    expect(await changes()).toEqual([])
  })

  test('of another build is recognised, and its lines are not reused', async () => {
    await build({ ...FILES, 'index.html': 'before' })
    await rename(list, join(folder, 'kept'))
    await build()
    await rename(join(folder, 'kept'), list)
    expect(await readFileList(out)).toBe('unmanaged')
    await build()
    expect(await changes()).toEqual([])
  })
})

describe('a build that was killed', () => {
  test('before the swap leaves the previous site and list', async () => {
    await build()
    const place = await prepared({ 'index.html': 'new' })
    await rename(out, place.before)
    await clearStaging(await prepareStaging(out))
    expect(await changes()).toEqual([])
  })

  test('between site and list causes no false report, and the next one moves the list into place', async () => {
    await build()
    const old = await readFile(list, 'utf8')
    await build({ 'index.html': 'new' })
    const place = await prepareStaging(out)
    await rename(list, place.list)
    await writeFile(list, old)
    expect(await readFileList(out)).toBe('unmanaged')
    await clearStaging(await prepareStaging(out))
    expect(await changes()).toEqual([])
  })
})

test.each<[string, () => unknown]>([
  ['notes', () => writeFile(list, 'mine\n')],
  ['sums of somebody', () => writeFile(list, `${'0'.repeat(64)}  ./index.html\n`)],
  ['a folder', () => mkdir(list)],
  ...(process.platform === 'win32'
    ? []
    : [['a pipe, for which nobody waits,', () => execFileSync('mkfifo', [list])] as [string, () => unknown]]),
])('%s in the place of the list is kept, and an error reports it', async (_, place) => {
  await place()
  const { ino, mtimeMs, size } = await stat(list)
  await expect(prepareStaging(out)).rejects.toThrow(`${list} was not made by Benchbook`)
  expect(await stat(list)).toMatchObject({ ino, mtimeMs, size })
  expect(await readdir(folder)).toEqual(['dist.sha256'])
})
