import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { benchbook, type Ended, startBenchbook } from '../benchbook.ts'
import { benchbookHere } from '../benchbook-here.ts'
import { manifestOf, temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { CERTIFICATE, KEY } from '../crawl/self-signed.ts'
import { inSweep } from '../sweep.ts'
import { SAMPLE, serve, serveSample } from '../replica/peer.ts'
import { inNamespace, whyNoNamespace } from './namespace.ts'

const sweepTest = inSweep(test)

/** What a person must meet with bad input: this exit code, and one line on stderr that says what to do; never a stack. */
async function expectSentence(run: Promise<Ended>, code: number, ...words: string[]): Promise<void> {
  const ended = await run
  const lines = ended.stderr.split('\n').filter(Boolean)
  expect(lines, ended.stderr).toHaveLength(1)
  expect(lines[0]).toMatch(/^benchbook: .*[.?)]$|^benchbook: .*See "benchbook.*"\.$/)
  for (const word of words) expect(lines[0]).toContain(word)
  expect(ended.stderr).not.toMatch(/^\s+at /m)
  expect(ended.code, ended.stderr).toBe(code)
}

const run = (args: string[], cwd?: string, env?: NodeJS.ProcessEnv) => benchbookHere(args, { ...(cwd && { cwd }), ...(env && { env }) })

