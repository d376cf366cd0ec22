import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { PROGRAM_COMMANDS } from '../../src/cli/run.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { startBenchbook } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { SAMPLE, serveSample } from '../replica/peer.ts'

const USAGE = readFileSync(join(import.meta.dirname, '../../docs/usage.md'), 'utf8')
const TABLE = Array.from(USAGE.matchAll(/^\| `(\w+)` \| ([\d, ]+) \| (.+) \|$/gm), ([, command = '', codes = '', told = '']) => ({
  command,
  codes: codes.split(', '),
  keys: Array.from(told.matchAll(/(?<!\[)`(\w+)`/g), ([, key = '']) => key),
}))

const folder = folderForAll()

test('the table of JSON output lists every command that prints JSON', () => {
  const able = PROGRAM_COMMANDS.filter((command) => command.options.some(({ long }) => long === '--json')).map((command) => command.name())
  expect(TABLE.map(({ command }) => command).sort()).toEqual(able.sort())
})

test.each(TABLE)('the help of $command names the same exit codes', async ({ command, codes }) => {
  const { stdout } = await benchbookHere([command, '--help'])
  const said = /Exit codes:([^]+)/.exec(stdout)?.[1] ?? ''
  expect(Array.from(said.matchAll(/\b(0|1|2|130) /g), ([, code]) => code).sort()).toEqual([...codes].sort())
})

/** Each line of stdout as an object. */
const objectsIn = (stdout: string): object[] => Array.from(stdout.trimEnd().split('\n'), (line) => JSON.parse(line) as object)

const keysOf = (name: string): string[] => TABLE.find(({ command }) => command === name)?.keys ?? []

// The output of `pdf` is tested with a browser.
test('each prints one object a line, with these fields, and nothing else on stdout', async () => {
  const service = await serveSample()
  const [cache, out, bundles] = ['cache', 'out', 'bundles'].map((name) => join(folder, name)) as [string, string, string]
  const where = ['--cache', cache, '--out', out]
  const bundle = (file: string) => ['bundle', '--cache', cache, '--format', 'zip', '--out', `${bundles}-${file}.zip`]
  const runs: [name: string, words: string[]][] = [
    ['init', ['--source', service.url]],
    ['config', []],
    ['doctor', ['--source', service.url, '--cache', cache]],
    ['export', ['--source', service.url, ...where]],
    ['crawl', ['--source', service.url, '--cache', cache]],
    ['build', where],
    ['build', ['--cache', cache, '--out', 'shard', '--shard', '1/1']],
    ['merge', ['shard', ...where]],
    ['check', where],
    ['report', ['--cache', cache]],
    ['bundle', bundle('old').slice(1)],
    ['bundle', [...bundle('new').slice(1), '--category', 'Kettle', '--update', `${bundles}-old.zip`]],
    ['apply', [`${bundles}-new.delta.zip`, `${bundles}-old.zip`]],
  ]
  for (const [name, words] of runs) {
    const { code, stdout, stderr } = await startBenchbook([name, ...words, '--json'], { cwd: folder }).ended
    expect(code, `${name}: ${stderr}`).toBe(0)
    const [told, ...more] = objectsIn(stdout)
    expect([more, Object.keys(told ?? {})], name).toEqual([[], expect.arrayContaining(keysOf(name))])
  }
})

test.each([['serve'], ['dev']])('%s prints a line when it answers', async (name) => {
  const { child, ended } = startBenchbook([name, '--cache', SAMPLE, '--out', join(folder, 'out'), '--port', '0', '--json'])
  if (!child.stdout) throw new Error('There is no stdout.')
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const told = JSON.parse(line) as { url: string }
  expect(Object.keys(told)).toEqual(expect.arrayContaining(keysOf(name)))
  expect((await fetch(told.url)).status).toBe(200)
  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
})

test.each(TABLE.filter(({ command }) => command !== 'apply'))('$command prints an error as one object', async ({ command }) => {
  const { code, stdout, stderr } = await benchbookHere([command, '--json', '--port', 'x'])
  expect(code).toBe(2)
  expect(objectsIn(stdout)).toMatchObject([{ error: { exitCode: 2 } }])
  expect(stderr).toMatch(/^benchbook: .+\n$/)
})
