import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cache/small-cache.ts'
import { runInBash } from '../package/workflow.ts'
import { sampleSite } from '../sample-site.ts'
import { differing, siteFiles } from '../site-files.ts'

const DOCS = readFileSync(resolve(import.meta.dirname, '../../docs/ci.md'), 'utf8')
const PRINTED = /publish\.sh[^]*?```sh\n([^]*?)```/.exec(DOCS)?.[1] ?? ''

/** Stops the upload at its last step, as a connection that breaks. */
const BREAKING = '#!/bin/sh\ncase "$*" in *--exclude*|*/pagefind/*) exec "$REAL" "$@" ;; esac\nexit 12\n'
;('#!/bin/sh\ncase " $* " in *" dist/ "*--exclude*|*--exclude*" dist/ "*|*dist/pagefind/*) exec "$REAL" "$@" ;; esac\nexit 12\n')

test('the upload of docs/ci.md sends pages last, goes on after a stop, and sends nothing twice', { timeout: 240_000 }, async ({ skip }) => {
  const real = (await runInBash('command -v rsync || true', { cwd: '/', env: process.env })).stdout.trim()
  skip(real === '', 'There is no rsync on this machine.')
  const folder = await temporaryFolder()
  const { out } = await sampleSite()
  await cp(out, join(folder, 'dist'), { recursive: true })
  await cp(`${out}.sha256`, join(folder, 'dist.sha256'))
  const host = join(folder, 'host')
  mkdirSync(host)
  writeFileSync(join(folder, 'publish.sh'), PRINTED.replaceAll('host:/srv/site', host))
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'rsync'), BREAKING)
  chmodSync(join(tools, 'rsync'), 0o755)
  const publish = (more: NodeJS.ProcessEnv = {}) => runInBash('sh publish.sh', { cwd: folder, env: { ...process.env, ...more } })

  const stopped = await publish({ PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`, REAL: real })
  expect(stopped.code).toBe(12)
  expect(existsSync(join(folder, 'published.sha256'))).toBe(false)
  const some = [...(await siteFiles(host)).keys()]
  expect(some.filter((file) => file.endsWith('.html'))).toEqual([])
  const whole = await siteFiles(out)
  expect(some.length).toBe([...whole.keys()].filter((file) => !file.endsWith('.html')).length)

  expect(await publish()).toMatchObject({ code: 0, stderr: '' })
  expect(differing(await siteFiles(host), whole)).toEqual([])
  execFileSync('rm', ['-r', host])
  expect(await publish()).toMatchObject({ code: 0 })
  expect(existsSync(host)).toBe(false)
})
