import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { libraryPage } from '../../scripts/docs/library-page.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'benchbook-release-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a release takes the texts of its changes into the changelog, and raises the version in package.json and the lockfile', () => {
  for (const name of [
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    '.changeset/config.json',
    '.prettierrc.json',
    'scripts/carried-node',
  ])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, '.changeset'), { recursive: true })
  writeFileSync(join(folder, '.changeset/a-change.md'), "---\n'benchbook': minor\n---\n\nA door for cats.\n")
  // One by one: npm writes what it has installed into a list beside them, which builds of other tests read meanwhile.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '.package-lock.json') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  const before = read('package.json')
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: folder })
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'package.json', '.changeset')
  git('commit', '--quiet', '--message=all')
  const installed = readFileSync(join(ROOT, 'node_modules/.package-lock.json'), 'utf8')
  execFileSync('npm', ['run', 'version-package'], { cwd: folder, stdio: 'pipe' })
  expect(readFileSync(join(ROOT, 'node_modules/.package-lock.json'), 'utf8')).toBe(installed)

  const [major, minor] = before.version.split('.').map(Number)
  const next = `${major}.${(minor ?? 0) + 1}.0`
  expect([read('package.json').version, read('package-lock.json').version]).toEqual([next, next])
  const log = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  expect(log.slice(0, log.indexOf('door for cats'))).toMatch(new RegExp(`^# Changelog\\n\\n## ${next}\\n\\n### Minor Changes\\n`))
  expect(log).toContain(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').slice('# Changelog'.length))
})

test('docs/library-api.md is what `npm run docs` writes', async () => {
  expect(readFileSync(join(ROOT, 'docs/library-api.md'), 'utf8')).toBe(await libraryPage())
})

const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { version: string }