/** A server that answers everything alike, until the test ends; its address. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('wrong words', () => {
  test.each([
    ['BENCHBOOK_SORCE', "unknown variable 'BENCHBOOK_SORCE' (Did you mean BENCHBOOK_SOURCE?)"],
    ['BENCHBOOK_MAX_MEDIA_BYTE', 'Did you mean BENCHBOOK_MAX_MEDIA_BYTES?'],
    ['BENCHBOOK_XYZZY', "unknown variable 'BENCHBOOK_XYZZY'. See docs/options.md."],
  ])('a misspelt variable %s is told like a misspelt option', async (name, ...words) => {
    await expectSentence(run(['check', '--out', '/nowhere'], undefined, { [name]: 'x' }), 2, ...words)
  })

  test.each([
    ['a misspelt option', ['crawl', '--sorce', 'x'], {}, { kind: 'UsageError', exitCode: 2 }],
    ['a wrong value', ['crawl', '--concurrency', '0'], {}, { kind: 'UsageError', exitCode: 2 }],
    ['no site', ['check', '--out', '/nowhere'], {}, { exitCode: 2 }],
    ['no cache, with the switch in the environment', ['report', '--cache', '/nowhere'], { BENCHBOOK_JSON: 'on' }, { kind: 'CacheError' }],
  ])('with --json an error is JSON as well: %s', async (_, args, env, expected) => {
    const ended = await run('BENCHBOOK_JSON' in env ? args : [...args, '--json'], undefined, env)
    const { error } = JSON.parse(ended.stdout) as { error: { message: string; exitCode: number } }
    expect(error).toMatchObject(expected)
    expect(ended.stderr).toBe(`benchbook: ${error.message}\n`)
    expect(ended.code).toBe(error.exitCode)
  })

  test.each<[string, string[], string[]]>([
    ['an unknown command', ['crwl'], ["unknown command 'crwl'", 'crawl?', 'See "benchbook --help"']],
    ['an unknown option', ['crawl', '--nonsense'], ["unknown option '--nonsense'", 'See "benchbook crawl --help"']],
    ['a misspelt option', ['crawl', '--sorce', 'x'], ["unknown option '--sorce'", 'Did you mean --source?']],
    [
      'an option of another command',
      ['check', '--max-failed', '1'],
      ["unknown option '--max-failed'", 'an option of crawl: it takes effect with the next crawl', 'Run "benchbook crawl" with it.'],
    ],
    [
      'an option that needs another build',
      ['serve', '--synonyms', 'our-words.json'],
      [
        "unknown option '--synonyms'",
        'an option of build and bundle: it takes effect when the site is built',
        'Run "benchbook build" with it.',
      ],
    ],
    ['an option without its value', ['crawl', '--source'], ["option '--source <URL>' argument missing"]],
    [
      'a switch with a value',
      ['build', '--compress=yes'],
      ['benchbook: --compress takes no value: write --compress alone, or leave it out. See'],
    ],
    ['a switch that is on, with a value', ['build', '--no-app=1'], ['benchbook: --no-app takes no value']],
    ["a switch of another command's, with a value", ['check', '--compress=1'], ["unknown option '--compress=1'", '"benchbook build"']],
    [
      'an address without its option',
      ['crawl', 'http://127.0.0.1:1'],
      ['give the address of the service as --source http://127.0.0.1:1. See "benchbook crawl --help"'],
    ],
    ['a list without commas', ['build', '--host', 'nginx', 'caddy', 's3'], ['"caddy, s3" belongs to no option', '--host nginx,caddy,']],
    ['a word too many', ['help', 'crawl', 'build'], ['One word is taken here', '"crawl, build"', 'See "benchbook help --help"']],
    ['a token on the command line', ['crawl', '--token', 'secret'], ["unknown option '--token'"]],
    ['a number out of range', ['crawl', '--concurrency', '0'], ['--concurrency must be a whole number from 1 to 64, not "0"']],
    ['a number that is none', ['serve', '--port', 'http'], ['--port must be a whole number from 0 to 65535']],
    ['a share over 100 %', ['crawl', '--max-failed', '101%'], ['--max-failed must be a number from 0 to 100']],
    ['an unknown choice', ['crawl', '--media', 'films'], ['--media must be none, pictures or all, not "films"']],
    ['an unknown size', ['crawl', '--sizes', 'standard,vast'], ['--sizes must be a list such as']],
    ['a guide without a number', ['pdf', '--guide', 'kettle'], ['--guide must be a list of numbers such as 123,456, not "kettle"']],
    ['an unknown paper', ['pdf', '--paper', 'legal'], ['--paper must be a4 or letter, not "legal"']],
    ['a base without a slash', ['build', '--base', 'guides'], ['--base must be a path that starts with a slash']],
    ['no source', ['crawl'], ['Add --source']],
    ['a source that is no address', ['crawl', '--source', 'my site'], ['--source must be an http or https address', '"my site"']],
    ['a source without its scheme', ['crawl', '--source', 'www.ifixit.com'], ['such as https://www.ifixit.com']],
    ['a source of another scheme', ['crawl', '--source', 'ftp://127.0.0.1/'], ['--source must be an http or https address']],
  ])('%s', async (_, args, words) => {
    await expectSentence(run(args), 2, ...words)
  })

  test('a wrong variable is named as such', async () => {
    await expectSentence(
      run(['crawl'], undefined, { BENCHBOOK_RETRIES: 'many' }),
      2,
      'BENCHBOOK_RETRIES must be a whole number from 0 to 20',
    )
  })

  test('a process of its own says the same, and ends with the same code', async () => {
    for (const args of [['crwl'], ['crawl'], ['check', '--out', '/nowhere', '--json']])
      expect(await benchbook(args)).toEqual(await run(args))
  })

  test('--debug shows the stack', async () => {
    expect((await run(['crawl', '--debug'])).stderr).toMatch(/^\s+at /m)
  })
})

describe('a source that is not what it should be', () => {
  const crawl = async (source: string, env?: NodeJS.ProcessEnv) =>
    run(['crawl', '--source', source, '--cache', await temporaryFolder(), '--retries', '0'], undefined, env)

  test('nobody there', async () => {
    await expectSentence(crawl('http://127.0.0.1:1'), 2, '127.0.0.1:1', 'Check')
  })

  test('no service, but a website', async () => {
    const site = await answering((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'))
    await expectSentence(crawl(site), 2, 'web page')
  })

  test('nothing of the API', async () => {
    await expectSentence(crawl(await answering((_, response) => response.writeHead(404).end())), 2, 'There is no Content API 2.0 at')
  })

  test('a redirect to another host', async () => {
    const site = await answering((_, response) => response.writeHead(301, { location: 'https://elsewhere.example/api/2.0/guides' }).end())
    await expectSentence(crawl(site), 2, 'redirects to another host', '--source https://elsewhere.example')
  })

  test('a certificate that nobody vouches for', async () => {
    const server = createSecureServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end('[]')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    await expectSentence(crawl(`https://localhost:${(server.address() as AddressInfo).port}`), 2, 'certificate')
  })

  test('a token that is refused', async () => {
    await expectSentence(crawl((await serveSample()).url, { BENCHBOOK_TOKEN: 'wrong' }), 2, 'BENCHBOOK_TOKEN')
  })

  test('too much that fails ends with 1, and what arrived is kept', async () => {
    const cache = await temporaryFolder()
    const records = [1, 2, 3].map((guideid) => ({
      kind: 'guide' as const,
      id: String(guideid),
      body: { guideid, title: `Guide ${guideid}` },
    }))
    const lists = { guides: records.map(({ body }) => ({ ...body, dataType: 'guide' })) }
    const { url } = await serve({ records, lists }, { spoil: ({ path }) => (path.endsWith('/guides/2') ? { status: 500 } : undefined) })
    const { code, stderr } = await run(['crawl', '--source', url, '--cache', cache, '--retries', '0'])
    expect(code, stderr).toBe(1)
    expect(stderr).toContain('failed, and --max-failed allows 0.5 %')
    expect(await readdir(join(cache, 'records/guide/0'))).toEqual(['1.json', '3.json'])
  })
})

test.each([
  ['http://127.0.0.1:8080', '--site http://127.0.0.1:8080 is an address of this machine', 'leave'],
  ['https://example.org/docs', '--site https://example.org/docs leads below /docs/', 'Add --base /docs/'],
])('an export to a site that nobody could reach, or follow a link of, does not begin: %s', async (site, ...parts) => {
  const asked: string[] = []
  const source = await answering(({ url = '' }, response) => {
    asked.push(url)
    response.end()
  })
  await expectSentence(run(['export', '--source', source, '--site', site]), 2, ...parts)
  expect(asked).toEqual([])
})

describe('a cache that is not what it should be', () => {
  const build = async (cache: string) => run(['build', '--cache', cache, '--out', join(await temporaryFolder(), 'dist')])

  test('missing', async () => {
    await expectSentence(build(join(await temporaryFolder(), 'none')), 2, 'There is no cache in', 'benchbook crawl --source URL')
  })

  test('a folder of something else', async () => {
    await expectSentence(build(import.meta.dirname), 2, 'holds no finished crawl')
  })

  test('unfinished', async () => {
    const cache = await temporaryFolder()
    await mkdir(join(cache, 'pending/records'), { recursive: true })
    await expectSentence(build(cache), 2, 'has not finished', 'again')
  })

  test('of a newer version', async () => {
    const cache = await temporaryFolder()
    await writeFile(join(cache, 'manifest.json'), JSON.stringify(manifestOf({ format: 99 })))
    await expectSentence(build(cache), 2, 'format 99', 'Update Benchbook')
  })

  test('with a damaged manifest', async () => {
    const cache = await temporaryFolder()
    await writeFile(join(cache, 'manifest.json'), '{"format":')
    await expectSentence(build(cache), 2, 'manifest.json is damaged', 'Crawl again')
  })

  test('with a list of which nothing can be read: exit 1, and the previous site stays', async () => {
    const folder = await temporaryFolder()
    const [cache, out] = [join(folder, 'cache'), join(folder, 'dist')]
    await cp(SAMPLE, cache, { recursive: true })
    await writeFile(join(cache, 'lists/guides.ndjson'), '{"guideid":')
    await oldSite(out)
    await expectSentence(
      benchbook(['build', '--quiet', '--cache', cache, '--out', out]),
      1,
      'lists/guides.ndjson',
      'damaged',
      'Crawl again',
    )
    expect(await readFile(join(out, 'index.html'), 'utf8')).toBe('old')
    expect((await readdir(folder)).sort()).toEqual(['cache', 'dist'])
  })

  test('written by another source', async () => {
    const cache = await temporaryFolder()
    await writeCache(cache, {})
    const before = await readFile(join(cache, 'manifest.json'), 'utf8')
    const { url } = await serve({ lists: { guides: [] } })
    await expectSentence(run(['crawl', '--source', url, '--cache', cache]), 2, 'holds a copy of https://repair.example', '--cache')
    expect(await readFile(join(cache, 'manifest.json'), 'utf8')).toBe(before)
  })
})

/** A site of ours, as far as its marker tells. */
async function oldSite(out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'index.html'), 'old')
  const marker = { product: 'Benchbook/0', base: '/', site: '', names: ['index.html'] }
  await writeFile(join(out, '.benchbook.json'), JSON.stringify(marker))
}

