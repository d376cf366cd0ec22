import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  build,
  bundle,
  check,
  crawl,
  defineConfig,
  isBenchbookError,
  loadConfig,
  merge,
  pdf,
  pruneCache,
  pullCache,
  pushCache,
  serve,
  survey,
} from '../../src/library/library.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { thrownBy } from '../crawl/server.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { writeFiles } from '../folders.ts'
import { differing, siteFiles } from '../site-files.ts'
import { memoryStore } from '../store/memory-store.ts'

const SOURCE = 'http://127.0.0.1:9'

/** A service of three guides, and options for a copy of it: to `crawl` it, and to `build` and check its site. */
async function three() {
  const folder = await temporaryFolder()
  const service = await smallService({ guides: guides(3) })
  const cache = join(folder, 'cache')
  const out = join(folder, 'site')
  return { folder, cache, out, crawling: { source: service.url, cache, retries: 0 }, options: { cache, out } }
}

test('crawl, two builds at once and check work like the commands, silently, and leave the process unchanged', async () => {
  const { crawling, options } = await three()
  const [stood, environment, listeners] = [process.cwd(), { ...process.env }, process.listenerCount('SIGINT')]
  const said = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write'), vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  try {
    const asked = vi.fn()
    const crawled = await crawl(crawling, { onProgress: asked })
    expect(crawled).toMatchObject({ counts: { guide: { fetched: 3 } }, failures: [] })
    expect(asked).toHaveBeenCalled()
    const progress = vi.fn()
    const other = `${options.out}-other`
    const [built] = await Promise.all([build(options, { onProgress: progress }), build({ ...options, out: other, name: 'Other' })])
    expect(built).toMatchObject({ isUnchanged: false, unreadable: [], damaged: [] })
    expect(progress).toHaveBeenCalledWith(expect.objectContaining({ stage: 'pages' }))
    expect(differing(await siteFiles(options.out), await siteFiles(other))).toContain('index.html')
    expect(await check(options)).toMatchObject({ pages: built.pages, findings: [], hasCache: true, hasList: true })
    expect(said.flatMap((spy) => spy.mock.calls)).toEqual([])
  } finally {
    for (const spy of said) spy.mockRestore()
  }
  expect({ stood: process.cwd(), environment: { ...process.env }, listeners: process.listenerCount('SIGINT') }).toEqual({
    stood,
    environment,
    listeners,
  })
})

test('bundles of several formats are made at once, silently, each with the right digest', async () => {
  const { crawling, cache, folder } = await three()
  await crawl(crawling)
  const said = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write'), vi.spyOn(console, 'log')]
  const stages = new Set<string>()
  const out = join(folder, 'bundle')
  const [zip, html] = await Promise.all([
    bundle({ cache, format: 'zip', out }, { onProgress: ({ stage }) => stages.add(stage) }),
    bundle({ cache, format: 'html', guide: [2], out }),
  ])
  expect([zip.path, html.path]).toEqual([`${out}.zip`, `${out}.html`])
  for (const { path, sha256 } of [zip, html]) expect(sha256).toBe(hash('sha256', await readFile(path)))
  expect(zip.files).toBeGreaterThan(zip.built.pages)
  expect(html).toMatchObject({ guides: 1 })
  expect([...stages]).toEqual(expect.arrayContaining(['pages', 'packing']))
  expect(said.flatMap((spy) => spy.mock.calls)).toEqual([])
  await expect(bundle({ cache, format: 'zip', out: `${out}.zim` })).rejects.toMatchObject({ code: 'ERR_OPTION' })
})

test.each([
  ['bundle', bundle],
  ['build', build],
])('a signal stops a %s, before or after its start, and leaves nothing of it', async (_, make) => {
  const { crawling, options, folder } = await three()
  await crawl(crawling)
  const stop = new AbortController()
  const reason = new Error('Enough.')
  const making = make(options, { signal: stop.signal, onProgress: () => stop.abort(reason) })
  await expect(making).rejects.toBe(reason)
  expect(await readdir(folder)).toEqual(['cache'])
  await expect(make(options, { signal: stop.signal })).rejects.toBe(reason)
})

