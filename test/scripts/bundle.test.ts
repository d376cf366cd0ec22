import { chmod, cp, readFile, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readZip } from '../bundle/read-zip.ts'
import { readZim } from '../bundle/read-zim.ts'
import { benchbook, startBenchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { SAMPLE } from '../replica/peer.ts'
import { inSweep } from '../sweep.ts'

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

const whyNoSigner = (() => {
  try {
    execFileSync('ssh-keygen', ['-Y'], { stdio: 'pipe' })
    return ''
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'ssh-keygen is not installed' : ''
  }
})()

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

test('a file that is no key is named, before anything is built', async () => {
  const folder = await temporaryFolder()
  const key = join(folder, 'notes.txt')
  await writeFile(key, 'my notes')
  await chmod(key, 0o600)
  const { code, stdout } = await bundle(folder, '--category', 'Inner Tube', '--sign', key, '--json')
  expect([code, readdirSync(folder)]).toEqual([2, ['notes.txt']])
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'ERR_SIGNATURE', option: 'sign', path: key } })
})

sweepTest('the commands of docs/offline.md do what it says', { timeout: 300_000 }, async () => {
  const folder = await temporaryFolder()
  await cp(SAMPLE, join(folder, 'content-cache'), { recursive: true })
  const commands = [...(await readFile('docs/offline.md', 'utf8')).matchAll(/^ {4}npx benchbook (bundle (?!.*--sign).+)$/gm)]
  expect(commands.length).toBeGreaterThan(3)
  for (const [, command = ''] of commands) {
    const { code, stderr } = await startBenchbook(command.split(' '), { cwd: folder }).ended
    expect([command, code, stderr]).toEqual([command, 0, ''])
  }
  const made = ['guides.zip', 'guides.zim', 'guides-folder/index.html', 'kettles.zip'].filter((name) => existsSync(join(folder, name)))
  expect(made).toHaveLength(4)
  expect(execFileSync('sha256sum', ['-c', 'guides.zip.sha256'], { cwd: folder, encoding: 'utf8' })).toBe('guides.zip: OK\n')
})
