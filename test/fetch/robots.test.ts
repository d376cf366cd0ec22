import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { crawl } from '../../src/crawl/crawl.ts'
import { readRobots } from '../../src/fetch/robots.ts'
import { clientFor, folder, listen, MEDIA, optionsFor, PIXEL } from '../crawl/server.ts'
import { crawlSmall, guide, guides, smallService } from '../crawl/small-service.ts'
import { expectFlat, expectLinear } from '../scaling.ts'

const STAR = 'User-agent: *\n'

test.each([
  ['nothing at all', '', '/api/2.0/guides', true],
  ['a web page in its place', '<!doctype html><p>User-agent: *<p>Disallow: /', '/a', true],
  ['the start of a path', `${STAR}Disallow: /api`, '/api/2.0/guides', false],
  ['only its start', `${STAR}Disallow: /api`, '/v2/api', true],
  ['an empty rule', `${STAR}Disallow:`, '/a', true],
  ['everything', `${STAR}Disallow: /`, '/a', false],
  ['the longest rule, which allows', `${STAR}Disallow: /api\nAllow: /api/2.0/`, '/api/2.0/guides', true],
  ['the longest rule, whatever the order', `${STAR}Allow: /api/2.0/\nDisallow: /api`, '/api/2.0/guides', true],
  ['of two as long, the one that allows', `${STAR}Disallow: /api\nAllow: /api`, '/api', true],
  ['a star', `${STAR}Disallow: /*/private`, '/a/b/private/c', false],
  ['several stars', `${STAR}Disallow: /a*b*c`, '/axxbxxc', false],
  ['stars whose parts come in another order', `${STAR}Disallow: /a*b*c`, '/axxcxxb', true],
  ['an end', `${STAR}Disallow: /*.gif$`, '/a/b.gif', false],
  ['an end that is not the end', `${STAR}Disallow: /*.gif$`, '/a/b.gif?x', true],
  ['an end without a star', `${STAR}Disallow: /a$`, '/a', false],
  ['an end without a star, passed', `${STAR}Disallow: /a$`, '/ab', true],
  ['parts that may not overlap', `${STAR}Disallow: /ab*ba$`, '/aba', true],
  ['a query', `${STAR}Disallow: /*?limit=`, '/guides?limit=200', false],
  ['signs of regular expressions', `${STAR}Disallow: /a.b(`, '/axb(', true],
  ['letters outside ASCII', `${STAR}Disallow: /Gerät`, '/Ger%c3%a4t', false],
  ['escapes that need none', `${STAR}Disallow: /%7Eada`, '/~ada', false],
  ['its own group instead of the common one', `${STAR}Disallow: /\n\nUser-agent: benchbook\nDisallow: /b`, '/a', true],
  ['a group that names it among others, in any case', `User-agent: x\nUser-agent: BenchBook/1.0\nDisallow: /`, '/a', false],
  [
    'two groups of its own, together',
    `User-agent: benchbook\nDisallow: /a\nUser-agent: x\nUser-agent: benchbook\nDisallow: /b`,
    '/b',
    false,
  ],
  ['a name that only begins like it', 'User-agent: benchbookbot\nDisallow: /', '/a', true],
  ['rules before any group', 'Disallow: /\nUser-agent: x\nDisallow: /', '/a', true],
  ['comments, odd line ends and a byte order mark', '\uFEFF# hello\r\nuser-AGENT : * # all\r\r\n disallow:/a # no\r\n', '/a', false],
  ['lines of other kinds between names', `User-agent: *\nSitemap: https://x.test/s.xml\nDisallow: /a`, '/a', false],
])('%s is read correctly', (_, text, path, isAllowed) => {
  expect(readRobots(text, 'Benchbook').ruleAgainst(path) === undefined).toBe(isAllowed)
})

test('a pattern designed for catastrophic backtracking is matched fast', () => {
  const robots = readRobots(`${STAR}Disallow: /${'a*'.repeat(200)}b`, 'Benchbook')
  expectLinear((length) => {
    expect(robots.ruleAgainst(`/${'a'.repeat(length)}`)).toBeUndefined()
  }, 20_000)
})

