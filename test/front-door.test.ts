import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import about from '../package.json' with { type: 'json' }

const ROOT = resolve(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('the workflow of the repository runs what is there', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as { jobs: Record<string, { steps: { run?: string }[] }> }
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  expect(lines).toContain('.ci/run')
  for (const line of lines) {
    const script = /^npm run ([\w:-]+)/.exec(line)?.[1]
    expect(script ? script in about.scripts : existsSync(join(ROOT, line)), line).toBe(true)
  }
})

test('issue forms have a name, a description and fields with ids of their own', () => {
  const forms = readdirSync(join(ROOT, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml')
  expect(forms.length).toBeGreaterThan(1)
  for (const name of forms) {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
      name: string
      description: string
      body: { id: string; type: string }[]
    }
    expect([form.name, form.description]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\.$/)])
    const ids = form.body.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { type } of form.body) expect(['textarea', 'input']).toContain(type)
  }
})

test('what the front door of the repository leads to is there', () => {
  const pages = ['CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', '.github/pull_request_template.md', 'README.md', 'SECURITY.md']
  const links = pages.flatMap((page) => Array.from(read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, path = '']) => path))
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  expect(execFileSync('git', ['ls-files', '-s', '.ci/run'], { cwd: ROOT, encoding: 'utf8' })).toMatch(/^100755 /)
})
