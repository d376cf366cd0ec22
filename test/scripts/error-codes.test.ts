import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writeMarker } from '../../src/publish/marker.ts'
import { startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { manifestOf, temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { CERTIFICATE, KEY } from '../crawl/self-signed.ts'
import { listen, sendJson } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { SAMPLE, serve, serveSample } from '../replica/peer.ts'
import { inNamespace, whyNoNamespace } from './namespace.ts'

interface Told {
  code: string
  kind: string
  exitCode: number
  message: string
  [fact: string]: unknown
}

/** The error that a command tells with `--json`. */
async function errorOf(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Told> {
  const { stdout, stderr, code } = await benchbookHere([...args, '--json'], { env })
  const { error } = JSON.parse(stdout) as { error: Told }
  expect([error.exitCode, stderr]).toEqual([code, `benchbook: ${error.message}\n`])
  return error
}

/** The codes of why a crawl that finished ends with 1. */
async function complaintsOf(args: readonly string[]): Promise<string[]> {
  const { stdout, stderr, code } = await benchbookHere(['crawl', ...args, '--retries', '0', '--json'])
  const { complaints } = JSON.parse(stdout) as { complaints: Told[] }
  expect(stderr).toBe(complaints.map(({ message }) => `benchbook: ${message}\n`).join(''))
  expect(code).toBe(complaints.length > 0 ? 1 : 0)
  return complaints.map((complaint) => complaint.code)
}

const newCache = async () => join(await temporaryFolder(), 'cache')
const build = async (args: readonly string[], cache = SAMPLE) =>
  errorOf(['build', '--cache', cache, '--out', join(await temporaryFolder(), 'dist'), ...args])

test('wrong use, and an option that is missing or wrong', async () => {
  expect(await errorOf(['crawl', '--nonsense'])).toMatchObject({ code: 'ERR_USAGE' })
  expect(await errorOf(['crawl'])).toMatchObject({ code: 'ERR_OPTION', option: 'source' })
  expect(await errorOf(['crawl', '--max-media-bytes', 'many'])).toMatchObject({ code: 'ERR_OPTION', option: 'maxMediaBytes' })
  expect(await errorOf(['crawl'], { BENCHBOOK_TOKEN: 'a b' })).toMatchObject({ code: 'ERR_OPTION', option: 'token' })
})

describe('a source', () => {
  const crawl = async (source: string, env?: NodeJS.ProcessEnv) =>
    errorOf(['crawl', '--source', source, '--cache', await newCache(), '--retries', '0'], env)
  const answering = async (status: number, headers: Record<string, string> = {}, robots = '') => {
    const { url } = await listen((_, response, { pathname }) => {
      if (pathname === '/robots.txt') response.writeHead(robots ? 200 : 404).end(robots)
      else response.writeHead(status, headers).end('<p>')
    })
    return url
  }

  test.each<[string, number, Record<string, string>, string, Record<string, unknown>]>([
    ['that is a website', 200, { 'content-type': 'text/html' }, '', { code: 'ERR_SOURCE_NOT_API' }],
    [
      'that leads elsewhere',
      301,
      { location: 'https://x.example/api/2.0/guides' },
      '',
      { code: 'ERR_SOURCE_REDIRECTED', option: 'source' },
    ],
    ['that refuses', 403, {}, '', { code: 'ERR_SOURCE_REFUSED', status: 403 }],
    ['that is down', 500, {}, '', { code: 'ERR_SOURCE_UNAVAILABLE', status: 500, exitCode: 1 }],
    ['whose robots.txt says no', 200, {}, 'User-agent: *\nDisallow: /', { code: 'ERR_ROBOTS', option: 'ignoreRobots' }],
  ])('%s', async (_, status, headers, robots, expected) => {
    expect(await crawl(await answering(status, headers, robots))).toMatchObject(expected)
  })

  test('that is not there, has no certificate, wants another token', async () => {
    expect(await crawl('http://127.0.0.1:1')).toMatchObject({ code: 'ERR_SOURCE_UNREACHABLE', option: 'source' })
    const server = createSecureServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end('[]')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    expect(await crawl(`https://localhost:${(server.address() as AddressInfo).port}`)).toMatchObject({ code: 'ERR_SOURCE_CERTIFICATE' })
    const error = await crawl((await serveSample()).url, { BENCHBOOK_TOKEN: 'wrong' })
    expect(error).toMatchObject({ code: 'ERR_UNAUTHORISED', option: 'token', status: 401 })
    expect(error.message).toContain('check BENCHBOOK_TOKEN')
  })

  test('whose part is empty', async () => {
    const { url } = await smallService({ guides: guides(2) })
    const error = await errorOf(['crawl', '--source', url, '--cache', await newCache(), '--category', 'Of Nothing'])
    expect(error.code).toBe('ERR_PART_EMPTY')
    expect(error.message).toContain('for the part --category "Of Nothing".')
  })
})

describe('a crawl that ends with 1', () => {
  test('because a list shrank', async () => {
    const all = guides(20)
    const { url } = await smallService({ guides: all })
    const args = ['--source', url, '--cache', await newCache()]
    expect(await complaintsOf(args)).toEqual([])
    all.splice(2)
    expect(await complaintsOf(args)).toEqual(['ERR_LIST_SHRUNK'])
  })

  test('because a list cannot be read, a record fails, or there is too much', async () => {
    const failing = (path: string) =>
      smallService({
        guides: guides(3),
        before: (_, response, { pathname }) => {
          if (pathname === path) sendJson(response, {}, 500)
          return pathname === path
        },
      })
    expect(await complaintsOf(['--source', (await failing('/api/2.0/tags')).url, '--cache', await newCache()])).toEqual(['ERR_LIST_UNREAD'])
    expect(await complaintsOf(['--source', (await failing('/api/2.0/guides/2')).url, '--cache', await newCache()])).toEqual([
      'ERR_TOO_MANY_FAILED',
    ])
    const { url } = await smallService({ guides: guides(9) })
    expect(await complaintsOf(['--source', url, '--cache', await newCache(), '--max-records', '4'])).toEqual(['ERR_LIMIT_REACHED'])
  })
})

describe('a cache', () => {
  test('that is missing, unfinished, damaged, of a newer version, linked', async () => {
    const cache = await temporaryFolder()
    expect(await build([], join(cache, 'none'))).toMatchObject({ code: 'ERR_CACHE_MISSING', option: 'cache', path: join(cache, 'none') })
    expect(await build([], import.meta.dirname)).toMatchObject({ code: 'ERR_CACHE_MISSING' })
    await mkdir(join(cache, 'pending/records'), { recursive: true })
    expect(await build([], cache)).toMatchObject({ code: 'ERR_CACHE_UNFINISHED', path: cache })
    const manifest = join(cache, 'manifest.json')
    await writeFile(manifest, '{"format":')
    expect(await build([], cache)).toMatchObject({ code: 'ERR_CACHE_DAMAGED', path: manifest })
    await writeFile(manifest, '{"format": 1}')
    expect(await build([], cache)).toMatchObject({ code: 'ERR_CACHE_DAMAGED', option: 'cache' })
    await writeFile(manifest, JSON.stringify(manifestOf({ format: 99 })))
    expect(await build([], cache)).toMatchObject({ code: 'ERR_CACHE_NEWER' })
    const linked = await temporaryFolder()
    await writeFile(join(linked, 'manifest.json'), JSON.stringify(manifestOf({})))
    await symlink(SAMPLE, join(linked, 'media'))
    expect(await build([], linked)).toMatchObject({ code: 'ERR_CACHE_LINK', path: join(linked, 'media') })
  })

  test('of another source, of another part, of something else', async () => {
    const { url } = await smallService({ guides: guides(3) })
    const other = await newCache()
    await writeCache(other, {})
    const args = ['crawl', '--source', url, '--cache']
    expect(await errorOf([...args, other])).toMatchObject({ code: 'ERR_CACHE_OTHER_SOURCE', option: 'sourceWas', path: other })
    const whole = await newCache()
    expect(await benchbookHere([...args, whole, '--quiet'])).toMatchObject({ code: 0 })
    const error = await errorOf([...args, whole, '--limit', '1'])
    expect(error).toMatchObject({ code: 'ERR_CACHE_OTHER_PART', option: 'cache', path: whole })
    expect(error.message).toContain('a crawl of the part --limit 1 would replace. Name another folder with --cache.')
    expect(await errorOf([...args, import.meta.dirname])).toMatchObject({ code: 'ERR_CACHE_FOREIGN', path: import.meta.dirname })
  })

  test('that another crawl writes', async () => {
    const cache = await temporaryFolder()
    await writeFile(join(cache, 'crawl.lock'), JSON.stringify({ since: new Date().toISOString(), host: 'elsewhere', pid: 1 }))
    const error = await errorOf(['crawl', '--source', 'http://127.0.0.1:1', '--cache', cache])
    expect(error).toMatchObject({ code: 'ERR_CACHE_LOCKED', path: join(cache, 'crawl.lock') })
  })

  test('without a report, or with a damaged one', async () => {
    const cache = await temporaryFolder()
    await writeCache(cache, {})
    expect(await errorOf(['report', '--cache', cache])).toMatchObject({ code: 'ERR_REPORT', path: cache })
    await writeFile(join(cache, 'report.md'), '# Crawl\n')
    await writeFile(join(cache, 'report.json'), '{"format":')
    expect(await errorOf(['report', '--cache', cache])).toMatchObject({ code: 'ERR_REPORT', path: join(cache, 'report.json') })
  })
})

describe('a site', () => {
  test.each(['words', 'pages', 'components', 'colours', 'logo', 'synonyms'])('with --%s that cannot be used', async (option) => {
    expect(await build([`--${option}`, '/nowhere/none'])).toMatchObject({ code: 'ERR_CUSTOM_FILE', option, path: '/nowhere/none' })
  })

  test('in colours that nobody can read', async () => {
    expect(await build(['--accent', '#ffffff'])).toMatchObject({ code: 'ERR_CONTRAST', option: 'accent' })
  })

  test('in a folder that is not ours, is a file, or holds the cache', async () => {
    const out = await temporaryFolder()
    const file = join(out, 'thesis.txt')
    await writeFile(file, 'mine')
    const into = (folder: string, cache = SAMPLE) => errorOf(['build', '--cache', cache, '--out', folder])
    expect(await into(out)).toMatchObject({ code: 'ERR_OUT_FOREIGN', option: 'out', path: out })
    expect(await into(file)).toMatchObject({ code: 'ERR_OUT_FOREIGN', path: file })
    expect(await into(join(file, 'dist'))).toMatchObject({ code: 'ERR_SYSTEM', path: join(file, 'dist') })
    const cache = join(out, 'cache')
    await writeCache(cache, {})
    expect(await into(out, cache)).toMatchObject({ code: 'ERR_OUT_HOLDS_CACHE', option: 'out', path: cache })
  })

  test('that is missing, lacks a guide, or cannot be printed', async () => {
    const out = await temporaryFolder()
    expect(await errorOf(['check', '--out', out])).toMatchObject({ code: 'ERR_SITE_MISSING', option: 'out', path: out })
    expect(await errorOf(['pdf', '--out', out])).toMatchObject({ code: 'ERR_SITE_MISSING' })
    await writeMarker(out, { product: 'Benchbook', base: '/', site: '' })
    await mkdir(join(out, 'guide/7'), { recursive: true })
    await writeFile(join(out, 'guide/7/index.html'), '<p>')
    expect(await errorOf(['pdf', '--out', out])).toMatchObject({ code: 'ERR_OPTION', option: 'guide' })
    expect(await errorOf(['pdf', '--out', out, '--guide', '8'])).toMatchObject({ code: 'ERR_NOT_ON_SITE' })
    const chrome = { CHROME_PATH: '/nowhere/chrome' }
    expect(await errorOf(['pdf', '--out', out, '--guide', '7'], chrome)).toMatchObject({ code: 'ERR_BROWSER', path: '/nowhere/chrome' })
  })
})

test('a disk that is full, or not to be written', async ({ skip }) => {
  skip(whyNoNamespace !== '', whyNoNamespace)
  const { url } = await serve({ lists: { guides: [] } })
  const crawlOn = async (options: string) => {
    const folder = await temporaryFolder()
    const args = ['crawl', '--json', '--source', url, '--cache', join(folder, 'cache')]
    const { stdout } = await startBenchbook(args, { through: inNamespace(folder, options) }).ended
    return (JSON.parse(stdout) as { error: Told }).error.code
  }
  expect(await crawlOn('ro')).toBe('ERR_NOT_WRITABLE')
  expect(await crawlOn('size=4k')).toBe('ERR_DISK_FULL')
})
