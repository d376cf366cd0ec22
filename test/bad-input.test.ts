import { execFileSync } from 'node:child_process'
import { chmod, cp, readdir, symlink } from 'node:fs/promises'
import { createServer as createSecureServer } from 'node:https'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packSite } from '../src/bundle/pack.ts'
import { CacheWriter } from '../src/cache/writer.ts'
import { writeMarker } from '../src/publish/marker.ts'
import { benchbookHere } from './benchbook-here.ts'
import { packing, smallSite } from './bundle/small-site.ts'
import { manifestOf, temporaryFolder, writeCache } from './cache/small-cache.ts'
import { CERTIFICATE, KEY } from './crawl/self-signed.ts'
import { hostOf, listen } from './crawl/server.ts'
import { guides, smallService } from './crawl/small-service.ts'
import { SAMPLE, serveSample } from './replica/peer.ts'
import { differing, siteFiles } from './site-files.ts'

interface Given {
  args: string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** A folder that the command must not change. */
  untouched?: string
}
/** The code, and facts by name; the exit code is 2 unless stated. */
type Told = { code: string; exitCode?: number; [fact: string]: unknown } | string
/** What a person enters, what a program gets, and words of the sentence. */
type Row = readonly [name: string, given: string[] | (() => Given | Promise<Given>), told: Told, ...words: string[]]

const newFolder = async (name: string) => join(await temporaryFolder(), name)

const crawlOf = async (source: string, env: NodeJS.ProcessEnv = {}, ...more: string[]): Promise<Given> => ({
  args: ['crawl', '--source', source, '--cache', await newFolder('cache'), '--retries', '0', ...more],
  env,
})
const crawlInto = (cache: string): Given => ({ args: ['crawl', '--source', 'http://127.0.0.1:1', '--cache', cache] })
const buildOf = async (cache: string, ...more: string[]): Promise<Given> => ({
  args: ['build', '--cache', cache, '--out', await newFolder('dist'), ...more],
})
const withManifest = (text: string) => async () => buildOf(await temporaryFolder({ 'manifest.json': text }))

/** A source that answers every request alike, except for its robots.txt. */
const answering =
  (status: number, headers: Record<string, string> = {}, robots = '') =>
  async () => {
    const { url } = await listen((_, response, { pathname }) => {
      if (pathname === '/robots.txt') response.writeHead(robots ? 200 : 404).end(robots)
      else response.writeHead(status, headers).end('<p>')
    })
    return crawlOf(url)
  }

/** A source that accepts requests but does not answer. */
const hanging = async () => crawlOf((await listen(() => undefined)).url, {}, '--headers-timeout-ms', '100', '--ignore-robots')

/** A site that its marker identifies as ours, with a guide. */
async function siteWith(more: Record<string, string> = {}): Promise<string> {
  const crumbs =
    '<script type="application/ld+json">{"@type":"BreadcrumbList","x":[{"name":"Home"},{"name":"Pots & Pans"},{"name":"Pot"}]}</script>'
  const out = await temporaryFolder({ 'index.html': 'old', 'guide/7/index.html': crumbs, 'de/guide/7/': '', ...more })
  await writeMarker(out, { product: 'Benchbook/0', base: '/', site: '' })
  return out
}

const pdfOf =
  (browser: string, ...args: string[]) =>
  async (): Promise<Given> => {
    const out = await siteWith()
    return { args: ['pdf', '--out', out, '--out-pdf', `${out}-pdf`, ...args], env: { CHROME_PATH: browser }, untouched: out }
  }
const into =
  (files: Record<string, string>, { below = '', cache = SAMPLE } = {}) =>
  async (): Promise<Given> => {
    const folder = files['index.html'] ? await siteWith(files) : await temporaryFolder(files)
    return { args: ['build', '--cache', cache || join(folder, 'cache'), '--out', join(folder, below)], untouched: folder }
  }