describe('an output folder that cannot be used', () => {
  test('is not ours: nothing in it is touched', async () => {
    const out = await temporaryFolder()
    await writeFile(join(out, 'thesis.txt'), 'mine')
    await expectSentence(run(['build', '--cache', SAMPLE, '--out', out]), 2, 'Benchbook did not make', '--out')
    expect(await readdir(out)).toEqual(['thesis.txt'])
  })

  test('holds a file that somebody added', async () => {
    const out = await temporaryFolder()
    await oldSite(out)
    await writeFile(join(out, 'CNAME'), 'mine')
    await expectSentence(run(['build', '--cache', SAMPLE, '--out', out]), 2, 'CNAME was not made by Benchbook')
    expect((await readdir(out)).sort()).toEqual(['.benchbook.json', 'CNAME', 'index.html'])
  })

  test('holds the cache', async () => {
    const out = await temporaryFolder()
    await expectSentence(run(['build', '--cache', join(out, 'cache'), '--out', out]), 2, 'cache')
  })

  test('is a file, or lies below one', async () => {
    const file = join(await temporaryFolder(), 'file')
    await writeFile(file, 'mine')
    await expectSentence(run(['build', '--cache', SAMPLE, '--out', file]), 2, 'is a file')
    await expectSentence(run(['build', '--cache', SAMPLE, '--out', join(file, 'dist')]), 2, 'is a file where a folder is needed')
  })

  test.each(['check', 'serve', 'pdf'])('has no site to %s', async (command) => {
    await expectSentence(run([command, '--out', await temporaryFolder()]), 2, 'There is no site of Benchbook in', 'benchbook build')
  })
})

