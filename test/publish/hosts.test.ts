import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Host } from '../../src/config/building.ts'
import { SAFETY_HEADERS } from '../../src/policy.ts'
import { refuseUnmanagedFolders } from '../../src/publish/folders-beside.ts'
import type { HostSite, TitlePage } from '../../src/publish/hosts/host-site.ts'
import { refuseTooLarge, measure, type Measured } from '../../src/publish/hosts/limits.ts'
import { writeHosts } from '../../src/publish/hosts/hosts.ts'
import { filesIn } from '../../src/publish/overlay.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'
import { hostSiteOf } from '../hosts/small-site.ts'

const GIVEN = hostSiteOf('/docs/')
const SITE: HostSite = {
  ...GIVEN,
  ...{ languages: ['de'], isCompressed: false, hasBrotli: false },
  addresses: {
    ...{ documents: GIVEN.addresses.documents, words: ['c'], languages: ['de'] },
    titles: [
      { kind: 'CATEGORY', title: 'Sewing Machine', path: '/category/sewing-machine-12a193c2/' },
      { kind: 'CATEGORY', title: 'Say "hi": 50% *off* + more?', path: '/category/say-hi-1/' },
      { kind: 'ITEM', title: 'Spudger', path: '/item/spudger-2/' },
    ],
    pages: new Map([['/x/special case/804', '/guide/804/']]),
  },
}

const things = (count: number) =>
  Array.from({ length: count }, (_, at): TitlePage => ({ kind: 'CATEGORY', title: `Thing of ${at}`, path: `/category/thing-${at}/` }))