const WORDS: readonly Row[] = [
  ['an unknown command', ['crwl'], 'ERR_USAGE', "unknown command 'crwl'", 'crawl?', 'See "benchbook --help"'],
  ['an unknown option', ['crawl', '--nonsense'], 'ERR_USAGE', "unknown option '--nonsense'", 'See "benchbook crawl --help"'],
  ['a misspelt option', ['crawl', '--sorce', 'x'], { code: 'ERR_USAGE', kind: 'UsageError' }, 'Did you mean --source?'],
  [
    'an option of another command',
    ['check', '--max-failed', '1'],
    'ERR_USAGE',
    'an option of crawl: it takes effect with the next crawl',
    'Run "benchbook crawl" with it.',
  ],
  [
    'an option that needs another build',
    ['serve', '--synonyms', 'our-words.json'],
    'ERR_USAGE',
    'an option of build and bundle: it takes effect when the site is built',
    'Run "benchbook build" with it.',
  ],
  ['an option before the command', ['--quiet', 'pdf'], 'ERR_USAGE', 'Write --quiet after the command, such as "benchbook crawl --quiet".'],
  ['an option without its value', ['crawl', '--source'], 'ERR_USAGE', "option '--source <URL>' argument missing"],
  [
    'a switch with a value',
    ['build', '--compress=yes'],
    'ERR_USAGE',
    '--compress takes no value: write --compress alone, or leave it out.',
  ],
  ['a switch that is on, with a value', ['build', '--no-app=1'], 'ERR_USAGE', '--no-app takes no value'],
  ["a switch of another command's, with a value", ['check', '--compress=1'], 'ERR_USAGE', "'--compress=1'", '"benchbook build"'],
  ['a word too many', ['crawl', 'http://127.0.0.1:1'], 'ERR_USAGE', 'too many arguments', 'See "benchbook crawl --help"'],
  ['a token on the command line', ['crawl', '--token', 'secret'], 'ERR_USAGE', "unknown option '--token'"],
  // All wrong values are in config.test.ts.
  ['a wrong value', ['crawl', '--max-media-bytes', 'many'], { code: 'ERR_OPTION', option: 'maxMediaBytes' }, '--max-media-bytes must be'],
  [
    'a wrong address',
    ['crawl', '--source', 'my site'],
    { code: 'ERR_OPTION', option: 'source' },
    'such as https://www.ifixit.com',
    '"my site"',
  ],
  [
    'a host beside none',
    ['build', '--target', 'nginx,none'],
    { code: 'ERR_OPTION', option: 'target' },
    '--target must be none, or a list such as',
  ],
  ['no source', ['crawl'], { code: 'ERR_OPTION', option: 'source' }, 'Add --source'],
  ['a wrong token', () => ({ args: ['crawl'], env: { BENCHBOOK_TOKEN: 'a b' } }), { code: 'ERR_OPTION', option: 'token' }],
  ['a wrong variable', () => ({ args: ['crawl'], env: { BENCHBOOK_RETRIES: 'many' } }), 'ERR_OPTION', 'BENCHBOOK_RETRIES must be a whole'],
  ...[
    ['BENCHBOOK_SORCE', "unknown variable 'BENCHBOOK_SORCE' (Did you mean BENCHBOOK_SOURCE?)"] as const,
    ['BENCHBOOK_MAX_MEDIA_BYTE', 'Did you mean BENCHBOOK_MAX_MEDIA_BYTES?'] as const,
    ['BENCHBOOK_XYZZY', "unknown variable 'BENCHBOOK_XYZZY'. See docs/options.md."] as const,
  ].map(([name, words]): Row => [
    `a misspelt variable ${name}`,
    () => ({ args: ['check', '--out', '/nowhere'], env: { [name]: 'x' } }),
    'ERR_USAGE',
    words,
  ]),
]

