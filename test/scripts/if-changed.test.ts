import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordPath } from '../../src/cache/layout.ts'
import { MARKER } from '../../src/publish/marker.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { benchbook } from '../benchbook.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { optionsFor } from '../crawl/server.ts'
import { guide, smallService } from '../crawl/small-service.ts'
import { heldAt, killedAt } from '../steps.ts'
import { inSweep, SWEEP } from '../sweep.ts'

const sweepTest = inSweep(test)

const KEPT = 'Nothing has changed since the site was built'

/** A service of three guides, its cache, and how both become a site. */
async function three() {
  const home = await temporaryFolder()
  const [cache, out, words] = [join(home, 'cache'), join(home, 'dist'), join(home, 'words')]
  const guides = [1, 2, 3].map((id) => guide(id))
  const service = await smallService({ guides })
  await mkdir(words)
  const again = () => crawl(optionsFor(service.url, cache))
  await again()
  const build = (...flags: string[]) => benchbook(['build', '--cache', cache, '--out', out, '--words', words, ...flags])
  return {
    cache,
    out,
    words,
    guides,
    again,
    build,
    changes: async () => JSON.parse(await readFile(`${out}.changes.json`, 'utf8')) as Record<string, unknown>,
    /** Whether a build with the flag leaves the site as it is. */
    keeps: async (...flags: string[]) => {
      const { code, stdout, stderr } = await build('--if-changed', ...flags)
      expect(code, stdout + stderr).toBe(0)
      return stdout.includes(KEPT)
    },
  }
}

sweepTest('a night without news leaves the site alone, and says so', async () => {
  const { out, again, changes, keeps } = await three()
  expect(await keeps()).toBe(false)
  expect(await changes()).toMatchObject({ changed: [], removed: [] })
  expect((await changes()).added).toContain('guide/3/index.html')
  const before = await stat(out)
  await again()
  expect(await keeps()).toBe(true)
  expect(await changes()).toMatchObject({ added: [], changed: [], removed: [], bytes: 0 })
  expect((await stat(out)).ino).toBe(before.ino)
})

test('the files that an edit changes are listed with their bytes; a night without news leaves the site alone', async () => {
  const { out, guides, again, build, changes, keeps } = await three()
  await build()
  guides[2] = guide(3, { title: 'Other words', revisionid: 2 })
  await again()
  expect(await keeps()).toBe(false)
  const { added, changed, removed, bytes } = (await changes()) as { added: string[]; changed: string[]; removed: string[]; bytes: number }
  expect(changed).toContain('guide/3/index.html')
  expect(changed).not.toContain('guide/1/index.html')
  expect(removed.every((file) => !added.includes(file))).toBe(true)
  const sizes = await Promise.all([...added, ...changed].map(async (file) => (await stat(join(out, file))).size))
  expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
  await again()
  expect(await keeps()).toBe(true)
  expect(await changes()).toMatchObject({ added: [], changed: [], removed: [], bytes: 0 })
})

sweepTest('an option, a file of the operator or an unknown state is a reason to build', async () => {
  const { out, words, changes, keeps } = await three()
  expect(await keeps()).toBe(false)
  expect(await keeps('--footer', 'Ours')).toBe(false)
  expect(await keeps('--footer', 'Ours')).toBe(true)
  expect(await keeps('--workers', '1', '--footer', 'Ours')).toBe(true)
  await writeFile(join(words, 'de.json'), '{"search.title":"Finden"}')
  expect(await keeps('--footer', 'Ours')).toBe(false)
  await symlink(join(words, '..'), join(words, 'folder'))
  expect(await keeps('--footer', 'Ours')).toBe(false)
  await rm(join(words, 'folder'))
  expect(await keeps('--footer', 'Ours')).toBe(false)
  await rm(`${out}.changes.json`)
  expect(await keeps('--footer', 'Ours')).toBe(false)
  const kept = await changes()
  await writeFile(`${out}.changes.json`, JSON.stringify({ ...kept, files: 'of another site' }))
  expect(await keeps('--footer', 'Ours')).toBe(false)
  await rm(join(out, MARKER))
  await rm(out, { recursive: true })
  expect(await keeps('--footer', 'Ours')).toBe(false)
})

sweepTest('a site that lacks a record is built again', async () => {
  const { cache, build } = await three()
  await appendFile(join(cache, recordPath({ kind: 'guide', id: '2' })), '}')
  expect(await build()).toMatchObject({ code: 1 })
  const { code, stdout } = await build('--if-changed')
  expect(code).toBe(1)
  expect(stdout).not.toContain(KEPT)
})

sweepTest('a site whose files for servers are missing is not left alone', async () => {
  const { out, keeps } = await three()
  expect(await keeps('--host', 'nginx')).toBe(false)
  expect(await keeps('--host', 'nginx')).toBe(true)
  await rm(`${out}.hosts`, { recursive: true })
  expect(await keeps('--host', 'nginx')).toBe(false)
  expect(existsSync(`${out}.hosts/nginx-http.conf`)).toBe(true)
})

test('of two builds into one folder the second says who is at work and ends with 2; one that was killed stops nobody', async () => {
  const { cache, out, build } = await three()
  if (SWEEP) expect(await build()).toMatchObject({ code: 0 })
  const first = await heldAt(['build', '--cache', cache, '--out', out, '--name', 'First'], /^mkdir .*building.site$/)
  const second = await build('--name', 'Second', '--json')
  expect(second.code).toBe(2)
  expect(JSON.parse(second.stdout)).toMatchObject({ error: { code: 'ERR_OUT_LOCKED', option: 'out', path: `${out}.lock` } })
  await first.goOn()
  expect((await first.ended).code).toBe(0)
  await killedAt(['build', '--cache', cache, '--out', out, '--name', 'Killed'], /^mkdir .*building.site$/)
  expect(await build('--name', 'Third')).toMatchObject({ code: 0 })
  expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('Third')
  expect(existsSync(`${out}.lock`)).toBe(false)
})

test("somebody else's file where the changes are written stays, and nothing is built", async () => {
  const { out, build } = await three()
  await writeFile(`${out}.changes.json`, '{"mine":true}')
  const { code, stderr } = await build()
  expect(code).toBe(2)
  expect(stderr).toContain('dist.changes.json was not made by Benchbook')
  expect(await readFile(`${out}.changes.json`, 'utf8')).toBe('{"mine":true}')
})
