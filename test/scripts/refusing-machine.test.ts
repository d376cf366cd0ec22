import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../src/errors/codes.ts'
import { NODE } from '../../src/product.ts'
import { writeMarker } from '../../src/publish/marker.ts'
import { benchbook, type Ended, startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { SAMPLE, serveSample } from '../replica/peer.ts'
import { inNamespace, whyNoNamespace } from './namespace.ts'

/** Exit code 2, one line on stderr with these words, and the error's code on stdout if possible. */
async function expectSentence(run: Promise<Ended>, code: ErrorCode | '', ...words: string[]): Promise<Ended> {
  const ended = await run
  expect(ended.stdout).toContain(code && `"code":"${code}"`)
  expect(ended.stderr).toMatch(/^benchbook: .*\.\n$/)
  for (const word of words) expect(ended.stderr).toContain(word)
  expect(ended.code).toBe(2)
  return ended
}

/** A site that its marker identifies as ours. */
async function oldSite(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'index.html'), 'old')
  await writeMarker(out, { product: 'Benchbook/0', base: '/', site: '' })
}

test('a process reports bad input like the function that it calls, and ends with the same code', async () => {
  for (const args of [['crwl'], ['crawl'], ['check', '--out', '/nowhere', '--json']])
    expect(await benchbook(args)).toEqual(await benchbookHere(args))
})

describe('a file system', () => {
  const inside = async (options: string, args: (folder: string) => string[]) => {
    const folder = await temporaryFolder()
    return startBenchbook(args(folder), { through: inNamespace(folder, options) }).ended
  }
  const crawlOf = async () => {
    const { url } = await serveSample()
    return (folder: string) => ['crawl', '--json', '--source', url, '--cache', join(folder, 'cache')]
  }
  const buildOf = (folder: string) => ['build', '--json', '--cache', SAMPLE, '--out', join(folder, 'dist')]

  test('that is read-only', async ({ skip }) => {
    skip(whyNoNamespace !== '', whyNoNamespace)
    for (const args of [await crawlOf(), buildOf]) await expectSentence(inside('ro', args), 'ERR_NOT_WRITABLE', 'read-only file system')
  })

  test('that was full and has space again: the crawl runs to its end', async ({ skip }) => {
    skip(whyNoNamespace !== '', whyNoNamespace)
    const folder = await temporaryFolder()
    const through = inNamespace(folder, 'size=700k', { after: `mount -o remount,size=50m ${folder} && "$@" && ls ${folder}/cache` })
    const { stdout } = await expectSentence(
      startBenchbook((await crawlOf())(folder), { through }).ended,
      'ERR_DISK_FULL',
      'The disk is full',
      'try again',
    )
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['manifest.json', 'records']))
    expect(stdout.split('\n')).not.toContain('pending')
  })

  test('that fills up while building: the previous site is kept', async ({ skip }) => {
    skip(whyNoNamespace !== '', whyNoNamespace)
    const [old, folder] = [await temporaryFolder(), await temporaryFolder()]
    await oldSite(old)
    const through = inNamespace(folder, 'size=1200k', {
      before: `cp -r ${old} ${folder}/dist`,
      after: `ls ${folder}; cat ${folder}/dist/index.html`,
    })
    const { stdout } = await expectSentence(startBenchbook(buildOf(folder), { through }).ended, 'ERR_DISK_FULL', 'The disk is full')
    expect(stdout).toMatch(/^\{.*\}\ndist\nold$/)
  })
})

test('an older Node, whose number the documentation has from package.json', async () => {
  const older = `data:text/javascript,import { Worker } from 'node:worker_threads'; delete Worker.prototype.cpuUsage`
  await expectSentence(
    startBenchbook(['--version'], { node: ['--import', older] }).ended,
    '',
    `This is Node ${process.versions.node}`,
    `needs ${NODE}`,
    'npx --no',
  )
  for (const page of ['README', 'docs/installing', 'docs/library', 'docs/usage'])
    expect(await readFile(join(import.meta.dirname, `../../${page}.md`), 'utf8'), page).toContain(NODE)
})