const SOURCES: readonly Row[] = [
  ['nobody there', () => crawlOf('http://127.0.0.1:1'), { code: 'ERR_SOURCE_UNREACHABLE', option: 'source' }, '127.0.0.1:1', 'Check'],
  ['no such host', () => crawlOf('http://no-such-host.invalid'), 'ERR_SOURCE_UNREACHABLE', 'no-such-host.invalid'],
  [
    'http where https is asked for',
    async () => crawlOf((await listen((_, response) => void response.end())).url.replace('http:', 'https:')),
    'ERR_SOURCE_CERTIFICATE',
    'No safe connection',
  ],
  ['no service, but a website', answering(200, { 'content-type': 'text/html' }), 'ERR_SOURCE_NOT_API', 'web page'],
  ['nothing of the API', answering(404), 'ERR_SOURCE_NOT_API', 'There is no Content API 2.0 at'],
  [
    'a redirect to another host',
    answering(301, { location: 'https://elsewhere.example/api/2.0/guides' }),
    { code: 'ERR_SOURCE_REDIRECTED', option: 'source' },
    'redirects to another host',
    '--source https://elsewhere.example',
  ],
  ['a refusal', answering(403), { code: 'ERR_SOURCE_REFUSED', status: 403 }],
  [
    'a wall against robots',
    answering(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }),
    { code: 'ERR_WALL', status: 403, exitCode: 2 },
    'A wall against robots before',
  ],
  ['a service that hangs', hanging, { code: 'ERR_SOURCE_UNAVAILABLE', exitCode: 2 }],
  ['a service that is down', answering(500), { code: 'ERR_SOURCE_UNAVAILABLE', status: 500, exitCode: 2 }],
  ['a robots.txt that says no', answering(200, {}, 'User-agent: *\nDisallow: /'), { code: 'ERR_ROBOTS', option: 'ignoreRobots' }],
  [
    'a certificate that nobody vouches for',
    async () => {
      const server = createSecureServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end('[]'))
      return crawlOf(`https://${(await hostOf(server)).replace('127.0.0.1', 'localhost')}`)
    },
    'ERR_SOURCE_CERTIFICATE',
    'certificate',
  ],
  [
    'a token that is refused',
    async () => crawlOf((await serveSample()).url, { BENCHBOOK_TOKEN: 'wrong' }),
    { code: 'ERR_UNAUTHORISED', option: 'token', status: 401 },
    'check BENCHBOOK_TOKEN',
  ],
  [
    'a part that is empty',
    async () => crawlOf((await smallService({ guides: guides(2) })).url, {}, '--category', 'Of Nothing'),
    'ERR_PART_EMPTY',
    'for the part --category "Of Nothing".',
  ],
]

/** A crawl into a cache that already holds something. */
async function crawlAfter(before: (url: string, cache: string) => Promise<unknown>, ...more: string[]): Promise<Given> {
  const { url } = await smallService({ guides: guides(3) })
  const cache = await newFolder('cache')
  await before(url, cache)
  return { args: ['crawl', '--source', url, '--cache', cache, '--retries', '0', ...more], untouched: cache }
}

