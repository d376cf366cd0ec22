import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from './cache/small-cache.ts'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '..')

const git = async (folder: string, ...args: string[]): Promise<string> =>
  (await run('git', ['-C', folder, ...args], { maxBuffer: 16 * 2 ** 20 })).stdout

/** Why nothing can be cloned; '' if something can. */
const reason = await git(ROOT, 'rev-parse', '--verify', 'HEAD').then(
  () => '',
  (error: unknown) => String(error).trim(),
)
if (reason) console.warn(`Skipped: the line ends of a clone, since this tree is no git repository. ${reason}`)

/** Each file of a clone with its line ends in the working tree: `lf`, `crlf`, `mixed`, `none`, or `-text` for bytes. */
async function lineEnds(clone: string): Promise<{ end: string; isText: boolean; path: string }[]> {
  const listed = (await git(clone, 'ls-files', '--eol', '-z')).split('\0').filter(Boolean)
  return listed.map((line) => {
    const [, end = '', attributes = '', path = ''] = /^i\/\S* +w\/(\S*) +attr\/(.*?) *\t(.*)$/.exec(line) ?? []
    return { end, isText: !attributes.startsWith('-text'), path }
  })
}

test.skipIf(reason)('a clone has the same line ends with any setting of `core.autocrlf`', async () => {
  const clone = join(await temporaryFolder(), 'clone')
  await run('git', ['clone', '-q', '--depth', '1', '-c', 'core.autocrlf=true', pathToFileURL(ROOT).href, clone])
  expect((await git(clone, 'config', 'core.autocrlf')).trim()).toBe('true')
  const files = await lineEnds(clone)
  const texts = files.filter(({ isText }) => isText)
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter(({ end }) => end !== 'lf' && end !== 'none')).toEqual([])
  // Settings of other people would change a binary file that git takes for text.
  expect(files.filter(({ path, isText }) => /\.(?:webp|png|jpg|gif|mp4|pdf|wasm|woff2)$/.test(path) && isText)).toEqual([])
  expect(await git(clone, 'status', '--porcelain')).toBe('')
})