test('Crawl-delay is read in seconds, from the matching group', () => {
  expect(readRobots(`${STAR}Crawl-delay: 9\nUser-agent: benchbook\nCrawl-delay: 1.5`, 'Benchbook').delayMs).toBe(1500)
  expect(readRobots(`${STAR}Crawl-delay: soon`, 'Benchbook').delayMs).toBe(0)
})

const keeping = { ignoreRobots: false }

const host = (robots: (response: ServerResponse, request: IncomingMessage) => void) =>
  listen((request, response) => {
    if (request.url === '/robots.txt') robots(response, request)
    else if (request.url?.startsWith('/away/')) response.writeHead(302, { location: `http://${request.url.slice(6)}` }).end()
    else response.end(PIXEL)
  })

test('each host has its own robots.txt, also the target of a redirect', async () => {
  const closed = await host((response) => response.end('User-agent: *\nDisallow: /'))
  const open = await host((response) => response.writeHead(404).end())
  const client = clientFor(open.url, { ...keeping, concurrency: 1 })
  await expect(client.get(`${open.url}/away/${new URL(closed.url).host}/a`, MEDIA)).rejects.toMatchObject({ outcome: 'refused' })
  expect(closed.asked).toEqual(['/robots.txt'])
})

test.each([500, 429])(
  'a robots.txt that answers %d is retried; if that persists, the host is left alone, reported once',
  async (status) => {
    let left = 1
    const passing = await host((response) => response.writeHead(left-- > 0 ? status : 404).end())
    await expect(clientFor(passing.url, keeping).get(`${passing.url}/a`, MEDIA)).resolves.toBeDefined()
    const lasting = await host((response) => response.writeHead(status).end())
    const warnings: string[] = []
    const client = clientFor(lasting.url, { ...keeping, retries: 1 }, undefined, (sentence) => warnings.push(sentence))
    const asking = await Promise.allSettled(['a', 'b'].map((name) => client.get(`${lasting.url}/${name}`, MEDIA)))
    expect(asking.map((result) => result.status === 'rejected' && String(result.reason))).toEqual(
      Array(2).fill(expect.stringMatching(/cannot be read \(.* answered \d{3} .*\), which means no\..*`ignoreRobots`/)),
    )
    expect(lasting.asked).toEqual(['/robots.txt', '/robots.txt'])
    expect(warnings).toHaveLength(1)
  },
)

test('a robots.txt is found behind a redirect and read up to 512 KiB, and a rule cut there is ignored', async () => {
  const start = `${STAR}Disallow: /a\n`
  const cut = `${start}${' '.repeat(512 * 1024 - start.length - 'Disallow: /'.length - 1)}\nDisallow: /b\n`
  const elsewhere = await listen((_, response) => void response.end(cut))
  const server = await host((response) => response.writeHead(301, { location: `${elsewhere.url}/our-robots` }).end())
  const client = clientFor(server.url, keeping)
  await expect(client.get(`${server.url}/a`, MEDIA)).rejects.toThrow('says "Disallow: /a"')
  for (const path of ['/b', '/c']) await expect(client.get(`${server.url}${path}`, MEDIA)).resolves.toBeDefined()
})

test('Crawl-delay is kept between any two requests to the host, and reported', async () => {
  const server = await host((response) => response.end(`${STAR}Crawl-delay: 60`))
  const warnings: string[] = []
  const stop = new AbortController()
  const client = clientFor(server.url, keeping, stop.signal, (sentence) => warnings.push(sentence))
  const asking = Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => client.get(`${server.url}/${name}`, MEDIA)))
  await expect.poll(() => client.waits.map(({ reason, requests }) => [reason, requests])).toEqual([['delay', 3]])
  await expect.poll(() => server.asked).toEqual(['/robots.txt', '/a'])
  expect(warnings.join()).toContain('asks for 60 s between requests')
  stop.abort()
  await asking
})

const forbidding = (forbidden: string) => ({
  instead: (path: string) =>
    path === '/robots.txt' && ((response: ServerResponse) => response.end(`User-agent: *\nDisallow: ${forbidden}`)),
})

test('a disallowed API ends the crawl before any request; --ignore-robots continues with a warning', async () => {
  const service = await smallService({ guides: guides(2), ...forbidding('/api/') })
  await expect(crawl(optionsFor(service.url, await folder()))).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringContaining('add `ignoreRobots`') as string,
  })
  expect(service.asked).toEqual(['/robots.txt'])
  const { counts, warnings } = await crawl(optionsFor(service.url, await folder(), { ignoreRobots: true }))
  expect(counts.guide?.fetched).toBe(2)
  expect(warnings.join()).toContain('`ignoreRobots`')
})

