import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { build, bundle, check, crawl, defineConfig, loadConfig, pdf, pushCache, serve, survey } from '../../src/library/library.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { guides, smallService } from '../crawl/small-service.ts'
import { differing, siteFiles } from '../site-files.ts'

/** A service of three guides, and options for a copy of it. */
async function three() {
  const folder = await temporaryFolder()
  const service = await smallService({ guides: guides(3) })
  return { source: service.url, cache: join(folder, 'cache'), out: join(folder, 'site'), retries: 0 }
}

test('crawl, two builds at once and check do what the commands do, silently, and leave the process as it was', async () => {
  const options = await three()
  const [stood, environment, listeners] = [process.cwd(), { ...process.env }, process.listenerCount('SIGINT')]
  const said = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write'), vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  try {
    const asked = vi.fn()
    const crawled = await crawl(options, { onProgress: asked })
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

test('bundles of several formats are made at once, silently, each with the digest that it has', async () => {
  const options = await three()
  await crawl(options)
  const said = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write'), vi.spyOn(console, 'log')]
  const stages = new Set<string>()
  const out = join(options.out, '..', 'bundle')
  const [zip, html] = await Promise.all([
    bundle({ ...options, format: 'zip', out }, { onProgress: ({ stage }) => stages.add(stage) }),
    bundle({ ...options, format: 'html', guide: [2], out }),
  ])
  expect([zip.path, html.path]).toEqual([`${out}.zip`, `${out}.html`])
  for (const { path, sha256 } of [zip, html]) expect(sha256).toBe(hash('sha256', await readFile(path)))
  expect(zip.files).toBeGreaterThan(zip.built.pages)
  expect(html).toMatchObject({ guides: 1 })
  expect([...stages]).toEqual(expect.arrayContaining(['pages', 'packing']))
  expect(said.flatMap((spy) => spy.mock.calls)).toEqual([])
  await expect(bundle({ ...options, format: 'zip', out: `${out}.zim` })).rejects.toMatchObject({ code: 'ERR_OPTION' })
})

test('a signal stops a bundle, and nothing is left of it', async () => {
  const options = await three()
  await crawl(options)
  const stop = new AbortController()
  const reason = new Error('Enough.')
  const bundling = bundle({ ...options, format: 'zip' }, { signal: stop.signal, onProgress: () => stop.abort(reason) })
  await expect(bundling).rejects.toBe(reason)
  expect(await readdir(join(options.out, '..'))).toEqual(['cache'])
})

test('a signal stops a build, and nothing is left of it', async () => {
  const options = await three()
  await crawl(options)
  const stop = new AbortController()
  const reason = new Error('Enough.')
  const building = build(options, { signal: stop.signal, onProgress: () => stop.abort(reason) })
  await expect(building).rejects.toBe(reason)
  expect((await readdir(join(options.out, '..'))).filter((name) => name !== 'cache')).toEqual([])
  await expect(build(options, { signal: stop.signal })).rejects.toBe(reason)
})

test.each([
  ['no source', () => crawl({}), 'ERR_OPTION', /^No service is named\. Give its address as `source`\.$/],
  ['a wrong value', () => crawl({ source: 'example' }), 'ERR_OPTION', /^"source" in the options must be an http or https address/],
  ['a wrong name', () => build({ sorce: 'x' } as never), 'ERR_OPTION', /^"sorce" is no option\.$/],
  ['no cache', () => build({ cache: '/nowhere/cache', out: '/nowhere/site' }), 'ERR_CACHE_MISSING', /cache/],
  ['no site', () => check({ out: '/nowhere/site' }), 'ERR_SITE_MISSING', /^There is no site of Benchbook in \/nowhere\/site\./],
])('%s is told with a code and a sentence', async (_, call, code, message) => {
  await expect(call()).rejects.toMatchObject({ code, exitCode: 2, message: expect.stringMatching(message) as string })
  expect(existsSync('/nowhere')).toBe(false)
})

test('a site and its API are served until they are closed, and a service is looked at without a copy', async () => {
  const options = await three()
  expect(await survey(options)).toMatchObject({ forecast: { records: { guides: 3 } }, warnings: [] })
  expect(existsSync(options.cache)).toBe(false)
  await crawl(options)
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

test('what cannot be printed or stored is refused with a code', async () => {
  const options = await three()
  await crawl(options)
  await build(options)
  await expect(pdf({ ...options, guide: [99] })).rejects.toMatchObject({ code: 'ERR_NOT_ON_SITE' })
  await expect(pushCache(options)).rejects.toMatchObject({ code: 'ERR_OPTION', facts: { option: 'store' } })
})

test('the configuration file of a folder gives options of a command, and defineConfig gives back what it gets', async () => {
  const folder = await temporaryFolder()
  expect(await loadConfig('build', folder)).toEqual({})
  const file = defineConfig({ name: 'Ours', out: 'public', crawl: { limit: 3 }, bundle: { out: 'guides', name: 'To take along' } })
  await writeFile(join(folder, 'benchbook.config.json'), JSON.stringify(file))
  expect(await loadConfig('build', folder)).toEqual({ name: 'Ours', out: join(folder, 'public') })
  expect(await loadConfig('crawl', folder)).toEqual({ limit: 3 })
  expect(await loadConfig('bundle', folder)).toEqual({ name: 'To take along', out: join(folder, 'guides') })
})