describe('guides that cannot be put on paper', () => {
  const pdf = async (args: string[], env?: NodeJS.ProcessEnv) => {
    const out = await temporaryFolder()
    await oldSite(out)
    await mkdir(join(out, 'guide/7'), { recursive: true })
    await mkdir(join(out, 'de/guide/7'), { recursive: true })
    const crumbs = '<nav class="crumbs"><a href="/">Home</a> <a href="/category/">Pots &amp; Pans</a></nav>'
    await writeFile(join(out, 'guide/7/index.html'), crumbs)
    return run(['pdf', '--out', out, '--out-pdf', join(out, 'pdf'), ...args], undefined, env)
  }

  test.each<[string, string[], string[]]>([
    ['none is named', [], ['add --guide 123,124 or --category NAME']],
    ['the site lacks it', ['--guide', '7,8,9'], ['has no guide 8, 9']],
    ['the site lacks the category', ['--category', 'Pots'], ['in a category "Pots"']],
    ['the home page is no category', ['--category', 'Home'], ['in a category "Home"']],
    ['the site lacks the language', ['--guide', '7', '--lang', 'fr'], ['no pages in fr', 'it has de']],
  ])('%s', async (_, args, words) => {
    await expectSentence(pdf(args, { CHROME_PATH: '/nowhere/chrome' }), 2, ...words)
  })

  test('there is no browser where CHROME_PATH says, and a category is known in any case of letters', async () => {
    const words = ['CHROME_PATH names /nowhere/chrome, which does not exist', 'Install Chrome']
    await expectSentence(pdf(['--category', 'pots_& PANS'], { CHROME_PATH: '/nowhere/chrome' }), 2, ...words)
  })

  test('what CHROME_PATH names is no browser', async () => {
    await expectSentence(pdf(['--guide', '7'], { CHROME_PATH: process.execPath }), 2, 'did not start as a browser', 'CHROME_PATH')
  })
})

describe('words of one’s own that cannot be used', () => {
  test.each<[string, string, string[]]>([
    ['an unknown key', '{"search.titel": "Suche"}', ['de.json', 'there is no word "search.titel"']],
    ['no JSON', 'search.title = Suche', ['de.json', 'cannot be read as JSON']],
  ])('%s', async (_, text, words) => {
    const [cache, folder] = [await temporaryFolder(), await temporaryFolder()]
    await writeCache(cache, {})
    await writeFile(join(folder, 'de.json'), text)
    await expectSentence(run(['build', '--cache', cache, '--out', join(folder, 'dist'), '--words', folder]), 2, ...words)
    expect(await readdir(folder)).toEqual(['de.json'])
  })
})

