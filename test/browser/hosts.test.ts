import { readFileSync } from 'node:fs'
import { glob, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect } from 'vitest'
import { SAFETY_HEADERS } from '../../src/policy.ts'
import { succeed } from '../benchbook.ts'
import { ask, locationOf } from '../hosts/answer.ts'
import { type Lead, realLeads, sampleLeads } from '../hosts/addresses.ts'
import { type Placed, type Server, startServer, whyNot } from '../hosts/servers.ts'
import { hostFolder } from '../hosts/small-site.ts'
import { startRealSite } from '../real-site/site.ts'
import { copySample, SAMPLE } from '../sample-copy.ts'
import { test } from './browser.ts'
import { ask as search, hits } from './search.ts'

const REAL_SITE = process.env.REAL_SITE ?? ''
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATED = 'public, max-age=0, must-revalidate'

const folder = hostFolder()

type Built = Placed & { out: string }

async function build(cache: string, base: string): Promise<Built> {
  const root = join(folder, `root${base.replaceAll('/', '-')}`)
  const out = join(root, base)
  await mkdir(root)
  const flags = '--target nginx,caddy --target apache --compress --nginx-brotli --site https://guides.example.org'
  await succeed(['build', '--cache', cache, '--out', out.replace(/\/$/, ''), '--base', base, ...flags.split(' ')])
  return { root, out, beside: `${out.replace(/\/$/, '')}.hosts` }
}

/** The sample with German translations. */
const sampleCache = () => copySample(join(folder, 'sample-cache'), ['de'])

async function realCache(): Promise<string> {
  const cache = join(folder, 'real-cache')
  const { api, stop } = await startRealSite(REAL_SITE)
  try {
    await succeed(['crawl', '--source', api, '--cache', cache, '--sizes', 'standard'])
  } finally {
    stop()
  }
  return cache
}

const SITES = [
  { what: 'the sample below /docs/', base: '/docs/', cache: sampleCache, leads: () => sampleLeads(SAMPLE), query: 'kettle', isWhole: true },
  ...(REAL_SITE
    ? [{ what: 'a real site at the root', base: '/', cache: realCache, leads: () => realLeads(REAL_SITE), query: 'frame', isWhole: false }]
    : [
        { what: 'the sample at the root', base: '/', cache: sampleCache, leads: () => sampleLeads(SAMPLE), query: 'kettle', isWhole: true },
      ]),
]
if (!REAL_SITE) console.warn('REAL_SITE names no folder with a real site: only addresses of the sample are tested.')