const CACHES: readonly Row[] = [
  [
    'none',
    async () => buildOf(await newFolder('none')),
    { code: 'ERR_CACHE_MISSING', option: 'cache', path: expect.stringMatching(/none$/) },
    'There is no cache in',
    'Crawl a service into it first, or name the right folder with --cache.',
  ],
  [
    'a folder as the manifest',
    async () => buildOf(await temporaryFolder({ 'manifest.json/note.txt': '' })),
    'ERR_CACHE_MISSING',
    'holds no finished crawl',
  ],
  [
    'a pipe as the manifest',
    async () => {
      const cache = await temporaryFolder()
      execFileSync('mkfifo', [join(cache, 'manifest.json')])
      return buildOf(cache)
    },
    'ERR_CACHE_MISSING',
    'holds no finished crawl',
  ],
  ['a file', async () => buildOf(join(await temporaryFolder({ file: '' }), 'file')), 'ERR_CACHE_MISSING', 'There is no cache in'],
  ['an empty folder', async () => buildOf(await temporaryFolder()), 'ERR_CACHE_MISSING', 'holds no finished crawl'],
  ['a folder of something else', () => buildOf(import.meta.dirname), 'ERR_CACHE_MISSING', 'holds no finished crawl'],
  [
    'no cache, with the switch in the environment',
    () => ({ args: ['report', '--cache', '/nowhere'], env: { BENCHBOOK_JSON: 'on' } }),
    { code: 'ERR_CACHE_MISSING', kind: 'CacheError' },
  ],
  [
    'an unfinished crawl',
    async () => {
      const cache = await temporaryFolder()
      new CacheWriter(cache).record({ kind: 'guide', id: '1' }, '{}')
      return buildOf(cache)
    },
    { code: 'ERR_CACHE_UNFINISHED', path: expect.any(String) },
    'has not finished',
    'Crawl again with the same options',
  ],
  [
    'a newer format',
    withManifest(JSON.stringify({ format: 99, anything: 'else' })),
    { code: 'ERR_CACHE_NEWER', path: expect.any(String) },
    'has format 99, this Benchbook reads up to 2. Update Benchbook',
  ],
  [
    'a damaged manifest',
    withManifest('{"format":'),
    { code: 'ERR_CACHE_DAMAGED', path: expect.any(String) },
    'manifest.json is damaged. Crawl again',
  ],
  [
    'a manifest with a field that is not ours',
    withManifest(JSON.stringify({ ...manifestOf(), origins: 'https://repair.example' })),
    { code: 'ERR_CACHE_DAMAGED', option: 'cache', field: 'origins' },
    'is no manifest that Benchbook wrote (field "origins")',
  ],
  ...['null', '1', '"format"', '[]', '{"format": 1}'].map((text): Row => [
    `${text} as the manifest`,
    withManifest(text),
    'ERR_CACHE_DAMAGED',
    'is no manifest that Benchbook wrote',
  ]),
  [
    'a link in it',
    async () => {
      const cache = await temporaryFolder({ 'manifest.json': JSON.stringify(manifestOf()) })
      await symlink(SAMPLE, join(cache, 'media'))
      return buildOf(cache)
    },
    { code: 'ERR_CACHE_LINK', path: expect.stringMatching(/media$/) },
  ],
  [
    'of another source',
    () => crawlAfter((_, cache) => writeCache(cache, {})),
    { code: 'ERR_CACHE_OTHER_SOURCE', option: 'sourceWas', path: expect.any(String) },
    'holds a copy of https://repair.example',
    '--cache',
  ],
  [
    'of another part',
    async () => ({
      args: (await crawlAfter((url, cache) => benchbookHere(['crawl', '--source', url, '--cache', cache, '--quiet']), '--limit', '1')).args,
    }),
    { code: 'ERR_CACHE_OTHER_PART', option: 'cache', path: expect.any(String) },
    'a crawl of the part --limit 1 would replace. Name another folder with --cache.',
  ],
  [
    'of something else, to a crawl',
    () => crawlAfter(async (_, cache) => symlink(await temporaryFolder({ 'thesis.txt': 'mine' }), cache)),
    { code: 'ERR_CACHE_FOREIGN', path: expect.any(String) },
  ],
  [
    'that another crawl writes',
    async () => {
      const lock = JSON.stringify({ since: new Date().toISOString(), host: 'elsewhere', pid: 1 })
      return crawlInto(await temporaryFolder({ 'crawl.lock': lock }))
    },
    { code: 'ERR_CACHE_LOCKED', path: expect.stringMatching(/crawl\.lock$/) },
  ],
  [
    'with a folder in the place of its lock',
    async () => crawlInto(await temporaryFolder({ 'crawl.lock/': '' })),
    'ERR_CACHE_LOCKED',
    'crawl.lock cannot be taken',
  ],
  ...[{}, { 'report.md': '# Crawl\n', 'report.json': '{"format":' }].map((report, at): Row => [
    at === 0 ? 'without a report' : 'with a damaged report',
    async () => {
      const cache = await temporaryFolder(report)
      await writeCache(cache, {})
      return { args: ['report', '--cache', cache] }
    },
    { code: 'ERR_REPORT', path: expect.stringMatching(at === 0 ? /-\w{6}$/ : /report\.json$/) },
    at === 0 ? 'has left no report' : '',
  ]),
]