describe('a machine that refuses', () => {
  const inside = async (options: string, args: (folder: string) => string[]) => {
    const folder = await temporaryFolder()
    return startBenchbook(args(folder), { through: inNamespace(folder, options) }).ended
  }

  sweepTest('a read-only folder', async ({ skip }) => {
    skip(whyNoNamespace !== '', whyNoNamespace)
    const { url } = await serveSample()
    await expectSentence(
      inside('ro', (folder) => ['crawl', '--source', url, '--cache', join(folder, 'cache')]),
      2,
      'read-only file system',
    )
    await expectSentence(
      inside('ro', (folder) => ['build', '--cache', SAMPLE, '--out', join(folder, 'dist')]),
      2,
      'read-only file system',
    )
  })

  test
    .runIf(process.platform === 'linux')
    .each([
      [['crawl', '--source', 'http://127.0.0.1:9', '--cache', '/proc/x']],
      [['crawl', '--source', 'http://127.0.0.1:9', '--cache', '/proc/x/y']],
      [['build', '--cache', SAMPLE, '--out', '/proc/x']],
      [['bundle', '--cache', SAMPLE, '--out', '/proc/x/guides.zip']],
    ])('a file system that takes no folders, and says that there is none above: %j', async (args) => {
    if (process.platform !== 'linux') return
    const { child, ended } = startBenchbook(args)
    const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
    onTestFinished(() => clearTimeout(timer))
    await expectSentence(ended, 2, '/proc/x', 'takes nothing new there. Choose another folder.')
  })

  test('a disk that fills up while crawling', async ({ skip }) => {
    skip(whyNoNamespace !== '', whyNoNamespace)
    const { url } = await serveSample()
    await expectSentence(
      inside('size=300k', (folder) => ['crawl', '--quiet', '--source', url, '--cache', join(folder, 'cache')]),
      2,
      'The disk is full',
      'run the command again',
    )
  })

  sweepTest('a disk that was full has room again: the crawl goes on to its end', async ({ skip }) => {
    skip(whyNoNamespace !== '', whyNoNamespace)
    const { url } = await serveSample()
    const folder = await temporaryFolder()
    const after = `mount -o remount,size=50m ${folder} && "$@" && ls ${folder}/cache`
    const through = inNamespace(folder, 'size=700k', { after })
    const ended = startBenchbook(['crawl', '--quiet', '--source', url, '--cache', join(folder, 'cache')], { through }).ended
    await expectSentence(ended, 2, 'The disk is full')
    expect((await ended).stdout.split('\n')).toEqual(expect.arrayContaining(['manifest.json', 'records']))
    expect((await ended).stdout).not.toContain('pending')
  })

  test('a disk that fills up while building: the previous site stays', async ({ skip }) => {
    skip(whyNoNamespace !== '', whyNoNamespace)
    const old = await temporaryFolder()
    await oldSite(old)
    const folder = await temporaryFolder()
    const through = inNamespace(folder, 'size=1200k', {
      before: `cp -r ${old} ${folder}/dist`,
      after: `ls ${folder}; cat ${folder}/dist/index.html`,
    })
    const ended = startBenchbook(['build', '--quiet', '--cache', SAMPLE, '--out', join(folder, 'dist')], { through }).ended
    await expectSentence(ended, 2, 'The disk is full')
    expect((await ended).stdout).toBe('dist\nold')
  })

  test('a port in use', async () => {
    const out = await temporaryFolder()
    await oldSite(out)
    const { port } = new URL(await answering((_, response) => response.end()))
    await expectSentence(benchbook(['serve', '--out', out, '--port', port]), 2, `Port ${port} is in use`, '--port')
  })

  test('an older Node', async () => {
    const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.11.1'})`
    await expectSentence(startBenchbook(['--version'], { node: ['--import', older] }).ended, 2, 'This is Node 20.11.1', 'npm run')
  })
})
