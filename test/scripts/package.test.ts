import { exec } from 'node:child_process'
import { posix, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import compiled from '../../tsconfig.package.json' with { type: 'json' }
import { importsOf, readSources } from '../floors/source.ts'
import { roomOf } from '../floors/table.ts'

const root = resolve(import.meta.dirname, '../..')
const sources = readSources(root)
let files: string[] = []

beforeAll(async () => {
  const { stdout } = await promisify(exec)('npm pack --dry-run --json --ignore-scripts', { cwd: root, maxBuffer: 100_000_000 })
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  files = packed.files.map(({ path }) => path)
})

test('a package contains the program, what Astro compiles, the sample and the documentation, and nothing else', () => {
  const kinds = new Set(files.map((path) => path.replace(/^(docs|lib|public|src|sample\/(?:lists|media|records))\/.*/, '$1')))
  kinds.delete('lib') // exists once it is compiled
  kinds.delete('sbom.cdx.json') // likewise
  expect([...kinds].sort()).toEqual(
    ['LICENSE', 'README.md', 'docs', 'package.json', 'public', 'sample/lists', 'sample/manifest.json', 'sample/media', 'sample/records']
      .concat('scripts/benchbook.mjs', 'scripts/node-version.mjs', 'src', 'tsconfig.json')
      .sort(),
  )
  expect(files.filter((path) => /\.(?:test|config)\.|\.cpuprofile$|\.map$|\.log$|screenshot/.test(path))).toEqual([])
})

test('everything imported by a packed source is packed, and no room that no page needs', () => {
  const packed = new Set(files)
  const ours = sources.filter(({ path }) => path.startsWith('src/') && packed.has(path))
  const imported = new Map(ours.map((source) => [source.path, importsOf(source).filter((target) => target.startsWith('src/'))]))
  const missing = [...imported].flatMap(([path, targets]) => targets.filter((target) => !packed.has(target)).map((to) => `${path}: ${to}`))
  expect(missing).toEqual([])
  // Rooms are packed as a whole, so all imports of their files are needed.
  const reached = new Set(['pages', 'components'])
  for (const room of reached)
    for (const [path, targets] of imported) if (roomOf(path) === room) for (const target of targets) reached.add(roomOf(target))
  expect(ours.map(({ path }) => path).filter((path) => !reached.has(roomOf(path)))).toEqual([])
})

test('the entry points of processes and threads are compiled too', () => {
  const started = sources.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/resolveWorkerUrl\(new URL\('(.+?)'/g), ([, target = '']) => posix.join(posix.dirname(path), target)),
  )
  expect(started.length).toBeGreaterThan(2)
  expect(compiled.files).toEqual(expect.arrayContaining(['src/cli/benchbook.ts', ...started]))
})

test('Node and browsers are never installed without being requested', () => {
  const { dependencies, peerDependenciesMeta } = about
  expect('optionalDependencies' in about).toBe(false)
  expect(Object.keys(dependencies).filter((name) => /^(?:node$|node-|playwright|puppeteer|.*chromium)/.test(name))).toEqual([])
  expect(peerDependenciesMeta['playwright-core'].optional).toBe(true)
})
