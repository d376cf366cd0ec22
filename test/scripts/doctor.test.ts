import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { serveSample } from '../crawl/sample.ts'

const levels = (stdout: string): string[] => [...new Set(stdout.split('\n').flatMap((line) => line.split(' ')[0] || []))]

test('doctor without a service checks the machine, and says what to do next', async () => {
  const cwd = await temporaryFolder()
  const { code, stdout, stderr } = await benchbookHere(['doctor'], { cwd })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(process.versions.node)
  expect(stdout).toMatch(/^ok +The cache: .*\/content-cache, \d.* free$/m)
  expect(stdout).toMatch(/^note +No service is named: add --source/m)
  expect(existsSync(join(cwd, 'content-cache'))).toBe(false)
})

test('doctor reports how many records a service has, and what a crawl of it takes', async () => {
  const { url } = await serveSample()
  const cwd = await temporaryFolder()
  const { code, stdout } = await benchbookHere(['doctor', '--source', url, '--contact', 'you@example.org', '--media', 'none'], { cwd })
  expect(code).toBe(0)
  expect(levels(stdout)).not.toContain('problem')
  expect(stdout).toMatch(
    /^ok +\d+ guides, \d+ wikis \(\d+ of them in the tree of categories\), \d+ teams?, \d+ tags, \d+ comments, some \d+ users$/m,
  )
  expect(stdout).toMatch(
    /^ok +A first crawl: roughly \d.* with --concurrency 8, [\d,]+ requests, [\d.]+ [kM]B \(from 20 guides, \d+ wikis\)$/m,
  )
  expect(existsSync(join(cwd, 'content-cache'))).toBe(false)
})

test('an unreachable service is a problem, with its code', async () => {
  const cwd = await temporaryFolder()
  const { code, stdout } = await benchbookHere(['doctor', '--source', 'http://127.0.0.1:1', '--json'], { cwd })
  const said = JSON.parse(stdout) as { findings: { level: string; code?: string; message: string }[] }
  expect(code).toBe(1)
  expect(said.findings).toContainEqual(expect.objectContaining({ level: 'problem', code: 'ERR_SOURCE_UNREACHABLE' }) as unknown)
  expect(said.findings.map(({ message }) => message).join()).toContain('Check --source')
  expect((await benchbookHere(['doctor', '--source', 'http://127.0.0.1:1', '--quiet'], { cwd })).stderr).toMatch(
    /^benchbook: Nobody answers/,
  )
})

test('a folder without write access is a problem', async () => {
  const { code, stdout } = await benchbookHere(['doctor', '--cache', '/proc/1/benchbook'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^problem +The cache: \/proc\/1\/benchbook/m)
})

test('a site without guides and wikis is a problem, and a missing contact is a note', async () => {
  const { url } = await smallService({ guides: [] })
  const { code, stdout } = await benchbookHere(['doctor', '--source', url], { cwd: await temporaryFolder() })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^problem +It has neither guides nor wikis/m)
  expect(stdout).toMatch(/^note .*--contact$/m)
})

test('a token is mentioned, but never shown', async () => {
  const { url } = await smallService({ guides: guides(2) })
  const { stdout } = await benchbookHere(['doctor', '--source', url], {
    cwd: await temporaryFolder(),
    env: { BENCHBOOK_TOKEN: 'sesame-open' },
  })
  expect(stdout).toMatch(/^ok +The token is taken \(others read this service without one\)\. It shows 0 private guides$/m)
  expect(stdout).not.toContain('sesame')
})