const SITES: readonly Row[] = [
  [
    'an export whose site nobody could reach',
    ['export', '--source', 'http://127.0.0.1:1', '--site', 'http://127.0.0.1:8080'],
    'ERR_OPTION',
    '--site http://127.0.0.1:8080 is an address of this machine',
    'leave',
  ],
  ...['words', 'pages', 'components', 'colours', 'logo', 'synonyms'].map((option): Row => [
    `--${option} that cannot be used`,
    () => buildOf(SAMPLE, `--${option}`, '/nowhere/none'),
    { code: 'ERR_CUSTOM_FILE', option, path: '/nowhere/none' },
  ]),
  ...(
    [
      ['colours', 'dark.json', '{"dark": {"muted": "#444"}}', '"muted" (#444)', 'dark scheme'],
      ['colours', 'no.json', '{', 'no.json', 'cannot be read as JSON'],
      ['colours', 'name.json', '{"light": {"acent": "#000"}}', 'there is no "acent". There are paper,'],
      ['colours', 'value.json', '{"light": {"accent": 5}, "dark": {}}', 'light.accent is not as in'],
      ['colours', 'scheme.json', '{"bright": {}}', 'is not as in'],
      ['colours', 'list.json', '[]', 'the whole is not as in'],
      ['logo', 'logo.svg', 'no picture', 'logo.svg', 'svg, png'],
      ['synonyms', 'ours.json', '{"en": "spanner"}', 'ours.json', '"en" has no list'],
      ['components', 'SiteFoter.astro', '<p></p>', 'SiteFoter.astro replaces nothing', 'SiteFooter.astro'],
    ] as const
  ).map(([option, file, text, ...words]): Row => [
    `${file} for --${option}`,
    async () => {
      const folder = await temporaryFolder({ [file]: text })
      const path = option === 'components' ? folder : join(folder, file)
      return { args: ['build', '--cache', SAMPLE, '--out', join(folder, 'dist'), `--${option}`, path], untouched: folder }
    },
    file === 'dark.json' ? 'ERR_CONTRAST' : 'ERR_CUSTOM_FILE',
    ...words,
  ]),
  [
    'an address of another machine',
    async () => ({ args: ['serve', '--api', '--cache', SAMPLE, '--out', await newFolder('none'), '--port', '0', '--host', '203.0.113.7'] }),
    'ERR_LISTEN',
    '203.0.113.7 is no address of this machine.',
    '--host',
  ],
  ['colours that nobody can read', () => buildOf(SAMPLE, '--accent', '#ffffff'), { code: 'ERR_CONTRAST', option: 'accent' }],
  [
    'a folder that is not ours',
    into({ 'thesis.txt': 'mine' }),
    { code: 'ERR_OUT_FOREIGN', option: 'out', path: expect.any(String) },
    'Benchbook did not make',
    '--out',
  ],
  [
    "somebody else's file where the changes are written",
    into({ 'dist.changes.json': '{"mine":true}' }, { below: 'dist' }),
    'ERR_OUT_FOREIGN',
    'dist.changes.json was not made by Benchbook or is damaged',
  ],
  [
    'a folder below a file',
    into({ file: 'mine' }, { below: 'file/dist' }),
    { code: 'ERR_SYSTEM', path: expect.stringMatching(/dist$/) },
    'is a file where a folder is needed',
  ],
  [
    'a folder with the cache',
    into({ 'cache/manifest.json': JSON.stringify(manifestOf()), 'cache/records.ndjson': '' }, { cache: '' }),
    { code: 'ERR_OUT_HOLDS_CACHE', option: 'out', path: expect.stringMatching(/cache$/) },
  ],
  [
    'a folder in the cache, before anything is crawled',
    async () => {
      const cache = await newFolder('cache')
      return { args: ['export', '--source', 'http://127.0.0.1:1', '--cache', cache, '--out', join(cache, 'dist')] }
    },
    { code: 'ERR_OUT_HOLDS_CACHE', option: 'out', path: expect.stringMatching(/cache$/) },
    'which belongs to the crawl. Name another --out or --cache.',
  ],
  ...['check', 'serve', 'pdf'].map((command): Row => [
    `no site to ${command}`,
    async () => ({ args: [command, '--out', await temporaryFolder()] }),
    { code: 'ERR_SITE_MISSING', option: 'out', path: expect.any(String) },
    'There is no site of Benchbook in',
    'Build the site first',
  ]),
  ['paper for no guide', pdfOf('/nowhere/chrome'), { code: 'ERR_OPTION', option: 'guide' }, 'add --guide 123,124 or --category NAME'],
  ['paper for guides that the site lacks', pdfOf('/nowhere/chrome', '--guide', '7,8,9'), 'ERR_NOT_ON_SITE', 'has no guide 8, 9'],
  ['paper for a category that the site lacks', pdfOf('/nowhere/chrome', '--category', 'Pots'), 'ERR_NOT_ON_SITE', 'in a category "Pots"'],
  ['paper for the home page', pdfOf('/nowhere/chrome', '--category', 'Home'), 'ERR_NOT_ON_SITE', 'in a category "Home"'],
  [
    'paper in a language that the site lacks',
    pdfOf('/nowhere/chrome', '--guide', '7', '--lang', 'fr'),
    'ERR_NOT_ON_SITE',
    'no pages in fr',
    'it has de',
  ],
  [
    'no browser, for a category in any case of letters',
    pdfOf('/nowhere/chrome', '--category', 'pots_& PANS'),
    { code: 'ERR_BROWSER', path: '/nowhere/chrome' },
    'CHROME_PATH names /nowhere/chrome, which does not exist',
    'Install Chrome',
  ],
  ['a browser that is none', pdfOf(process.execPath, '--guide', '7'), 'ERR_BROWSER', 'did not start as a browser', 'CHROME_PATH'],
]