describe.each(SITES)('$what', ({ base, cache, leads, query, isWhole }) => {
  let site: Built

  beforeAll(async () => {
    site = await build(await cache(), base)
  })

  describe.each(['nginx', 'caddy', 'apache'] as const)('on %s', (name) => {
    const why = whyNot(name)
    if (why) console.warn(`Skipped: ${name}, since ${why}.`)

    describe.skipIf(why)('with our configuration', () => {
      let server: Server
      let addresses: readonly Lead[]
      const at = (path: string, headers?: Record<string, string>) => ask(server.origin, base + path, headers)
      const fileLike = async (pattern: string): Promise<string> => {
        for await (const file of glob(pattern, { cwd: site.out })) return file
        throw new Error(`There is no ${pattern} in ${site.out}`)
      }

      beforeAll(async () => {
        addresses = await leads()
        server = await startServer(name, site)
        return () => server.stop()
      })

      test('pages have their headers, and are revalidated', async () => {
        const { status, headers, body } = await at('guide/1/')
        expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', REVALIDATED])
        expect(body).toEqual(readFileSync(join(site.out, 'guide/1/index.html')))
        for (const [header, value] of Object.entries(SAFETY_HEADERS)) expect(headers[header.toLowerCase()], header).toBe(value)
      })

      test('content-hashed files are cached for a year, others are not', async () => {
        const named = '_astro/*.js _astro/*.css media/*/*.webp media/*/*.png pagefind/*.pf_meta pagefind/fragment/*'.split(' ')
        for (const pattern of named.slice(0, isWhole ? undefined : 2))
          expect((await at(await fileLike(pattern))).headers['cache-control'], pattern).toBe(IMMUTABLE)
        for (const file of ['', 'favicon.svg', 'pagefind/pagefind.js', 'pagefind/indexes.json', 'copy.json'])
          expect((await at(file)).headers['cache-control'], file).toBe(REVALIDATED)
      })

      test('files have the types that browsers want', async () => {
        const typeOf = async (file: string) => (await at(file)).headers['content-type']
        for (const pattern of ['pagefind/wasm.*.pagefind', 'pagefind/*.pf_meta', 'pagefind/fragment/*', 'pagefind/index/*'])
          expect(await typeOf(await fileLike(pattern)), pattern).toBe('application/octet-stream')
        expect(await typeOf(await fileLike('_astro/*.js'))).toMatch(/^(?:text|application)\/javascript/)
        expect(await typeOf(await fileLike('_astro/*.css'))).toMatch(/^text\/css/)
        expect(await typeOf('copy.json')).toMatch(/^application\/json/)
        expect(await typeOf('favicon.svg')).toMatch(/^image\/svg\+xml/)
        for (const folder of isWhole ? ['', 'de/'] : [''])
          expect(await typeOf(`${folder}app.webmanifest`), folder).toBe('application/manifest+json')
      })

      test.for([
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const)('a client that accepts %s gets that copy, under the type of the file', async ([encoding, unpack]) => {
        for (const [path, file] of [
          ['guide/1/', 'guide/1/index.html'],
          ['', 'index.html'],
          ['404.html', '404.html'],
          ['sitemap-1.xml', 'sitemap-1.xml'],
        ] as const) {
          const { status, headers, body } = await at(path, { 'accept-encoding': encoding })
          expect([status, headers['content-encoding']], path).toEqual([200, encoding])
          expect(headers.vary, path).toMatch(/accept-encoding/i)
          expect(headers['content-type'], path).toBe((await at(path)).headers['content-type'])
          expect(unpack(body), path).toEqual(readFileSync(join(site.out, file)))
        }
        const { headers } = await at(await fileLike('pagefind/*.pf_meta'), { 'accept-encoding': encoding })
        expect(headers['content-encoding']).toBeUndefined()
      })

      test('addresses of the service redirect to their copies', async () => {
        expect(addresses.length).toBeGreaterThanOrEqual(40)
        const wrong: string[] = []
        for (const [address, copy] of addresses) {
          const answer = await ask(server.origin, base + address.slice(1))
          const location = locationOf(answer, server.origin)
          const isRight = answer.status === 301 && location.startsWith(base + copy.slice(1))
          const there = isRight ? (await ask(server.origin, location)).status : 0
          // Apache allows no slash in a title: the page "not found" leads on.
          const isLeft = name === 'apache' && /%2F/i.test(address) && answer.status === 404
          if (there !== 200 && !isLeft) wrong.push(`${address} → ${answer.status} ${location} ${there}`)
        }
        expect(wrong).toEqual([])
      })

      test('a missing page is 404 with the page of its language, and is not cached', async () => {
        const page = readFileSync(join(site.out, '404.html'))
        const missing = 'nothing/ guide/99999/ guide/99999 Guide/Gone/99999 Device/Nothing_Like_It _astro/gone.js media/3f/ media/3f'.split(
          ' ',
        )
        for (const path of [...missing, '.benchbook.json', '.htaccess', '%2ebenchbook.json', 'guide/%0d%0aX-Bad:1/']) {
          const { status, headers, body } = await at(path)
          expect([status, headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8'])
          expect(headers['cache-control'] ?? '', path).not.toContain('immutable')
          expect(headers['content-security-policy'], path).toBe(SAFETY_HEADERS['Content-Security-Policy'])
          expect(body.equals(page), path).toBe(true)
        }
        if (!isWhole) return
        const { status, body } = await at('de/nothing/')
        expect([status, body.equals(readFileSync(join(site.out, 'de/404.html')))]).toEqual([404, true])
      })

      test('the search works, and nothing breaks the policy', async ({ open }) => {
        const page = await open(`${server.origin}${base}search/`)
        await search(page, query)
        await expect.poll(() => hits(page).count()).toBeGreaterThan(0)
        await open(`${server.origin}${base}`)
      })

      test('an anchor of the service leads to its step', async ({ open }) => {
        const [[address, copy] = ['', '']] = addresses
        const html = readFileSync(join(site.out, copy, 'index.html'), 'utf8')
        const anchor = [...html.matchAll(/id="(s\d+)"/g)].at(-1)?.[1] ?? ''
        const page = await open(`${server.origin}${base}${address.slice(1)}#${anchor}`)
        expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(`${base}${copy.slice(1)}#${anchor}`)
        expect(anchor).not.toBe('')
        await expect.poll(() => page.locator(`#${anchor}`).evaluate((step) => step.getBoundingClientRect().top < innerHeight)).toBe(true)
      })

      test('the page "not found" redirects if a host has no rule', async ({ open, skip }) => {
        skip(!isWhole, 'it is about a title of the sample')
        const page = await open(`${server.origin}${base}Device/Kettle_1.7+L?x=1#top`, { expectStatus: 404 })
        await page.waitForURL(`${server.origin}${base}category/kettle-1-7-l-21764d08/*`)
        await expect.poll(() => page.title()).toContain('Kettle 1.7 L')
      })
    })
  })
})
