import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cache/small-cache.ts'
import { runInBash } from '../package/workflow.ts'
import { sampleSite } from '../sample-site.ts'
import { differing, siteFiles } from '../site-files.ts'

const docs = (name: string) => readFileSync(resolve(import.meta.dirname, `../../docs/${name}.md`), 'utf8')
const OF_TIMER = /publish\.sh[^]*?```sh\n([^]*?)```/.exec(docs('ci'))?.[1] ?? ''
const OF_CHANGES = /\nrsync, to a server of your own:\n([^]*?)\n\S/.exec(docs('hosting'))?.[1] ?? ''

/** Stops the upload at its last step, like a broken connection. */
const BREAKING = '#!/bin/sh\ncase "$*" in *--exclude*|*/pagefind/*) exec "$REAL" "$@" ;; esac\nexit 12\n'

/** A folder with the sample's site in `dist/`, the files of a build next to it, and an empty folder in place of the host. */
async function built(): Promise<{ folder: string; host: string; out: string }> {
  const folder = await temporaryFolder()
  const { out } = await sampleSite()
  await cp(out, join(folder, 'dist'), { recursive: true })
  for (const beside of ['.sha256', '.changes.json']) await cp(`${out}${beside}`, join(folder, `dist${beside}`))
  const host = join(folder, 'host')
  mkdirSync(host)
  return { folder, host, out }
}

const whereIs = async (program: string) => (await runInBash(`command -v ${program} || true`, { cwd: '/', env: process.env })).stdout.trim()

test('the upload of docs/ci.md sends pages last, resumes after a stop, and sends nothing twice', async ({ skip }) => {
  const real = await whereIs('rsync')
  skip(real === '', 'There is no rsync on this machine.')
  const { folder, host, out } = await built()
  writeFileSync(join(folder, 'publish.sh'), OF_TIMER.replaceAll('host:/srv/site', host))
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'rsync'), BREAKING)
  chmodSync(join(tools, 'rsync'), 0o755)
  const publish = (more: NodeJS.ProcessEnv = {}) => runInBash('sh publish.sh', { cwd: folder, env: { ...process.env, ...more } })

  expect((await publish({ PATH: `${tools}${delimiter}${process.env.PATH ?? ''}`, REAL: real })).code).toBe(12)
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

test('the upload of docs/hosting.md sends what a build has changed', async ({ skip }) => {
  for (const program of ['rsync', 'jq']) skip((await whereIs(program)) === '', `There is no ${program} on this machine.`)
  const { folder, host, out } = await built()
  // As pasted: having nothing to send of a kind is no error.
  const upload = () => runInBash(`set +eo pipefail\n${OF_CHANGES.replaceAll('host:/srv/site', host)}`, { cwd: folder, env: process.env })
  expect(await upload()).toMatchObject({ code: 0, stderr: '' })
  expect(differing(await siteFiles(host), await siteFiles(out))).toEqual([])

  writeFileSync(join(folder, 'dist/index.html'), 'new')
  writeFileSync(join(folder, 'dist/about/index.html'), 'of no build')
  writeFileSync(join(folder, 'dist.changes.json'), JSON.stringify({ added: [], changed: ['index.html'], removed: ['404.html'] }))
  expect(await upload()).toMatchObject({ code: 0, stderr: '' })
  expect(differing(await siteFiles(host), await siteFiles(out))).toEqual(['index.html'])
})