const RUNNERS = '--ci must be github, gitlab, docker, systemd, none, or several of them with commas, not '

const INITS: readonly Row[] = (
  [
    ['without a service', [], 'source', 'No service is named. Add --source'],
    ['with a wrong address', ['--source', 'example'], 'source', '--source must be an http or https address'],
    ['with a wrong language', ['--source', 'https://a.example', '--lang', 'deutsch'], 'lang', '--lang must be'],
    ['for a runner that nobody knows', ['--source', 'https://a.example', '--ci', 'jenkins'], 'ci', `${RUNNERS}"jenkins".`],
    ['for none and a misspelt one', ['--source', 'https://a.example', '--ci', 'none,gitlb'], 'ci', `${RUNNERS}"gitlb".`],
  ] as const
).map(([name, flags, option, words]): Row => [
  name,
  async () => {
    const cwd = await temporaryFolder()
    return { args: ['init', ...flags], cwd, untouched: cwd }
  },
  { code: 'ERR_OPTION', option },
  words,
])

/** A bundle in a folder with an earlier bundle, a foreign archive and some notes. FOLDER in an expected sentence is that folder. */
const bundleOf =
  (...words: string[]) =>
  async (): Promise<Given> => {
    const folder = await temporaryFolder({ 'notes.zip': 'my notes', 'notes.txt': 'my notes' })
    const old = join(folder, 'old.zip')
    await packSite(packing(await smallSite({}), 'zip', { path: old }))
    await cp(old, join(folder, 'x.delta.zip'))
    await chmod(join(folder, 'notes.txt'), 0o600)
    const given = words.map((word) => word.replace('FOLDER', folder))
    return { args: ['bundle', '--cache', SAMPLE, '--out', join(folder, 'out'), ...given], env: { PATH: folder }, untouched: folder }
  }
const OLD = ['--update', 'FOLDER/old.zip']

