import { chmod, cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { packSite } from '../../src/bundle/pack.ts'
import { packing, smallSite } from '../bundle/small-site.ts'
import { readZip } from '../bundle/read-zip.ts'
import { readZim } from '../bundle/read-zim.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { benchbook, type Ended, startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { SAMPLE } from '../replica/peer.ts'
import { differing, siteFiles } from '../site-files.ts'
import { inSweep } from '../sweep.ts'
import { whyNo } from '../tools.ts'

const sweepTest = inSweep(test)

const bundle = async (folder: string, ...args: string[]) => benchbook(['bundle', '--cache', SAMPLE, '--out', join(folder, 'out'), ...args])

test('a bundle of a category is one file with its guides and what they need, and nothing lies beside it but its sum', async () => {
  const folder = await temporaryFolder()
  const { code, stdout, stderr } = await bundle(folder, '--category', 'Inner Tube')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Made .+out\.zip: \d+ pages in \d+ files, .+\.\nSHA-256 [0-9a-f]{64}\n$/)
  expect(readdirSync(folder).sort()).toEqual(['out.zip', 'out.zip.sha256'])
  const names = [...readZip(await readFile(join(folder, 'out.zip'))).keys()]
  expect(names.filter((name) => /^guide\/\d+\/index\.html$/.test(name))).toEqual(['guide/13/index.html', 'guide/14/index.html'])
  expect(names).toEqual(expect.arrayContaining(['index.html', 'about/index.html', 'SHA256SUMS']))
})

test('a ZIM archive also knows the addresses that the service has for its pages', async () => {
  const folder = await temporaryFolder()
  const { code, stdout } = await bundle(folder, '--category', 'Inner Tube', '--format', 'zim', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ format: 'zim', path: join(folder, 'out.zim') })
  const { entries } = readZim(await readFile(join(folder, 'out.zim')))
  expect(entries.find(({ leadsTo }) => leadsTo === 'C/guide/13/index.html')?.name).toBe('C/Guide/Bicycle+Inner+Tube+Replacement/13')
})

sweepTest('a bundle that is larger than allowed exits with 1 and a sentence, and leaves nothing', async () => {
  const folder = await temporaryFolder()
  const { code, stderr } = await bundle(folder, '--category', 'Inner Tube', '--max-size', '20kB')
  expect([code, readdirSync(folder)]).toEqual([1, []])
  expect(stderr).toContain('--max-size')
})

test('a category that is not there is named before anything is built', async () => {
  const folder = await temporaryFolder()
  const { code, stdout } = await bundle(folder, '--category', 'Spaceship', '--json')
  expect([code, readdirSync(folder)]).toEqual([2, []])
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ERR_PART_EMPTY', option: 'category' } })
})

/** A slow machine says how far it is. */
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

const formats = inSweep(test.each(['zip', 'zim']))
const deltaNames = { zip: 'guides.delta.zip', zim: 'guides.zim.delta.zip' }

formats('a delta to an earlier %s brings it to the bytes of the new one', async (format) => {
  const folder = await temporaryFolder()
  const args = ['bundle', '--category', 'Inner Tube', '--format', format]
  const [old, next] = [join(folder, `guides.${format}`), join(folder, 'new', `guides.${format}`)]
  expect(await benchbook([...args, '--cache', SAMPLE, '--out', old])).toMatchObject({ code: 0 })
  const cache = await editedSample(folder)
  const made = await startBenchbook([...args, '--cache', cache, '--out', 'new/guides', '--since', `guides.${format}`], { cwd: folder })
    .ended
  expect([made.code, made.stderr]).toEqual([0, ''])
  const delta = join(folder, 'new', deltaNames[format as keyof typeof deltaNames])
  expect(made.stdout).toContain(`Made ${delta}, `)
  expect(made.stdout).toContain(`which brings guides.${format} up to date`)
  expect(execFileSync('sha256sum', ['-c', basename(`${delta}.sha256`)], { cwd: join(folder, 'new'), encoding: 'utf8' })).toContain('OK')
  expect(await benchbook(['apply', delta, old])).toMatchObject({ code: 0, stderr: '' })
  expect((await readFile(old)).equals(await readFile(next))).toBe(true)
})

