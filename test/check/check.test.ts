import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CheckOptions, checkSite } from '../../src/check/check.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { writeFiles } from '../folders.ts'

let dist: string

beforeEach(async () => {
  dist = await temporaryFolder()
})

/** Checks a site of these files; other texts are wrapped into an HTML document. */
async function findings(files: Record<string, string | Uint8Array>, options: Partial<CheckOptions> = {}) {
  await writeFiles(dist, files)
  const result = await checkSite(dist, { base: '/', ...options })
  return result.findings.map(({ kind, what, pages }) => `${kind}: ${what} (${pages.join(' ')})`)
}

describe('in a site with relative links', () => {
  const files = { 'guide/1/index.html': '', 'a.jpg': '' }
  const of = (html: string, name = 'guide/2/index.html') => findings({ ...files, [name]: html }, { base: '/guides/', links: 'relative' })

  test('a link to a file of the site resolves, wherever the site is', async () => {
    const html = '<a href="../1/index.html?q=x#top"></a><img src="../../a.jpg"><a href="#top"></a><a href="?q=x"></a><a href=""></a>'
    expect(await of(html)).toEqual([])
  })

  test.each([
    ['/guides/guide/1/index.html', 'starts at the root of the host'],
    ['../1/', 'names a folder and no file'],
    ['../1/#top', 'names a folder and no file'],
    ['.', 'names a folder and no file'],
    ['../../../a.jpg', 'lies outside /any/folder/of/any/host/or/disk/'],
    ['../3/index.html', 'does not exist'],
  ])('the link %s does not resolve: it %s', async (href, why) => {
    expect(await of(`<a href="${href}">x</a>`)).toEqual([`dead link: ${href} ${why} (guide/2/index.html)`])
  })

  test('the page that hosts show at any address has root-relative links', async () => {
    expect(await of('<a href="/guides/guide/1/"></a>', '404.html')).toEqual([])
  })
})

test.skipIf(process.platform === 'win32')('a pipe in the place of a file is reported without waiting for it', async () => {
  await writeFiles(dist, { 'guide/': '' })
  execFileSync('mkfifo', [join(dist, 'guide/index.html'), join(dist, 'a.woff2')])
  expect(await findings({ 'index.html': '' }, { built: new Map() })).toEqual(
    expect.arrayContaining(['changed file: a.woff2 is no file (a.woff2)', 'changed file: guide/index.html is no file (guide/index.html)']),
  )
})

describe('a link resolves', () => {
  const pages = { 'guide/1/index.html': '<h1 id="top-of-it">One</h1>', 'a b/ü.pdf': '', '404.html': '' }

  test.each([
    '/guide/1/',
    '/guide/1/#top-of-it',
    '/guide/1/?q=x',
    'guide/1/index.html',
    './guide/1/',
    '/a%20b/%C3%BC.pdf',
    '#',
    '#top',
    '#:~:text=One',
    '/guide/1/#:~:text=One',
    '/a%20b/%C3%BC.pdf#page=3',
    'https://elsewhere.example/x',
    'mailto:a@b.example',
    '//elsewhere.example/x',
    'data:,x',
  ])('to %s', async (href) => {
    expect(await findings({ ...pages, 'index.html': `<a href="${href}">x</a>` })).toEqual([])
  })

  test('only below the base', async () => {
    const index = '<a href="/guides/guide/1/"></a><a href="/guide/1/"></a><a href="guide/1/"></a>'
    expect(await findings({ ...pages, 'index.html': index }, { base: '/guides/' })).toEqual([
      'dead link: /guide/1/ lies outside /guides/ (index.html)',
    ])
  })

  test('if it has the address of the future site', async () => {
    const index =
      '<link rel="canonical" href="https://my.example/guides/"><a href="https://my.example/guides/gone/"></a><a href="https://my.example/shop"></a>'
    expect(await findings({ 'index.html': index }, { base: '/guides', site: 'https://my.example' })).toEqual([
      'dead link: https://my.example/guides/gone/ does not exist (index.html)',
    ])
  })
})

