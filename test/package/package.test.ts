import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import carried from '../../scripts/carried-node/package.json' with { type: 'json' }
import { openCache } from '../../src/cache/reader.ts'
import { startService } from '../../src/replica/http/server.ts'
import { SERVICE } from '../../src/cli/stages/ci.ts'
import { NODE } from '../../src/product.ts'
import { SAMPLE_BASE, sampleSite } from '../sample-site.ts'
import { differing, siteFiles } from '../site-files.ts'
import { bytesBelow, elsewhere, type Elsewhere, install, pack } from './installed.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0
/** Root may write everywhere. */
const NOBODY = isRoot ? { uid: 65_534 } : {}
const MAX_BYTES = 235e6
const CARRIED = `node-${process.platform}-${process.arch}`

let place: Elsewhere
let tarball = ''
let noNetwork: string | undefined

/** Runs the command that is installed in the folder. */
const benchbook = (words: string, as?: Parameters<Elsewhere['run']>[1]) => place.run(`npx --no -- benchbook ${words}`, as)

beforeAll(async () => {
  tarball = await pack()
  place = await elsewhere()
  // Other versions of what the pages import, in the place of a project's packages.
  noNetwork = await install(place, 'htmlparser2@10.0.0', 'marked@15.0.12', tarball)
})
beforeEach(({ skip }) => skip(noNetwork !== undefined, noNetwork))
afterAll(async () => {
  for (const folder of [join(place.folder, '..'), join(tarball, '..')]) await rm(folder, { recursive: true, force: true })
})

test('without a browser and a Node of its own it takes at most 235 MB', async () => {
  const installed = await readdir(join(place.folder, 'node_modules'))
  expect(installed.filter((name) => name in carried.optionalDependencies || /^(?:node|playwright.*|@sparticuz)$/.test(name))).toEqual([])
  expect(await bytesBelow(join(place.folder, 'node_modules'))).toBeLessThan(MAX_BYTES)
})

test('the demo is crawled, built and checked in an empty folder, one at a time', async () => {
  const both = await Promise.all([benchbook('demo --no-serve'), benchbook('demo --no-serve')])
  const [refused, done] = both.sort((a, b) => Number(b.code) - Number(a.code))
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/^benchbook: Another demo is running in .*\.\n$/) as string })
  expect(done.code, JSON.stringify(done)).toBe(0)
  expect(done.stdout).toMatch(/Checked [\d,]+ pages .*: all well\./)
  expect((await readdir(join(place.folder, 'benchbook-demo'))).sort()).toEqual(
    expect.arrayContaining(['content-cache', 'dist', 'dist.changes.json', 'dist.sha256']),
  )
})

test('a service is exported, reported on, checked, bundled and served', async () => {
  const service = await startService(await openCache(join(ROOT, 'sample')), { impersonatesService: true })
  const exported = await benchbook(`export --source ${service.api} --out site --quiet`).finally(service.close)
  expect(exported, exported.stderr).toMatchObject({ code: 0 })
  expect(await benchbook('check --out site')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('all well') as string,
  })
  expect(await benchbook('report')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^# /) as string })
  const bundled = await benchbook('bundle --format zip --category Bicycle --out bicycles.zip --quiet')
  expect(bundled, bundled.stderr).toMatchObject({ code: 0 })
  expect((await readFile(join(place.folder, 'bicycles.zip'))).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  const serving = place.start('npx --no -- benchbook serve --out site --port 0')
  try {
    for await (const line of createInterface(serving.stdout)) {
      const url = /http:\S+/.exec(line)?.[0]
      if (!url) continue
      expect(await (await fetch(url)).text()).toContain('<!DOCTYPE html>')
      break
    }
  } finally {
    process.kill(-(serving.pid ?? 0), 'SIGINT')
    await once(serving, 'close')
  }
})

test('printing states in one sentence what to install', async () => {
  const { out } = await sampleSite()
  const guide = (await readdir(join(out, 'guide'))).find((name) => /^\d+$/.test(name)) ?? ''
  const { code, stderr } = await benchbook(`pdf --guide ${guide} --out ${JSON.stringify(out)}`, {
    env: { CHROME_PATH: '' },
  })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^benchbook: .*"npm install [^"]*\bplaywright-core" beside Benchbook.*\.\n(?:Making.*\n)*$/)
})

test('components of an operator import those of the package, and its packages', async () => {
  const { cache } = await sampleSite()
  const ours = [
    '---',
    "import Before from 'benchbook/components/Licence.astro'",
    "import { parse } from 'marked'",
    '---',
    '<Before {...Astro.props} /><span set:html={parse("**our own**")} />',
  ]
  await mkdir(join(place.folder, 'components'), { recursive: true })
  await writeFile(join(place.folder, 'components/Licence.astro'), ours.join('\n'))
  const ended = await benchbook(`build --cache ${JSON.stringify(cache)} --components components --licence CC0 --out own`)
  expect(ended.code, ended.stdout + ended.stderr).toBe(0)
  expect(await readFile(join(place.folder, 'own/index.html'), 'utf8')).toContain('<strong>our own</strong>')
})