test('what no delta can be made to is named before anything is built', async () => {
  const folder = await temporaryFolder()
  const old = join(folder, 'old.zip')
  await packSite(packing(await smallSite({}), 'zip', { path: old }))
  await writeFile(join(folder, 'notes.zip'), 'my notes')
  const refused = async (...args: string[]) => {
    const { code, stdout } = await benchbookHere(['bundle', '--cache', SAMPLE, '--out', join(folder, 'out'), ...args, '--json'])
    const { error } = JSON.parse(stdout) as { error: { message: string; code: string } }
    return [code, error.code, error.message]
  }
  const said = (words: string) => expect.stringContaining(words) as string
  expect(await refused('--since', old, '--format', 'folder')).toEqual([2, 'ERR_USAGE', said('Choose the --format zip or zim')])
  expect(await refused('--since', old, '--format', 'zim')).toEqual([2, 'ERR_USAGE', said('is a zip file, and --format is zim')])
  expect(await refused('--since', old, '--out', old)).toEqual([2, 'ERR_USAGE', said('Name another --out')])
  await cp(old, join(folder, 'x.delta.zip'))
  expect(await refused('--since', join(folder, 'x.delta.zip'), '--out', join(folder, 'x'))).toEqual([
    2,
    'ERR_USAGE',
    said('would be replaced'),
  ])
  expect(await refused('--since', '2026-01-31')).toEqual([2, 'ERR_USAGE', said('There is no file')])
  expect(await refused('--since', join(folder, 'notes.zip'))).toEqual([1, 'ERR_BUNDLE_DAMAGED', said('notes.zip is damaged')])
  const { stderr, code } = await benchbook([
    'crawl',
    '--source',
    'http://127.0.0.1:1',
    '--since',
    'old.zip',
    '--cache',
    join(folder, 'cache'),
  ])
  expect([code, stderr]).toEqual([2, 'benchbook: --since must be a date such as 2026-01-31 for a crawl, not "old.zip".\n'])
  expect(readdirSync(folder).sort()).toEqual(['notes.zip', 'old.zip', 'old.zip.sha256', 'x.delta.zip'])
})

