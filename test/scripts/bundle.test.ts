import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readZip } from '../bundle/read-zip.ts'
import { benchbook, type Ended, startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { copySample, SAMPLE } from '../sample-copy.ts'
import { differing, siteFiles } from '../site-files.ts'
import { whyNo } from '../tools.ts'
import { followAll } from '../real-site/follow.ts'

const bundle = async (folder: string, ...args: string[]) => benchbook(['bundle', '--cache', SAMPLE, '--out', join(folder, 'out'), ...args])

test('a bundle of a category is one file with its guides and what they need, with only its checksum next to it', async () => {
  const folder = await temporaryFolder()
  const { code, stdout, stderr } = await bundle(folder, '--category', 'Inner Tube')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Made .+out\.zip: \d+ pages in \d+ files, .+\.\nSHA-256 [0-9a-f]{64}\n$/)
  expect(readdirSync(folder).sort()).toEqual(['out.zip', 'out.zip.sha256'])
  const names = [...readZip(await readFile(join(folder, 'out.zip'))).keys()]
  expect(names.filter((name) => /^guide\/\d+\/index\.html$/.test(name))).toEqual(['guide/13/index.html', 'guide/14/index.html'])
  expect(names).toEqual(expect.arrayContaining(['index.html', 'about/index.html', 'SHA256SUMS']))
})

/** A slow machine prints its progress. */
const withoutProgress = ({ stderr }: Ended): string => stderr.replace(/^Packing.*\n/gm, '')

/** A copy of the sample with a guide of that category edited, and the picture of a step gone. */
async function editedSample(folder: string): Promise<string> {
  const cache = join(folder, 'edited')
  await cp(SAMPLE, cache, { recursive: true })
  const path = join(cache, 'records/guide/0/13.json')
  const guide = JSON.parse(await readFile(path, 'utf8')) as { steps: { lines: { text_rendered: string }[] }[] }
  guide.steps.splice(1, 1)
  for (const { lines } of guide.steps) for (const line of lines) line.text_rendered += '<p>Mind the valve.</p>'
  await writeFile(path, JSON.stringify(guide))
  return cache
}

test('a guide is one file with its prerequisites, and the same bytes each time', async () => {
  const folder = await temporaryFolder()
  const html = (...args: string[]) => bundle(folder, '--guide', '13', '--format', 'html', ...args)
  const { code, stdout, stderr } = await html()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Made .+out\.html: 2 guides with \d+ pictures, \d+ kB\.\nSHA-256 [0-9a-f]{64}\n$/)
  expect(readdirSync(folder).sort()).toEqual(['out.html', 'out.html.sha256'])
  const page = await readFile(join(folder, 'out.html'), 'utf8')
  expect(Array.from(page.matchAll(/<article class="guide" id="(\w+)"/g), ([, id]) => id)).toEqual(['g14', 'g13'])
  expect(page).toMatch(/ href="https:\/\/mendery\.example\/User\//)
  expect(page).not.toMatch(/(?:href|src)="(?!#|data:|https:)/)
  const again = await html('--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ format: 'html', guides: 2, sha256: / ([0-9a-f]{64})/.exec(stdout)?.[1] })
})

test('a guide in one file is in the requested language, with pictures of the requested size', async () => {
  const folder = await temporaryFolder()
  const cache = await copySample(join(folder, 'cache'), ['de'])
  const html = async (...args: string[]) => {
    expect((await bundle(folder, '--cache', cache, '--guide', '15', '--format', 'html', ...args)).code).toBe(0)
    return readFile(join(folder, 'out.html'), 'utf8')
  }
  const [german, small] = [await html('--lang', 'de'), await html('--lang', 'de', '--sizes', 'standard')]
  expect(german).toContain('<html lang="de"')
  expect(german).toContain('Dies ist eine Kopie vom')
  expect(small.length).toBeLessThan(german.length)
  expect(await html('--lang', 'en')).toContain('<html lang="en"')
})

test('a foreign file is kept, and a guide larger than allowed is not written', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'out.html'), '<!doctype html><p>Mine')
  const foreign = await bundle(folder, '--guide', '13', '--format', 'html', '--json')
  expect([foreign.code, await readFile(join(folder, 'out.html'), 'utf8')]).toEqual([2, '<!doctype html><p>Mine'])
  expect(JSON.parse(foreign.stdout)).toMatchObject({ error: { code: 'ERR_OUT_FOREIGN' } })
  const large = await bundle(folder, '--guide', '13', '--format', 'html', '--out', join(folder, 'other'), '--max-size', '20kB', '--json')
  expect([large.code, readdirSync(folder)]).toEqual([1, ['out.html']])
  expect(JSON.parse(large.stdout)).toMatchObject({ error: { code: 'ERR_BUNDLE_TOO_LARGE' } })
})

const whyNoSigner = whyNo('ssh-keygen')

