import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { libraryPage } from '../../scripts/docs/library-page.ts'
import { copyOfCheckout, ROOT } from './copy-of-checkout.ts'

const folder = copyOfCheckout()
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a release takes the texts of its changes into the changelog, and raises the version in package.json and the lockfile', () => {
  for (const file of readdirSync(join(folder, '.changeset'))) if (file.endsWith('.md')) rmSync(join(folder, '.changeset', file))
  writeFileSync(join(folder, '.changeset/a-change.md'), "---\n'benchbook': minor\n---\n\nA door for cats.\n")
  const before = read('package.json')
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd: folder })
  git('init', '--quiet', '--initial-branch=main')
  git('add', 'package.json', '.changeset')
  git('commit', '--quiet', '--message=all')
  execFileSync('npm', ['run', 'version-package'], { cwd: folder, stdio: 'pipe' })

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