test('a guide is one file with those to do before it, and the same bytes each time', async () => {
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

sweepTest('a guide in one file is in the language that is asked for, with pictures of that size', async () => {
  const folder = await temporaryFolder()
  const cache = join(folder, 'cache')
  for (const name of ['lists', 'media', 'records', 'records.ndjson']) await cp(join(SAMPLE, name), join(cache, name), { recursive: true })
  const manifest = JSON.parse(await readFile(join(SAMPLE, 'manifest.json'), 'utf8')) as object
  await writeFile(join(cache, 'manifest.json'), JSON.stringify({ ...manifest, translations: ['de'] }))
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

test('a file that is no bundle stays, and a guide that is larger than allowed is not written', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'out.html'), '<!doctype html><p>Mine')
  const foreign = await bundle(folder, '--guide', '13', '--format', 'html', '--json')
  expect([foreign.code, await readFile(join(folder, 'out.html'), 'utf8')]).toEqual([2, '<!doctype html><p>Mine'])
  expect(JSON.parse(foreign.stdout)).toMatchObject({ error: { code: 'ERR_OUT_FOREIGN' } })
  const large = await bundle(folder, '--guide', '13', '--format', 'html', '--out', join(folder, 'other'), '--max-size', '20kB', '--json')
  expect([large.code, readdirSync(folder)]).toEqual([1, ['out.html']])
  expect(JSON.parse(large.stdout)).toMatchObject({ error: { code: 'ERR_BUNDLE_TOO_LARGE' } })
})

test.each([
  [['--guide', '99999', '--format', 'html'], { code: 'ERR_NOT_ON_SITE', option: 'guide' }],
  [['--guide', '13'], { code: 'ERR_OPTION', option: 'guide' }],
  [['--format', 'html'], { code: 'ERR_OPTION', option: 'guide' }],
  [['--guide', '13,14', '--format', 'html'], { code: 'ERR_OPTION', option: 'guide' }],
  [['--guide', '13', '--format', 'html', '--category', 'Kettle'], { code: 'ERR_OPTION', option: 'category' }],
  [['--guide', '13', '--format', 'html', '--lang', 'all'], { code: 'ERR_OPTION', option: 'lang' }],
  [['--guide', '13', '--format', 'html', '--lang', 'cs'], { code: 'ERR_NOT_ON_SITE', option: 'lang' }],
])('%j is told before anything is built', async (args, error) => {
  const folder = await temporaryFolder()
  const { code, stdout } = await bundle(folder, ...args, '--json')
  expect([code, readdirSync(folder)]).toEqual([2, []])
  expect(JSON.parse(stdout)).toMatchObject({ error })
})

const whyNoSigner = whyNo('ssh-keygen')

sweepTest('a bundle is signed with a key of ssh-keygen, and its signature verifies', async ({ skip }) => {
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

test.for([
  ['a category in other letters', ['--category', 'inner tube'], 'Did you mean "Inner Tube"?'],
  ['a key that is not there', ['--sign', '/nowhere/key'], 'There is no key /nowhere/key'],
  ['an index for a reader that a zip does not have', ['--full-text'], '--full-text is for a ZIM archive, and --format is zip'],
  ['a file named as one of another format', ['--format', 'zip', '--out', 'guides.zim'], 'guides.zim is named as a zim file'],
] as const)('%s is told before anything is built', async ([, args, words]) => {
  const folder = await temporaryFolder()
  const { code, stderr } = await benchbookHere(['bundle', '--cache', SAMPLE, '--out', join(folder, 'out'), ...args], { cwd: folder })
  expect([code, readdirSync(folder)]).toEqual([2, []])
  expect(stderr).toContain(words)
})

test('an index without the program that makes it is refused with a sentence, before anything is built', async () => {
  const folder = await temporaryFolder()
  const args = ['bundle', '--cache', SAMPLE, '--format', 'zim', '--full-text', '--out', join(folder, 'out'), '--json']
  const { code, stdout } = await startBenchbook(args, { env: { PATH: folder } }).ended
  expect([code, readdirSync(folder)]).toEqual([2, []])
  const message = expect.stringContaining('zimwriterfs, which makes the index of --full-text, is not installed') as string
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ERR_FULL_TEXT', option: 'fullText', message } })
})

test('a file that is no key is named, before anything is built', async () => {
  const folder = await temporaryFolder()
  const key = join(folder, 'notes.txt')
  await writeFile(key, 'my notes')
  await chmod(key, 0o600)
  const { code, stdout } = await bundle(folder, '--category', 'Inner Tube', '--sign', key, '--json')
  expect([code, readdirSync(folder)]).toEqual([2, ['notes.txt']])
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ERR_SIGNATURE', option: 'sign', path: key } })
})

sweepTest('the commands of docs/offline.md do what it says', async ({ skip }) => {
  skip(whyNo('unzip') !== '', whyNo('unzip'))
  const folder = await temporaryFolder()
  const cache = join(folder, 'content-cache')
  await cp(SAMPLE, cache, { recursive: true })
  const page = await readFile('docs/offline.md', 'utf8')
  const commands = [...page.matchAll(/^ {4}((?:npx --no -- benchbook (?:bundle|apply)|unzip|cd) (?!.*--(?:sign|full-text)).+)$/gm)]
  expect(commands.length).toBeGreaterThan(9)
  let isUpdated = false
  for (const [, command = ''] of commands) {
    if (command.includes('--since') && !isUpdated) {
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