const BUNDLES: readonly Row[] = [
  ['a category that is not there', bundleOf('--category', 'Spaceship'), { code: 'ERR_PART_EMPTY', option: 'category' }],
  ['a category in other letters', bundleOf('--category', 'inner tube'), 'ERR_PART_EMPTY', 'Did you mean "Inner Tube"?'],
  ['a key that is not there', bundleOf('--sign', '/nowhere/key'), 'ERR_SIGNATURE', 'There is no key /nowhere/key'],
  [
    'a key that is none',
    bundleOf('--category', 'Inner Tube', '--sign', 'FOLDER/notes.txt'),
    { code: 'ERR_SIGNATURE', option: 'sign', path: expect.stringMatching(/notes\.txt$/) },
  ],
  ['an index that a zip does not have', bundleOf('--full-text'), 'ERR_OPTION', '--full-text is for a ZIM archive, and --format is zip'],
  [
    'an index without the program that makes it',
    bundleOf('--format', 'zim', '--full-text'),
    { code: 'ERR_FULL_TEXT', option: 'fullText' },
    'zimwriterfs, which makes the index of --full-text, is not installed',
  ],
  [
    'a name of another format',
    bundleOf('--format', 'zip', '--out', 'FOLDER/guides.zim'),
    'ERR_OPTION',
    'guides.zim is named as a zim file',
  ],
  ['an earlier bundle for a folder', bundleOf(...OLD, '--format', 'folder'), 'ERR_USAGE', 'Choose the --format zip or zim'],
  ['an earlier bundle of another format', bundleOf(...OLD, '--format', 'zim'), 'ERR_USAGE', 'is a zip file, and --format is zim'],
  ['an earlier bundle in its own place', bundleOf(...OLD, '--out', 'FOLDER/old.zip'), 'ERR_USAGE', 'Name another --out'],
  [
    'an earlier bundle in the place of the delta',
    bundleOf('--update', 'FOLDER/x.delta.zip', '--out', 'FOLDER/x'),
    'ERR_USAGE',
    'would be replaced',
  ],
  ['a date for an earlier bundle', bundleOf('--update', '2026-01-31'), 'ERR_OPTION', '--update must be a file such as'],
  [
    'notes for an earlier bundle',
    bundleOf('--update', 'FOLDER/notes.zip'),
    { code: 'ERR_BUNDLE_DAMAGED', exitCode: 1 },
    'notes.zip is damaged',
  ],
  [
    'an earlier bundle for a date',
    ['crawl', '--source', 'http://127.0.0.1:1', '--since', 'old.zip'],
    'ERR_OPTION',
    '--since must be a date such as 2026-01-31, not "old.zip".',
  ],
  ...(
    [
      ['--guide 99999 --format html', 'ERR_NOT_ON_SITE', 'guide'],
      ['--guide 13', 'ERR_OPTION', 'guide'],
      ['--format html', 'ERR_OPTION', 'guide'],
      ['--guide 13,14 --format html', 'ERR_OPTION', 'guide'],
      ['--guide 13 --format html --category Kettle', 'ERR_OPTION', 'category'],
      ['--guide 13 --format html --lang all', 'ERR_OPTION', 'lang'],
      ['--guide 13 --format html --lang cs', 'ERR_NOT_ON_SITE', 'lang'],
    ] as const
  ).map(([words, code, option]): Row => [words, bundleOf(...words.split(' ')), { code, option }]),
]

/** Checks the exit code, one line on stderr that says what to do, no stack, and the same as JSON on stdout. */
describe.each([
  ['words', WORDS],
  ['a source', SOURCES],
  ['a cache', CACHES],
  ['a site', SITES],
  ['a bundle', BUNDLES],
  ['a beginning', INITS],
] as const)('bad %s', (_, rows) => {
  test.for(rows)('%s', async ([, given, told, ...words]) => {
    const { args, env = {}, cwd, untouched }: Given = Array.isArray(given) ? { args: given } : await given()
    const before = untouched && (await siteFiles(untouched))
    const ended = await benchbookHere('BENCHBOOK_JSON' in env ? args : args.toSpliced(1, 0, '--json'), { env, ...(cwd && { cwd }) })
    const { error } = JSON.parse(ended.stdout) as { error: { message: string; code: string; help: string } }
    expect(ended.stderr).toBe(`benchbook: ${error.message}\n`)
    expect(error.message).toMatch(/^.*[.?)]$/)
    expect(error.help).toBe(`https://github.com/benchbook/benchbook/blob/main/docs/troubleshooting.md#${error.code.toLowerCase()}`)
    expect(error).toMatchObject({ exitCode: ended.code, ...(typeof told === 'string' ? { code: told } : told) })
    expect(ended.code).toBe((typeof told === 'object' && told.exitCode) || 2)
    for (const word of words) expect(error.message).toContain(word)
    if (before) expect(differing(before, await siteFiles(untouched))).toEqual([])
  })
})