const thrower = (error: Error): never => {
  throw error
}

test.each(['onProgress', 'onFailure'] as const)('an error thrown or rejected by %s of a crawl ends the call', async (name) => {
  const { crawling } = await three()
  const error = new Error('Mine.')
  const service = await smallService({ guides: guides(1), instead: (path) => path === '/guides/1' && 500 })
  const hook = name === 'onProgress' ? () => thrower(error) : () => Promise.reject(error)
  await expect(crawl({ ...crawling, source: service.url }, { [name]: hook })).rejects.toBe(error)
})

test('an error thrown by a hook ends a build, a bundle and a check, and leaves nothing', async () => {
  const { crawling, options, cache, folder } = await three()
  await crawl(crawling)
  const error = new Error('Mine.')
  const onProgress = () => thrower(error)
  await expect(build(options, { onProgress })).rejects.toBe(error)
  await expect(bundle({ cache, out: join(folder, 'bundle') }, { onProgress })).rejects.toBe(error)
  expect(await readdir(folder)).toEqual(['cache'])
  await build(options)
  await expect(check(options, { onProgress })).rejects.toBe(error)
})

test.each<[what: string, call: () => Promise<unknown>, message: RegExp, code?: string]>([
  ['no source', () => crawl({}), /^No service is named\. Give its address as `source`\.$/],
  ['a wrong value', () => crawl({ source: 'example' }), /^"source" in the options must be an http or https address/],
  ['a wrong name', () => build({ licenseUrl: 'x' } as never), /^"licenseUrl" is not an option\. Did you mean "licenceUrl"\?$/],
  ["another call's option", () => build({ source: 'x' }), /^"source" is an option of crawl, and not of build\./],
  ['a wrong token', () => survey({ source: SOURCE, token: 'a b' }), /^"token" in the options must be a token without spaces/],
  ['no object', () => crawl(undefined as never), /^The options must be an object such as .+, not undefined\.$/],
  ['a text', () => build('cache' as never), /^The options must be an object such as .+, not "cache"\.$/],
  ['a list', () => build([] as never), /, not \[\]\.$/],
  ['no number', () => crawl({ source: SOURCE, limit: Number.NaN }), /^"limit" in the options must be a whole number .*, not NaN\.$/],
  ['a URL object', () => crawl({ source: new URL(SOURCE) as never }), /^"source" .+ not an object of the type URL\.$/],
  ['a small size', () => bundle({ maxSize: 5, lang: ['de'] as const }), /^"maxSize" .+ or a number of bytes, at least 1000, not 5\.$/],
  ['a cache in a store', () => crawl({ source: SOURCE, cache: 's3://b/p' }), /not s3:\/\/b\/p\. .* pullCache and pushCache\.$/],
  ['a store', () => build({ store: 's3://b/p' }), /^build works in the folder `cache` alone\. .* pullCache .* pushCache afterwards\.$/],
  ['a wrong signal', () => crawl({ source: SOURCE }, { signal: {} as never }), /^The hook "signal" must be an AbortSignal/],
  ['a wrong hook', () => build({}, { onProgress: 3 as never }), /^The hook "onProgress" must be a function, not 3\.$/],
  ['an unknown hook', () => build({}, { sinal: 3 } as never), /^"sinal" is not a hook\. Did you mean "signal"\?$/],
  ['a small size as a text', () => build({ maxFileSize: '5' }), /, not "5"\.$/],
  ['no list of shards', () => merge('shard' as never), /^The shards must be a list of folders/],
  ['an unknown command', () => loadConfig('nothing' as never), /^The command must be one of crawl, .*, not "nothing"\.$/],
  ['no cache', () => build({ cache: '/nowhere/cache', out: '/nowhere/site' }), /cache/, 'ERR_CACHE_MISSING'],
  ['no site', () => check({ out: '/nowhere/site' }), /^There is no site of Benchbook in \/nowhere\/site\./, 'ERR_SITE_MISSING'],
])('%s is refused with a code and a sentence', async (_, call, message, code = 'ERR_OPTION') => {
  const error = await thrownBy(call())
  expect(error).toMatchObject({ code, exitCode: 2, message: expect.stringMatching(message) as string })
  expect(isBenchbookError(error)).toBe(true)
  expect(existsSync('/nowhere')).toBe(false)
})