test('a bundle is signed with a key of ssh-keygen, and its signature verifies', async ({ skip }) => {
  skip(whyNoSigner !== '', whyNoSigner)
  const folder = await temporaryFolder()
  const key = join(folder, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  const { code } = await bundle(folder, '--category', 'Inner Tube', '--sign', key)
  expect([code, existsSync(join(folder, 'out.zip.sig'))]).toEqual([0, true])
  await writeFile(join(folder, 'allowed'), `bench ${await readFile(`${key}.pub`, 'utf8')}`)
  const verify = ['-Y', 'verify', '-f', join(folder, 'allowed'), '-I', 'bench', '-n', 'file', '-s', join(folder, 'out.zip.sig')]
  expect(execFileSync('ssh-keygen', verify, { input: await readFile(join(folder, 'out.zip')), encoding: 'utf8' })).toContain(
    'Good "file" signature',
  )
})

test('the commands of docs/offline.md work as described', async ({ skip }) => {
  skip(whyNo('unzip') !== '', whyNo('unzip'))
  const folder = await temporaryFolder()
  const cache = join(folder, 'content-cache')
  await cp(SAMPLE, cache, { recursive: true })
  const page = await readFile('docs/offline.md', 'utf8')
  const commands = [...page.matchAll(/^ {4}((?:npx --no -- benchbook (?:bundle|apply)|unzip|cd) (?!.*--(?:sign|full-text)).+)$/gm)]
  expect(commands.length).toBeGreaterThan(9)
  let isUpdated = false
  for (const [, command = ''] of commands) {
    if (command.includes('--update') && !isUpdated) {
      execFileSync('unzip', ['-q', 'guides.zip', '-d', 'unpacked'], { cwd: folder })
      await rm(cache, { recursive: true })
      await rename(await editedSample(folder), cache)
      isUpdated = true
    }
    const benchbookWords = /^npx --no -- benchbook (.+)$/.exec(command)?.[1]?.split(' ')
    if (!benchbookWords) {
      execFileSync('sh', ['-e', '-c', command], { cwd: folder })
      continue
    }
    const ended = await startBenchbook(benchbookWords, { cwd: folder }).ended
    expect([command, ended.code, withoutProgress(ended)]).toEqual([command, 0, ''])
    if (command.includes('--update')) expect(ended.stdout).toMatch(/^Made .+\.delta\.zip, .*which brings \S*guides\.\w+ up to date/m)
  }
  const made = ['guides.zip', 'guides.zim', 'guides-folder/index.html', 'kettles.zip', 'kettle.html'].filter((name) =>
    existsSync(join(folder, name)),
  )
  expect(made).toHaveLength(5)
  expect(execFileSync('sha256sum', ['-c', 'guides.zip.sha256'], { cwd: folder, encoding: 'utf8' })).toBe('guides.zip: OK\n')
  for (const name of ['guides.zip', 'guides.zim'])
    expect((await readFile(join(folder, name))).equals(await readFile(join(folder, 'new', name)))).toBe(true)
  execFileSync('unzip', ['-q', 'new/guides.zip', '-d', 'fresh'], { cwd: folder })
  expect(differing(await siteFiles(join(folder, 'unpacked')), await siteFiles(join(folder, 'fresh')))).toEqual([])
})

test('a bundle of a category contains what it shows, marks links out of it, and states what it is', async () => {
  const out = join(await temporaryFolder(), 'part')
  const site = 'https://guides.example/wiki/'
  const args = ['bundle', '--category', 'Inner Tube', '--format', 'folder', '--cache', SAMPLE, '--out', out, '--site', site]
  expect(await benchbook(args)).toMatchObject({ code: 0 })
  const get = async (url: string): Promise<string> => {
    return url.endsWith('.html') ? (await readFile(fileURLToPath(url))).toString() : ''
  }
  const { pages, broken } = await followAll(pathToFileURL(join(out, 'index.html')).href, { get })
  expect(broken).toEqual([])
  const links = [...pages.values()].flatMap((html) => html.match(/<a [^>]*href="https:\/\/mendery\.example[^>]*>/g) ?? [])
  expect(links.filter((link) => !/class="[^"]*\bleaving\b/.test(link))).toEqual([])
  // Other guides of the categories above, and those named in a text.
  expect(links.filter((link) => link.includes('mendery.example/Guide/')).length).toBeGreaterThan(2)
  const absolute = [...pages.values(), await readFile(join(out, 'sitemap-1.xml'), 'utf8')]
    .join('')
    .match(/https:\/\/guides\.example[^"<\s]*/g)
  expect(absolute?.filter((address) => !address.startsWith(site))).toEqual([])
  const home = pages.get('index.html') ?? ''
  expect(home).toContain(`<link rel="canonical" href="${site}">`)
  expect(home).toMatch(/2 guides in 3 categories/)
  expect(home).toMatch(/Inner Tube · Last updated <time datetime="\d{4}-\d\d-\d\dT/)
  expect(home).toMatch(/A copy of <a [^>]*href="https:\/\/mendery\.example\/">mendery\.example<\/a>/)
  expect(home).toMatch(/<a rel="license[^"]*" href="https:\/\/creativecommons\.org\/licenses\/by-sa\/4\.0\/">CC BY-SA 4\.0<\/a>/)
})
