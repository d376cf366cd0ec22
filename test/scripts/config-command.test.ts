import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

/** A folder inside one with a configuration file; returns both. */
async function configured(options: object): Promise<{ file: string; cwd: string }> {
  const folder = await temporaryFolder({ 'below/': '', 'benchbook.config.json': JSON.stringify(options) })
  return { file: join(folder, 'benchbook.config.json'), cwd: join(folder, 'below') }
}

test('config shows the settings with their origins, and never a token', async () => {
  const { file, cwd } = await configured({
    crawl: { source: 'https://www.example.org' },
    lang: ['de', 'fr'],
    out: 'public',
    bundle: { lang: 'fr' },
  })
  const env = { BENCHBOOK_TOKEN: 'sesame-open', BENCHBOOK_CONTACT: 'you@example.org' }
  const { code, stdout, stderr } = await benchbookHere(['config', '--lang', 'ja', '--cache', 'mine'], { cwd, env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const rows = Array.from(stdout.trimEnd().split('\n'), (line) => line.split(/ {2,}/))
  expect(rows).toEqual([
    [`Configuration file: ${file}`],
    ['option', 'value', 'from'],
    ['cache', join(cwd, 'mine'), '--cache'],
    ['out', join(cwd, '../public'), file],
    ['lang', 'ja', '--lang'],
    ['token', '(set)', 'BENCHBOOK_TOKEN'],
    ['crawl.source', 'https://www.example.org', file],
    ['crawl.contact', 'you@example.org', 'BENCHBOOK_CONTACT'],
    ['All other options have their defaults: see docs/options.md.'],
  ])
})

test('config --json has every option with its origin', async () => {
  const { file, cwd } = await configured({ category: 'Phone', crawl: { maxFailed: 3 }, bundle: { category: 'Kettle' } })
  const { stdout } = await benchbookHere(['config', '--json'], { cwd, env: { BENCHBOOK_TOKEN: 'sesame-open' } })
  expect(stdout).not.toContain('sesame')
  const said = JSON.parse(stdout) as { file: string; options: Record<string, { value: unknown; from: string }> }
  expect(said.file).toBe(file)
  expect(said.options).toMatchObject({
    'crawl.maxFailed': { value: 3, from: 'file' },
    category: { value: 'Phone', from: 'file' },
    'bundle.category': { value: 'Kettle', from: 'file' },
    'bundle.out': { value: join(cwd, 'bundle'), from: 'default' },
    token: { value: '(set)', from: 'environment' },
    json: { value: true, from: 'flag' },
    out: { value: join(cwd, 'dist'), from: 'default' },
  })
})

test('a missing file is reported', async () => {
  const { stdout } = await benchbookHere(['config'], { cwd: await temporaryFolder() })
  expect(stdout).toMatch(/^There is no configuration file here or above\.\n/)
})

test('a command reads the file, and ends with 2 for a wrong name', async () => {
  const { file, cwd } = await configured({ out: 'nowhere' })
  expect(await benchbookHere(['serve'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(join(cwd, '../nowhere')) as string,
  })
  await writeFile(file, '{ "outt": "nowhere" }')
  const { code, stdout } = await benchbookHere(['check', '--json'], { cwd })
  expect(code).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({
    error: { code: 'ERR_CONFIG_FILE', path: file, message: expect.stringContaining('"out"') as string },
  })
})

test.each(['ts', 'js'])('a module benchbook.config.%s in a folder of scripts is refused with the right name', async (extension) => {
  const cwd = await temporaryFolder({
    'package.json': '{ "type": "commonjs" }',
    [`benchbook.config.${extension}`]: "import 'node:path'\nexport default { name: 'Ours' }",
  })
  const { code, stderr } = await startBenchbook(['config'], { cwd }).ended
  expect(code).toBe(2)
  expect(stderr).toContain(
    `Name it ${join(cwd, `benchbook.config.m${extension}`)}, since package.json says that files here are no modules.`,
  )
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
  expect(await startBenchbook(['config'], { cwd }).ended).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Ours') as string,
  })
})

test('the working copy of a store named in a file is next to the file', async () => {
  const { file, cwd } = await configured({ cache: 's3://copies/guides' })
  expect(JSON.parse((await benchbookHere(['config', '--json'], { cwd })).stdout)).toMatchObject({
    options: {
      store: { value: 's3://copies/guides', from: 'file' },
      cache: { value: join(dirname(file), 'content-cache'), from: 'default' },
    },
  })
})

test('a syntax error in TypeScript is reported with its line', async () => {
  const cwd = await temporaryFolder({ 'benchbook.config.mts': 'export default {\n  name: ,\n}' })
  const { code, stderr } = await startBenchbook(['config'], { cwd }).ended
  expect([code, stderr]).toEqual([2, expect.stringMatching(/benchbook\.config\.mts:2 cannot be read: Expression expected/)])
})