test('a site and its API are served until closed, and a survey makes no copy', async () => {
  const { crawling, options } = await three()
  expect(await survey(crawling)).toMatchObject({ forecast: { records: { guides: 3 } }, warnings: [] })
  expect(existsSync(options.cache)).toBe(false)
  await crawl(crawling)
  await expect(serve({ ...options, port: 0 })).rejects.toMatchObject({ code: 'ERR_SITE_MISSING' })
  await build(options)
  const served = await serve({ ...options, api: true, port: 0 })
  expect(served).toMatchObject({ isHeldBack: false, mediaBase: '' })
  for (const [url, text] of [
    [served.url, '<!DOCTYPE html>'],
    [`${served.api}/guides/1`, '"guideid":1'],
  ])
    expect(await (await fetch(url ?? '')).text()).toContain(text)
  await served.close()
  await expect(fetch(served.url ?? '')).rejects.toThrow()
})

test('a PDF of a missing guide and a push without a store are refused with a code', async () => {
  const { crawling, options } = await three()
  await crawl(crawling)
  await build(options)
  await expect(pdf({ out: options.out, guide: [99] })).rejects.toMatchObject({ code: 'ERR_NOT_ON_SITE' })
  await expect(pushCache({ cache: options.cache })).rejects.toMatchObject({ code: 'ERR_OPTION', facts: { option: 'store' } })
})

test('the configuration file of a folder sets options of a command, and defineConfig returns its argument', async () => {
  const folder = await temporaryFolder()
  expect(await loadConfig('build', folder)).toEqual({})
  const file = defineConfig({ name: 'Ours', out: 'public', crawl: { limit: 3 }, bundle: { out: 'guides', name: 'To take along' } })
  await writeFile(join(folder, 'benchbook.config.json'), JSON.stringify(file))
  expect(await loadConfig('build', folder)).toEqual({ name: 'Ours', out: join(folder, 'public') })
  expect(await loadConfig('crawl', folder)).toEqual({ limit: 3 })
  await writeFile(join(folder, 'benchbook.config.json'), JSON.stringify({ cache: 's3://bucket/prefix/', name: 'Ours' }))
  const stored = { store: 's3://bucket/prefix', cache: join(folder, 'content-cache') }
  expect(await loadConfig('cache', folder)).toEqual(stored)
  expect(await loadConfig('build', folder)).toEqual({ ...stored, name: 'Ours' })
  await writeFile(join(folder, 'benchbook.config.json'), JSON.stringify(file))
  expect(await loadConfig('bundle', folder)).toEqual({ name: 'To take along', out: join(folder, 'guides') })
})

test('push, prune and pull use the object storage of the configuration file', async () => {
  const { crawling, folder } = await three()
  const { endpoint } = await memoryStore('honoured')
  const [here, there] = [join(folder, 'here'), join(folder, 'there')]
  const config = JSON.stringify({ cache: 's3://bucket/prefix', s3Endpoint: endpoint })
  await writeFiles(folder, { 'here/benchbook.config.json': config, 'there/benchbook.config.json': config })
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b')
  const { store, ...options } = await loadConfig('crawl', here)
  await crawl({ ...crawling, ...options })
  const { files } = await pushCache(await loadConfig('cache', here))
  expect(await pruneCache(await loadConfig('cache', there))).toMatchObject({ removed: 0 })
  expect(await pullCache(await loadConfig('cache', there))).toMatchObject({ files, fetched: files })
  expect([store, await readdir(there)]).toEqual(['s3://bucket/prefix', ['benchbook.config.json', 'content-cache']])
  vi.unstubAllEnvs()
})
