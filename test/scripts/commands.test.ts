import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { benchbook, firstSaid, startBenchbook, succeed } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { listen } from '../crawl/server.ts'
import { folderForAll } from '../folders.ts'
import { serveSample } from '../replica/peer.ts'
import { UNHURRIED } from '../steps.ts'
import { inSweep, sweepOr } from '../sweep.ts'

describe('export', () => {
  const folder = folderForAll()

  test("crawls, builds and checks, relative to the user's folder, and reports as one JSON object", async () => {
    const { url } = await serveSample()
    const places = ['--cache', 'my cache', '--out', 'public/site', '--base', '/guides']
    const { stdout, stderr } = await succeed(['export', '--source', url, ...places, '--media', 'pictures', '--json'], { cwd: folder })
    expect(stderr).toBe('')
    const report = JSON.parse(stdout) as {
      crawl: { counts: object }
      build: { pages: number; out: string }
      check: { pages: number; findings: [] }
    }
    expect(report.crawl.counts).toHaveProperty('guide.failed', 0)
    expect(report.build.pages).toBeGreaterThan(100)
    expect(report.check).toMatchObject({ pages: report.build.pages, findings: [] })
    expect((await readdir(folder)).sort()).toEqual(['my cache', 'public'])
    expect(await readdir(join(folder, 'public'))).toEqual(['site', 'site.changes.json', 'site.checked', 'site.sha256', 'site.state'])
  })

  test('leaves rendering code, and media that no page names, out of the site', async () => {
    const names = await readdir(join(folder, 'public/site'), { recursive: true })
    expect(names.filter((name) => /prerender|node_modules|\.mjs$/.test(name))).toEqual([])
    const inSite = names.filter((name) => /^media\/..\/./.test(name)).length
    const inCache = (await readdir(join(folder, 'my cache/media'), { recursive: true })).filter((name) => name.includes('/')).length
    expect(inSite).toBeGreaterThan(100)
    expect(inSite).toBeLessThan(inCache)
  })

  test('serve shows the site, and with --api the API next to it, until it is stopped', async () => {
    const started = startBenchbook(['serve', '--out', 'public/site', '--cache', 'my cache', '--api', '--port', '0'], { cwd: folder })
    const origin = `http://127.0.0.1:${/localhost:(\d+)/.exec(await firstSaid(started))?.[1] ?? ''}`
    expect((await fetch(`${origin}/guides/about/`)).status).toBe(200)
    expect(await (await fetch(`${origin}/api/2.0/guides?limit=1`)).json()).toHaveLength(1)
    started.child.kill('SIGINT')
    expect(await started.ended).toMatchObject({ code: 0, stderr: '' })
  })
})

test('an error is red and success green if colours are enabled', async () => {
  const ended = (FORCE_COLOR: string, ...args: string[]) => benchbookHere(args, { env: { FORCE_COLOR } })
  expect((await ended('1', 'build', '--base', '?')).stderr).toContain('\u001B[31mbenchbook:\u001B[39m ')
  expect((await ended('0', 'build', '--base', '?')).stderr).toMatch(/^benchbook: \S/)
  expect((await ended('1', 'doctor')).stdout).toContain('\u001B[32mok      \u001B[39m Benchbook')
})

test('requests name the client, and with --contact the address of its operator', async () => {
  const agents = new Set<string | undefined>()
  const { url } = await listen(({ headers }, response) => {
    agents.add(headers['user-agent'])
    response.writeHead(404).end()
  })
  await benchbookHere(['crawl', '--source', url, '--contact', 'me@example.org', '--cache', await temporaryFolder()])
  expect([...agents]).toEqual([`Benchbook/${about.version} (me@example.org)`])
})

describe('an interrupted crawl', () => {
  const SIGNALS = sweepOr(['SIGINT', 'SIGTERM'] as const, (signal) => signal === 'SIGINT')
  test.each(SIGNALS)('by %s ends with 130 without waiting for an answer, and can be resumed', async (signal) => {
    const [held, isHeld] = [Promise.withResolvers<undefined>(), { yet: true }]
    const spoil = ({ path }: { path: string }) =>
      isHeld.yet && path.endsWith('/guides/20') ? (held.resolve(undefined), { delayMs: 600_000 }) : undefined
    const { url } = await serveSample({ spoil })
    const cache = await temporaryFolder()
    const args = ['crawl', '--source', url, '--cache', cache, '--media', 'none']
    const { child, ended } = startBenchbook(args, { node: UNHURRIED })
    await held.promise
    child.kill(signal)
    const { code, stderr } = await ended
    isHeld.yet = false
    expect(code).toBe(130)
    expect(stderr).toMatch(/benchbook: Interrupted\. .*crawl again with the same options to continue from there\.\n$/)
    expect((await benchbookHere(['build', '--cache', cache, '--out', join(cache, 'dist')])).stderr).toContain('has not finished')
    expect(await benchbook(args)).toMatchObject({ code: 0 })
  })

  inSweep(test)('twice ends at once', async () => {
    const asked = Promise.withResolvers<undefined>()
    const { url } = await serveSample({ spoil: () => (asked.resolve(undefined), { delayMs: 600_000 }) })
    const { child, ended } = startBenchbook(['crawl', '--source', url, '--cache', await temporaryFolder()])
    await asked.promise
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
  })
})