test('disallowed pictures are failures with the rule as their reason, and are not requested', async () => {
  const picture = guide(1, { image: { id: 1, standard: '/media/1.standard' } })
  const { failures, service } = await crawlSmall({ options: { sizes: ['standard'] }, guides: [picture], ...forbidding('/media/') })
  expect(failures).toMatchObject([{ kind: 'picture', reason: expect.stringContaining('Disallow: /media/') as string }])
  expect(service.asked.some((path) => path.startsWith('/media/'))).toBe(false)
})

test.each([
  ['spaces after a rule', (n: number) => `${STAR}Disallow:${' '.repeat(n)}`],
  ['spaces inside a rule', (n: number) => `${STAR}Disallow: /${' '.repeat(n)}x`],
  ['spaces around a comment', (n: number) => `${STAR}Disallow: /${' '.repeat(n)}#${' '.repeat(n)}`],
  ['spaces before what no line may hold', (n: number) => `${STAR}Disallow:${' '.repeat(n)}#\u2028`],
  ['spaces before a field', (n: number) => `${STAR}${' '.repeat(n)}Disallow`],
  ['letters without a colon', (n: number) => 'x'.repeat(n)],
  ['colons', (n: number) => STAR + ':'.repeat(n)],
  ['stars', (n: number) => `${STAR}Disallow: /${'*a'.repeat(n / 2)}`],
  ['lines', (n: number) => STAR + 'Disallow: /a*b$\n'.repeat(n / 10)],
  ['groups', (n: number) => `${STAR}Allow: /\n`.repeat(n / 10)],
  ['names of robots', (n: number) => `${STAR.repeat(n / 10)}Disallow: /`],
  ['escapes', (n: number) => `${STAR}Disallow: /${'%7e'.repeat(n / 3)}`],
  ['letters outside ASCII', (n: number) => `${STAR}Disallow: /${'é'.repeat(n)}`],
])('the time to parse a robots.txt grows linearly with its length: %s', (_, textOf) => {
  expectLinear((size) => readRobots(textOf(size), 'benchbook').ruleAgainst(`/${'a'.repeat(2000)}`), 120_000)
})

const rulesOf = (count: number, rule: (at: number) => string): string =>
  STAR + Array.from({ length: count }, (_, at) => `Disallow: ${rule(at)}`).join('\n')

test.for([
  ['rules with stars', (n: number) => ({ text: rulesOf(n, (at) => `*aaaa${at}b`), path: `/${'a'.repeat(2000)}` })],
  ['rules without', (n: number) => ({ text: rulesOf(n, (at) => `/aaaa${at}b`), path: `/${'a'.repeat(2000)}` })],
  ['letters of a path', (n: number) => ({ text: rulesOf(500, (at) => `*aaaa${at}b`), path: `/${'a'.repeat(n)}` })],
] as const)('a lookup costs no more for four times as many %s', ([, make]) => {
  const files = new Map<number, () => unknown>()
  const ask = (size: number) => {
    const known = files.get(size)
    if (known) return known()
    const { text, path } = make(size)
    const robots = readRobots(text, 'benchbook')
    const asking = () => Array.from({ length: 20 }, () => robots.ruleAgainst(path))
    files.set(size, asking)
    return asking()
  }
  expectFlat(ask, 5000)
})

test('beyond the limit of rules with stars, the part before the star disallows and allowing rules are ignored', () => {
  const many = rulesOf(600, (at) => `/folder${at}/*/private`)
  const { ruleAgainst } = readRobots(`${many}\nAllow: /folder599/*/private/open`, 'benchbook')
  expect(ruleAgainst('/folder1/x/public')).toBeUndefined()
  expect(ruleAgainst('/folder1/x/private')).toBe('Disallow: /folder1/*/private')
  expect(ruleAgainst('/folder599/x/public')).toBe('Disallow: /folder599/*/private')
  expect(ruleAgainst('/folder599/x/private/open')).toBe('Disallow: /folder599/*/private')
})