test('two simultaneous builds by a user without write access to the installation make the same site as the checkout', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no such rights.')
  const { cache, out } = await sampleSite()
  const work = join(place.folder, '../work')
  const own = join(work, 'cache')
  await cp(cache, own, { recursive: true })
  if (NOBODY.uid !== undefined) for (const path of await below(work)) chownSync(path, NOBODY.uid, NOBODY.uid)
  await rm(join(place.folder, 'node_modules/.cache'), { recursive: true, force: true })
  await place.run('chmod -R a-w .')
  const build = (name: string) =>
    benchbook(`build --cache ${JSON.stringify(own)} --out ${JSON.stringify(join(work, name))} --base ${SAMPLE_BASE}`, {
      ...NOBODY,
      env: { HOME: work },
    })
  const built = await Promise.all([build('one'), build('two')]).finally(() => place.run('chmod -R u+w .'))
  expect(built.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: expect.any(String) as string },
    { code: 0, stderr: expect.any(String) as string },
  ])
  for (const name of ['one', 'two']) expect(differing(await siteFiles(join(work, name)), await siteFiles(out))).toEqual([])
})

/** The TypeScript of the first block of code of a page. */
const exampleOf = async (page: string): Promise<string> =>
  /```ts\n([\s\S]*?)```/.exec(await readFile(join(ROOT, 'docs', page), 'utf8'))?.[1] ?? ''

test('the example of docs/library.md runs as printed', async () => {
  await writeFile(join(place.folder, 'example.mts'), await exampleOf('library.md'))
  const service = await startService(await openCache(join(ROOT, 'sample')), { impersonatesService: true })
  const { code, stdout, stderr } = await place.run(`node example.mts ${service.api}`).finally(service.close)
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/^\d+ requests, \d+ pages, 0 findings$/m)
})

test('the example of docs/configuration.md is found by commands as their configuration', async () => {
  const file = join(place.folder, 'guides/benchbook.config.mts')
  await mkdir(join(place.folder, 'guides/below'), { recursive: true })
  await writeFile(file, await exampleOf('configuration.md'))
  const { code, stdout, stderr } = await place.run('cd guides/below && npx --no -- benchbook config')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`Configuration file: ${file}\n`)
  expect(stdout).toContain(join(place.folder, 'guides/pages'))
})

test('its types work in a strict project, which finds a wrong option', async () => {
  await writeFile(join(place.folder, 'strict.mts'), await exampleOf('library.md'))
  await writeFile(join(place.folder, 'config.mts'), await exampleOf('configuration.md'))
  const wrong = "import { defineConfig } from 'benchbook'\nexport default defineConfig({ sorce: 'x' })\n"
  await writeFile(join(place.folder, 'wrong.mts'), wrong)
  const options = '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --module nodenext --target es2024 --noEmit'
  const tsc = (...files: string[]) =>
    place.run(
      `node ${JSON.stringify(join(ROOT, 'node_modules/typescript/bin/tsc'))} ${options} --types node --typeRoots ${JSON.stringify(join(ROOT, 'node_modules/@types'))} ${files.join(' ')}`,
    )
  expect(await tsc('strict.mts', 'config.mts')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await tsc('wrong.mts')).stdout).toMatch(/^wrong\.mts\(2,31\): error TS\d+: .*'sorce'/s)
})

const below = async (folder: string): Promise<string[]> => [
  folder,
  ...(await readdir(folder, { recursive: true, withFileTypes: true })).map(({ parentPath, name }) => join(parentPath, name)),
]

describe.skipIf(!(CARRIED in carried.optionalDependencies))('with another Node', () => {
  /** The folder of a Node's executable, from the registry. */
  async function nodeOf(version: string, skip: TestContext['skip']): Promise<string> {
    const other = await elsewhere()
    onTestFinished(() => rm(join(other.folder, '..'), { recursive: true, force: true }))
    const why = await install(other, `${CARRIED}@${version}`)
    skip(why !== undefined, why)
    return join(other.folder, 'node_modules/.bin')
  }

  test.for(about.engines.node.match(/\d+\.\d+\.\d+/g) ?? [])(
    '%s, the oldest of its line, it builds and checks',
    async (version, { skip }) => {
      const { cache } = await sampleSite()
      const bin = await nodeOf(version, skip)
      expect((await place.run('node --version', { bin })).stdout).toBe(`v${version}\n`)
      const ended = await benchbook(`build --cache ${JSON.stringify(cache)} --out of-old && npx --no -- benchbook check --out of-old`, {
        bin,
      })
      expect(ended.code, ended.stdout + ended.stderr).toBe(0)
    },
  )

  test('20, it names the package with a newer one, which npx then uses', async ({ skip }) => {
    const bin = await nodeOf('20.19.5', skip)
    const refused = await benchbook('--version', { bin })
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`needs ${NODE}. Add`) as string })
    const library = await place.run(`node --input-type=module --eval "import 'benchbook'"`, { bin })
    expect(library.stderr).toContain(`Error: Benchbook needs Node ${NODE}, and this is Node 20.19.5. Run`)
    const [, advice = ''] = /"(npm install [\w@.-]+)"/.exec(refused.stderr) ?? []
    expect(advice).toBe(`npm install ${CARRIED}@24`)
    expect((await place.run(`${advice} --prefer-offline --no-audit --no-fund`, { bin })).code).toBe(0)
    expect(await benchbook('--version', { bin })).toEqual({ code: 0, stdout: `${about.version}\n`, stderr: '' })
    const unit = SERVICE.replaceAll('/srv/benchbook', '.').replace('/usr/local/bin', bin)
    const [path, program] = [/^Environment=(PATH=.+)$/m, /^ExecStart=(\S+)/m].map((line) => line.exec(unit)?.[1] ?? '')
    expect(await place.run(`env -i "${path}" ${program} --version`)).toMatchObject({ code: 0, stdout: `${about.version}\n` })
  })
})