test('`--debug` shows the stack', async () => {
  expect((await benchbookHere(['crawl', '--debug'])).stderr).toMatch(/^\s+at /m)
})

test.for(['--site=http://127.0.0.1:8080', '--logo=none.png'])('an export that does not start sends no request: %s', async (wrong) => {
  const [{ url, asked }, cwd] = [await listen((_, response) => response.end()), await temporaryFolder()]
  expect(await benchbookHere(['export', '--source', url, wrong], { cwd })).toMatchObject({ code: 2, stdout: '' })
  expect([asked, await readdir(cwd)]).toEqual([[], []])
})

/** A small service where some paths fail. */
const failing = (paths: RegExp, status = 500, headers: Record<string, string> = {}) =>
  smallService({
    guides: guides(6),
    before: (_, response, { pathname }) => {
      const isOne = paths.test(pathname)
      if (isOne) response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}')
      return isOne
    },
  })

test.each<[string, () => Promise<{ url: string; shrink?: () => void }>, string[], code: string, words: string]>([
  [
    'a list that shrank',
    async () => {
      const all = guides(20)
      return { ...(await smallService({ guides: all })), shrink: () => all.splice(2) }
    },
    [],
    'ERR_LIST_SHRUNK',
    'The list guides has 2 items and had 20',
  ],
  [
    'a list that cannot be read, whatever may fail,',
    () => failing(/\/tags$/),
    ['--max-failed', '100'],
    'ERR_LIST_UNREAD',
    "1 of the service's lists could not be read to the end",
  ],
  ['records that fail', () => failing(/guides\/[2-5]$/), [], 'ERR_TOO_MANY_FAILED', '--max-failed 23.6 lets it pass'],
  [
    'records at a wall, few among many files,',
    () => failing(/guides\/[2-5]$/, 403, { 'content-type': 'text/html' }),
    [],
    'ERR_TOO_MANY_FAILED',
    'tell them who asks with --contact. 4 records and files failed, 23.6 % of the records, and --max-failed allows 0.5 %. The cache holds what arrived.',
  ],
  [
    'records that are refused',
    () => failing(/guides\/[2-5]$/, 403),
    [],
    'ERR_TOO_MANY_REFUSED',
    'refuses 4 of the 6 records of the kind guide',
  ],
  ['too much', () => smallService({ guides: guides(9) }), ['--max-records', '4'], 'ERR_LIMIT_REACHED', ''],
])('after %s a finished crawl ends with 1', async (_, service, more, code, words) => {
  const { url, shrink } = await service()
  const { args } = await crawlOf(url, {}, '--json', ...more)
  const complaintsOf = async () => {
    const { stdout, stderr, code: exitCode } = await benchbookHere(args)
    const { complaints } = JSON.parse(stdout) as { complaints: { code: string; message: string }[] }
    expect(stderr).toBe(complaints.map(({ message }) => `benchbook: ${message}\n`).join(''))
    expect(exitCode).toBe(complaints.length > 0 ? 1 : 0)
    return complaints
  }
  if (shrink) {
    expect(await complaintsOf()).toEqual([])
    shrink()
  }
  expect(await complaintsOf()).toEqual([expect.objectContaining({ code, message: expect.stringContaining(words) as string })])
  if (shrink) expect(await benchbookHere([...args, '--allow-shrink', '100'])).toMatchObject({ code: 0 })
  const [, , , , cache = ''] = args
  // What arrived is kept.
  if (code === 'ERR_TOO_MANY_FAILED') expect(await readdir(join(cache, 'records/guide/0'))).toEqual(['1.json', '6.json'])
})

test('three records may fail, whatever their share', async () => {
  const { args } = await crawlOf((await failing(/guides\/[2-4]$/)).url, {}, '--json')
  const { stdout, code } = await benchbookHere(args)
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { failed: 3, complaints: [] }])
})