test('the addresses of a srcset may contain commas', async () => {
  const index = '<img srcset="/guide/1/?a,b 300w, /gone,x/ 600w,\n/gone,y/ 900w, /index.html">'
  expect(await findings({ 'guide/1/index.html': '', 'index.html': index })).toEqual([
    'dead link: /gone,x/ does not exist (index.html)',
    'dead link: /gone,y/ does not exist (index.html)',
  ])
})

describe('a dead link is found', () => {
  test.each([
    ['in a link', '<a href="/gone/">x</a>'],
    ['in a picture', '<img src="/gone/">'],
    ['in a srcset', '<img srcset="/index.html 300w, /gone/ 600w">'],
    ['in a source of a picture', '<picture><source srcset="/gone/ 2x"></picture>'],
    ['in a poster', '<video poster="/gone/"></video>'],
    ['in a video', '<video><source src="/gone/"></video>'],
    ['in a stylesheet', '<link rel="stylesheet" href="/gone/">'],
    ['in a script', '<script src="/gone/"></script>'],
    ['in a frame', '<iframe src="/gone/"></iframe>'],
    ['in a form', '<form action="/gone/"></form>'],
    ['in a drawing', '<svg><use href="/gone/"/></svg>'],
    ['in a redirect', '<meta http-equiv="refresh" content="0; url=/gone/">'],
    ['in a social picture', '<meta property="og:image" content="/gone/">'],
    ['where JavaScript is off', '<noscript><img src="/gone/"></noscript>'],
  ])('%s', async (_, html) => {
    expect(await findings({ 'index.html': html })).toEqual(['dead link: /gone/ does not exist (index.html)'])
  })

  test.each([
    ['the sitemap', 'sitemap-0.xml', '<url><loc>https://my.example/</loc></url><url><loc>https://my.example/gone/</loc></url>'],
    ['an image sitemap', 'sitemap-1.xml', '<url><image:image><image:loc>https://my.example/gone/</image:loc></image:image></url>'],
    ['an Atom feed', 'de/feed.xml', '<feed><link rel="self" href="https://my.example/"/><link href="https://my.example/gone/"/></feed>'],
    [
      'a JSON feed',
      'feed.json',
      JSON.stringify({ home_page_url: 'https://my.example/', items: [{ image: 'https://my.example/gone/' }] }, null, 2),
    ],
    ['llms.txt', 'llms.txt', '- [Home](https://my.example/)\n- [Gone](https://my.example/gone/): x'],
  ])('in %s', async (_, file, text) => {
    expect(await findings({ 'index.html': '', [file]: text }, { site: 'https://my.example' })).toEqual([
      `dead link: https://my.example/gone/ does not exist (${file})`,
    ])
  })

  test('if it lacks the slash that the host would have to add', async () => {
    expect(await findings({ 'index.html': '<a href="/guide/1">x</a>', 'guide/1/index.html': '' })).toEqual([
      'dead link: /guide/1 lacks the slash at its end (index.html)',
    ])
  })

  test('if it has a stray per cent sign or is not an address', async () => {
    expect(await findings({ 'index.html': '<a href="/100%/">x</a><a href="http://[">x</a>' })).toEqual([
      'dead link: /100%/ does not exist (index.html)',
      'dead link: http://[ is no address (index.html)',
    ])
  })

  test('once for many pages, with each of them', async () => {
    expect(await findings({ 'a.html': '<a href="/gone/">x</a>', 'b.html': '<a href="/gone/">x</a><a href="/gone/">y</a>' })).toEqual([
      'dead link: /gone/ does not exist (a.html b.html)',
    ])
  })
})

test('an embed that waits for a click is not a link', async () => {
  expect(await findings({ 'index.html': '<button data-embed="/gone/" data-src="/gone/">Play</button>' })).toEqual([])
})

test.each(['preconnect', 'dns-prefetch'])('the host named by %s is not a page', async (rel) => {
  expect(await findings({ 'index.html': `<link rel="${rel}" href="/media-host">` })).toEqual([])
})

test('the content of a template is not part of the page', async () => {
  const html = '<p id="x"></p><template><a href="/gone/" id="x"><template></template><a href="/gone/"></template><a href="/gone-too/">'
  expect(await findings({ 'index.html': html })).toEqual(['dead link: /gone-too/ does not exist (index.html)'])
})