async function written(hosts: Host[], site: HostSite = SITE, files: Record<string, string> = { 'index.html': '<h1>Home</h1>' }) {
  const folder = await temporaryFolder()
  const place = { site: join(folder, 'site'), hosts: join(folder, 'hosts'), media: join(folder, 'media') }
  await writeFiles(place.site, files)
  const notes = await writeHosts(place, hosts, site)
  const textsIn = async (path: string) => {
    const entries = (await readdir(path, { withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile())
    const names = entries.map(({ name }) => name).filter((name) => !/^(index\.html|\.benchbook\.json)$/.test(name))
    return Object.fromEntries(
      await Promise.all(names.sort().map(async (name) => [name, await readFile(join(path, name), 'utf8')] as const)),
    )
  }
  return { notes, inside: await textsIn(place.site), beside: await textsIn(place.hosts) }
}

test.for<[Host[], string[], string[]]>([
  [[], ['_headers'], []],
  [['none'], [], []],
  [['nginx'], [], ['nginx-http.conf', 'nginx-server.conf', 'nginx-shared.conf']],
  [['caddy'], [], ['Caddyfile']],
  [['apache'], ['.htaccess'], []],
  [['netlify'], ['_headers', '_redirects'], []],
  [['cloudflare'], ['_headers', '_redirects'], []],
  [['github-pages'], ['.nojekyll'], []],
  [['s3'], [], ['cloudfront-headers.json', 's3.tsv']],
  [
    ['nginx', 'netlify'],
    ['_headers', '_redirects'],
    ['nginx-http.conf', 'nginx-server.conf', 'nginx-shared.conf'],
  ],
])('for %j a build writes %j into the site and %j next to it', async ([hosts, inside, beside]) => {
  const files = await written(hosts)
  expect([Object.keys(files.inside), Object.keys(files.beside), files.notes]).toEqual([inside, beside, []])
})

test("titles of a large site are cached for a year, and uploaded after the pages' files and before their list", async () => {
  const files = ['_astro/a.B1.js', 'pagefind/titles/source/1f.txt', 'pagefind/indexes.json', 'guide/1/index.html']
  const { inside, beside } = await written(['s3', 'netlify', 'nginx'], SITE, Object.fromEntries(files.map((file) => [file, ''])))
  const lines = beside['s3.tsv']?.trim().split('\n') ?? []
  const rows = lines.map((row) => row.split('\t'))
  expect(rows.map(([key]) => key?.slice('docs/'.length))).toEqual(files)
  expect(rows[1]?.at(-1)).toContain('immutable')
  expect(inside._headers).toContain('/docs/pagefind/titles/*\n  Cache-Control: public, max-age=31536000, immutable\n')
})

test('a custom domain is written for GitHub, its own is not', async () => {
  expect((await written(['github-pages'], { ...SITE, base: '/' })).inside).toEqual({ '.nojekyll': '', CNAME: 'guides.example.org\n' })
  expect((await written(['github-pages'], { ...SITE, base: '/', site: 'https://ada.github.io' })).inside).toEqual({ '.nojekyll': '' })
})

test('the headers contain the policy for every file, and no duplicates', async () => {
  const { _headers = '' } = (await written(['cloudflare'])).inside
  for (const [name, value] of Object.entries(SAFETY_HEADERS)) expect(_headers.split(`  ${name}: ${value}\n`)).toHaveLength(2)
  expect(_headers).toContain('/docs/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n')
  for (const line of _headers.split('\n')) expect(line.length).toBeLessThan(2000)
})

test("redirects are a line each, the service's own form first, encoded as in addresses", async () => {
  const { _redirects = '' } = (await written(['netlify'])).inside
  const lines = _redirects.split('\n')
  expect(lines.slice(1, 3)).toEqual([
    '/docs/c/Sewing_Machine /docs/category/sewing-machine-12a193c2/ 301',
    '/docs/c/Say_%22hi%22%3A_50%25_%2Aoff%2A_%2B_more%3F /docs/category/say-hi-1/ 301',
  ])
  for (const line of [
    '/docs/Device/Sewing+Machine /docs/category/sewing-machine-12a193c2/ 301',
    '/docs/Item/Spudger /docs/item/spudger-2/ 301',
    '/docs/Guide/:title/:id /docs/guide/:id/ 301',
    '/docs/Anleitung/:title/:id /docs/de/guide/:id/ 301',
    '/docs/User/:id/* /docs/user/:id/ 301',
    '/docs/Document/g1/* /docs/media/3f/a.pdf 301',
    '/docs/x/special+case/804 /docs/guide/804/ 301',
    '/docs/de/* /docs/de/404.html 404',
  ])
    expect(lines).toContain(line)
  expect(lines.slice(1, -1).every((line) => /^\S+ \S+ (301|404)$/.test(line))).toBe(true)
  expect((await written(['netlify', 'cloudflare'])).inside._redirects).not.toContain(' 404')
})

test('redirects respect the limits of Cloudflare, and a note reports what is left out', async () => {
  const titles = things(5000)
  const documents = new Map(Array.from({ length: 300 }, (_, at) => [`g${at}`, '/media/3f/a.pdf']))
  const { inside, notes } = await written(['cloudflare'], { ...SITE, addresses: { ...SITE.addresses, titles, documents } })
  const rules = (inside._redirects ?? '').split('\n').slice(1, -1)
  const dynamic = rules.filter((rule) => /[*:]/.test(rule))
  expect(dynamic.length).toBeLessThanOrEqual(100)
  expect(rules.length - dynamic.length).toBeLessThanOrEqual(2000)
  expect(rules.findIndex((rule) => /[*:]/.test(rule))).toBe(rules.length - dynamic.length)
  expect(Buffer.byteLength(inside._redirects ?? '')).toBeLessThanOrEqual(100 * 1024)
  expect(notes).toEqual([expect.stringMatching(/^_redirects has no room for [\d,]+ of the service's addresses/)])
})

test('no title exceeds the line length of a server: nginx and Apache would not start', async () => {
  const titles = ['c'.repeat(4100), 'é'.repeat(300), '('.repeat(100_000), '"'.repeat(499), 'Kettle'].map((title, at): TitlePage => ({
    kind: 'CATEGORY',
    title,
    path: `/category/${at}/`,
  }))
  const { inside, beside } = await written(['nginx', 'caddy', 'apache', 'netlify'], { ...SITE, addresses: { ...SITE.addresses, titles } })
  const longest = Object.values({ ...inside, ...beside }).flatMap((text) => text.split('\n').map((line) => Buffer.byteLength(line)))
  expect(Math.max(...longest)).toBeLessThan(4096)
  for (const name of ['nginx-http.conf', 'Caddyfile']) expect(beside[name]).toContain('/category/4/')
})

test('as many titles as the largest known service has are written, within what a server reads quickly', async () => {
  const titles = things(48_000)
  const { inside, beside, notes } = await written(['nginx', 'caddy', 'apache'], { ...SITE, addresses: { ...SITE.addresses, titles } })
  const countIn = (text = '') => text.match(/\/category\/thing-/g)?.length
  expect([beside['nginx-http.conf'], beside.Caddyfile, inside['.htaccess']].map(countIn)).toEqual([144_000, 5000, 1000])
  expect(notes).toHaveLength(2)
})

test('the list for S3 has assets first and pages last, each with its type and age', async () => {
  const { 's3.tsv': list = '', 'cloudfront-headers.json': headers = '' } = (await written(['s3'])).beside
  expect(list).toBe('docs/index.html\ttext/html; charset=utf-8\tpublic, max-age=0, must-revalidate\n')
  expect(JSON.parse(headers)).toMatchObject({ SecurityHeadersConfig: { ContentTypeOptions: { Override: true } } })
})

test('a foreign folder next to the site is not replaced', async () => {
  const out = join(await temporaryFolder(), 'dist')
  await expect(refuseUnmanagedFolders(out)).resolves.toBeUndefined()
  await writeFiles(`${out}.hosts`, { 'mine.conf': '' })
  await expect(refuseUnmanagedFolders(out)).rejects.toThrow(/dist\.hosts was not made by Benchbook/)
})

const SMALL: Measured = {
  files: 10,
  copies: 0,
  index: 2,
  media: 0,
  pages: 4,
  categories: 0,
  bytes: 1000,
  largest: { file: 'a', bytes: 10 },
  fullest: { folder: 'b', entries: 3 },
}

test.for<[string, Host[], number, Partial<Measured>, RegExp]>([
  [
    'files on Cloudflare',
    ['cloudflare'],
    0,
    { files: 20_001, copies: 4000 },
    /^The site has 20,001 files, and Cloudflare Pages takes 20,000\. .* 4,000 compressed copies/,
  ],
  [
    'files, most of them media',
    ['cloudflare'],
    0,
    { files: 25_000, media: 9000 },
    / 2 of them are the search index, 4 pages, and 9,000 pictures, videos and documents, which `mediaBase` shows from another host\. There would be 16,000 without these media\. Crawl .*fewer `sizes`/,
  ],
  [
    'files, even without media',
    [],
    500,
    { files: 2000, media: 900, pages: 700, categories: 400, copies: 300 },
    / 2 of them are the search index, 700 pages \(400 of them of categories, of which `emptyCategories` listed leaves out those with neither guides nor text\), 900 pictures, videos and documents, which `mediaBase` shows from another host, and 300 compressed copies, .* There would be 1,100 without these media, still 600 too many; 1,700 without compressed copies, still 1,200 too many; 800 without both, still 300 too many\. /,
  ],
  [
    'files anywhere',
    [],
    5,
    {},
    /^The site has 10 files, and `maxFiles` allows 5\. 2 of them are the search index, and 4 pages\. Crawl a part of the service \(`category`, `since`, `limit`\), choose/,
  ],
  [
    'a large file',
    ['cloudflare'],
    0,
    { largest: { file: 'media/film.mp4', bytes: 30 * 1024 * 1024 } },
    /^media\/film\.mp4 has 30 MiB, and Cloudflare Pages takes no file above 25 MiB\. Show media from elsewhere with `mediaBase`/,
  ],
  [
    'a full folder',
    ['netlify'],
    0,
    { fullest: { folder: 'guide', entries: 54_001 } },
    /^The folder guide has 54,001 entries, and Netlify takes 54,000/,
  ],
  ['a large site', ['github-pages'], 0, { bytes: 1.2e9, media: 1 }, /^The site has 1\.2 GB, and GitHub Pages takes 1 GB\. Show media/],
])('%s: exceeding the limits of a host is refused with an error', ([, hosts, maxFiles, more, sentence]) => {
  const refusal = () => refuseTooLarge({ ...SMALL, ...more }, hosts, { maxFiles, maxFileSize: 0 })
  expect(refusal).toThrow(sentence)
  expect(refusal).toThrow(expect.objectContaining({ code: 'ERR_HOST_LIMIT', exitCode: 1 }))
  expect(() => refuseTooLarge(SMALL, hosts, { maxFiles: maxFiles > 0 ? 10 : 0, maxFileSize: 0 })).not.toThrow()
})

test('the limits of a larger plan can be set', () => {
  const large = { ...SMALL, files: 50_000, largest: { file: 'media/film.mp4', bytes: 30e6 } }
  expect(() => refuseTooLarge(large, ['cloudflare'], { maxFiles: 100_000, maxFileSize: 50e6 })).not.toThrow()
})

test('a file larger than allowed is refused for any host', () => {
  const large = { ...SMALL, largest: { file: 'media/film.mp4', bytes: 30e6 } }
  for (const hosts of [[], ['nginx']] as Host[][]) {
    const refusal = () => refuseTooLarge(large, hosts, { maxFiles: 0, maxFileSize: 25e6 })
    expect(refusal).toThrow(/^media\/film\.mp4 has 30 MB, and `maxFileSize` allows no file above 25 MB\. /)
    expect(refusal).toThrow(expect.objectContaining({ code: 'ERR_HOST_LIMIT', facts: { option: 'maxFileSize' } }))
  }
})

test.for([
  [
    '_astro/noto-sans-latin.woff2',
    /It is a part of the site itself, not one of its media: choose another host, or allow more with `maxFileSize`/,
  ],
  ['api/2.0/guides.json', /Build without `apiFiles`, which makes it, choose another host/],
  ['social/3f.jpg', /Build without `socialPictures`, which makes it, choose another host/],
  ['media/3f/a.jpg', /Show media from elsewhere with `mediaBase`, crawl smaller `sizes`, or without `zoomSize`, choose another host/],
  ['media/3f/a.pdf', /`mediaBase`, crawl with `media` pictures, which leaves videos and documents out, choose another host/],
] as const)('a refusal names what would avoid the file %s', ([file, sentence]) => {
  const large = { ...SMALL, largest: { file, bytes: 40_010 } }
  const refusal = () => refuseTooLarge(large, [], { maxFiles: 0, maxFileSize: 40e3 })
  expect(refusal).toThrow(sentence)
  expect(refusal).toThrow('has 40.1 kB, and `maxFileSize` allows no file above 40 kB.')
})

test('a site is measured with its marker, copies and fullest folder', async () => {
  const folder = await temporaryFolder()
  const pages = ['a', 'b', 'c', 'd'].map((name) => `guide/${name}/index.html`)
  const others = ['guide/a/index.html.br', 'media/3f/a.jpg', 'media/3f/a.svg.br', 'de/category/Tee/index.html']
  await writeFiles(folder, Object.fromEntries([...pages, ...others].map((file) => [file, 'four'])))
  expect(await measure(filesIn(folder))).toEqual({
    files: 9,
    copies: 1,
    index: 0,
    media: 2,
    pages: 5,
    categories: 1,
    bytes: 32,
    largest: expect.objectContaining({ bytes: 4 }) as unknown,
    fullest: { folder: 'guide', entries: 4 },
  })
})