describe('a fragment', () => {
  test('resolves to an id or a named anchor on its or another page', async () => {
    const a = '<a href="#here">x</a><a href="/b.html#s12">x</a><a href="/b.html#%C3%BC">x</a><p id="here">'
    expect(await findings({ 'a.html': a, 'b.html': '<a name="s12"></a><p id="ü">' })).toEqual([])
  })

  test('without a target is found', async () => {
    expect(await findings({ 'a.html': '<a href="#nowhere">x</a><a href="/b.html#step-9">x</a>', 'b.html': '<p id="step-1">' })).toEqual([
      'dead fragment: #nowhere (a.html)',
      'dead fragment: b.html#step-9 (a.html)',
    ])
  })
})

test('an id that repeats on a page is found, the same id on two pages is not', async () => {
  expect(await findings({ 'a.html': '<p id="x"><p id="x"><p id="x"><p id="y">', 'b.html': '<p id="y">' })).toEqual([
    'repeated id: x (a.html)',
  ])
})

describe('an address of this machine is found', () => {
  test.each(['http://127.0.0.1:4999/a.jpg', 'http://localhost:8080/', 'http://[::1]:3000/x'])('in a reference: %s', async (address) => {
    expect(await findings({ 'index.html': `<img src="${address}">` })).toEqual([`loopback address: ${address} (index.html)`])
  })

  test('in text, scripts and data, if it is the crawled source', async () => {
    const files = {
      'a.html': '<p>Crawled from http://127.0.0.1:4999/api/2.0</p>',
      'b.html': '<script type="application/ld+json">{"url":"http:\\/\\/127.0.0.1:4999\\/Guide\\/1"}</script>',
      'c.json': '{"x":"http://127.0.0.1:4999"}',
      'd.html': '<p>Then open http://127.0.0.1:8080 in your browser.</p>',
    }
    expect(await findings(files, { loopback: ['http://127.0.0.1:4999'] })).toEqual([
      'loopback address: http://127.0.0.1:4999 (a.html b.html c.json)',
    ])
  })
})

test('a path of this machine is found in references, text and scripts', async () => {
  const files = {
    'a.html': '<img src="file:///srv/a.jpg">',
    'b.js': 'const from = "/srv/build/site/x.mjs"',
    'c.html': '<p>/srv is a folder</p>',
  }
  expect(await findings(files, { machinePaths: ['/srv/build'] })).toEqual([
    'machine path: /srv/build (b.js)',
    'machine path: file:///srv/a.jpg (a.html)',
  ])
})

test('an interruption stops the check', async () => {
  const signal = AbortSignal.abort(new Error('stop'))
  await expect(findings({ 'index.html': '' }, { signal })).rejects.toThrow('stop')
})

test('pages, files and followed references are counted', async () => {
  await findings({ 'index.html': '<a href="/a.html">x</a><a href="https://x.example/">x</a>', 'a.html': '', 'x.css': '' })
  expect(await checkSite(dist, { base: '/' })).toEqual({ pages: 2, files: 3, references: 1, findings: [], hasMedia: true })
})

test('a media file that differs from the checksum in its name is found; without one nothing is checked', async () => {
  const name = (bytes: string, digest: string) => `media/3f/${'3f'.repeat(10)}-4x3-${bytes.length}-${digest}.jpg`
  const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  const [good, long, other] = [name('good', sha256('good')), name('long', sha256('long')), name('othr', sha256('othr'))]
  const found = await findings({ [good]: 'good', [long]: 'long!', [other]: 'gone', [`media/3f/${'3f'.repeat(10)}.jpg`]: 'any' })
  expect(found.sort()).toEqual([long, other].map((file) => `damaged file: ${file} (${file})`).sort())
})

test('an address of this machine is found in the packed texts of the search and in our own file as well', async () => {
  const files = {
    ...{ '.benchbook.json': '{"a":"http://127.0.0.1:4999"}', _headers: 'http://127.0.0.1:4999' },
    'pagefind/fragment/en_1.pf_fragment': gzipSync('see http://127.0.0.1:4999/x'),
  }
  expect(await findings(files, { loopback: ['http://127.0.0.1:4999'] })).toEqual([
    'loopback address: http://127.0.0.1:4999 (.benchbook.json _headers pagefind/fragment/en_1.pf_fragment)',
  ])
})
