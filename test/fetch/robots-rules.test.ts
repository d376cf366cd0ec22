import { expect, test } from 'vitest'
import { RequestError } from '../../src/errors.ts'
import { readRobots, robotsGuard } from '../../src/fetch/robots.ts'

/** The effects of a robots.txt: requests, warnings and delays. */
function robotsOf(answer: string | Error, userAgent = 'Benchbook/0.1.0 (+test@example.org)') {
  const told = { asked: [] as string[], warnings: [] as string[], gaps: [] as [string, number][] }
  const ask = (url: string) => {
    told.asked.push(url)
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  const [warn, slow] = [(sentence: string) => told.warnings.push(sentence), (...gap: [string, number]) => told.gaps.push(gap)]
  return { allow: robotsGuard(userAgent, { ask, warn, slow }), told }
}

const failed = (status: number) => new RequestError(status === 429 ? 'throttled' : 'failed', `It answered ${status}.`, { status })
const withCode = (code: string) => new RequestError('failed', code, { cause: Object.assign(new Error(code), { code }) })

test('each origin is asked for its rules once', async () => {
  const { allow, told } = robotsOf('User-agent: *\nDisallow: /no')
  await Promise.all(['http://a.test/1', 'http://a.test/2', 'http://a.test:81/3'].map((url) => allow(url)))
  await allow('http://a.test/4')
  expect(told).toEqual({ asked: ['http://a.test/robots.txt', 'http://a.test:81/robots.txt'], warnings: [], gaps: [] })
})

test('a refusal names the address, the rule and the option, and also matches the query', async () => {
  const { allow } = robotsOf('User-agent: *\nDisallow: /*?limit=')
  await expect(allow('http://a.test/x')).resolves.toBeUndefined()
  await expect(allow('http://a.test/x?limit=2')).rejects.toMatchObject({
    outcome: 'refused',
    code: 'ERR_ROBOTS',
    message:
      'http://a.test/x?limit=2 is not asked for: the robots.txt of a.test says "Disallow: /*?limit=". Ask its operator for leave; with it, or for your own service, add `ignoreRobots`.',
    facts: { option: 'ignoreRobots', url: 'http://a.test/x?limit=2' },
  })
})

test('rules apply to the product that the user agent begins with', async () => {
  const rules = 'User-agent: my-crawler\nDisallow: /a\nUser-agent: *\nDisallow: /b'
  await expect(robotsOf(rules, 'My-Crawler 2').allow('http://a.test/a')).rejects.toThrow('Disallow: /a')
  await expect(robotsOf(rules, 'other').allow('http://a.test/a')).resolves.toBeUndefined()
  await expect(robotsOf(rules, '(odd)').allow('http://a.test/b')).rejects.toThrow('Disallow: /b')
})

test.each([
  ['a delay', 'Crawl-delay: 2', 2000, '2 s'],
  ['a delay of part of a second', 'Crawl-delay: 0.25', 250, '0.25 s'],
  ['a delay beyond reason', 'Crawl-delay: 86400', 60_000, '60 s'],
])('%s is respected and reported', async (_, line, gapMs, said) => {
  const { allow, told } = robotsOf(`User-agent: *\n${line}`)
  await allow('http://a.test/1')
  expect(told.gaps).toEqual([['a.test', gapMs]])
  expect(told.warnings).toEqual([`The robots.txt of a.test asks for ${said} between requests: the crawl takes its time there.`])
})

test.each(['Crawl-delay: 0', 'Crawl-delay: -3', 'Crawl-delay:'])('%j delays nothing', async (line) => {
  const { allow, told } = robotsOf(`User-agent: *\n${line}`)
  await allow('http://a.test/1')
  expect([told.gaps, told.warnings]).toEqual([[], []])
})

const NONE_THERE = [
  failed(404),
  failed(403),
  failed(499),
  withCode('ENOTFOUND'),
  withCode('EPROTO'),
  new RequestError('refused', 'a refusal'),
]
test.each(NONE_THERE)('without a robots.txt (%s), everything is allowed, without a warning', async (error) => {
  const { allow, told } = robotsOf(error)
  await expect(allow('http://a.test/1')).resolves.toBeUndefined()
  expect(told.warnings).toEqual([])
})

const UNCERTAIN = [failed(500), failed(429), new RequestError('failed', 'http://a.test/x: torn'), withCode('ECONNRESET')]
test.each(UNCERTAIN)('if it is unknown whether there is a robots.txt (%s), nothing is allowed, which is reported once', async (error) => {
  const { allow, told } = robotsOf(error)
  const asking = await Promise.allSettled([allow('http://a.test/1'), allow('http://a.test/2')])
  expect(asking).toMatchObject(Array(2).fill({ reason: { code: 'ERR_ROBOTS', cause: error } }))
  expect(told.warnings).toEqual([
    `The robots.txt of a.test cannot be read (${error.message.replace(/\.$/, '')}): nothing more is asked for there.`,
  ])
})

test('any other error is thrown', async () => {
  await expect(robotsOf(new TypeError('broken')).allow('http://a.test/1')).rejects.toThrow('broken')
})

test.each([
  ['the longest of several prefixes decides', 'Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c', '/a/b/cd', 'Disallow: /a/b/c'],
  ['a longer pattern with a star decides over a prefix', 'Allow: /a\nDisallow: /a*b', '/axb', 'Disallow: /a*b'],
  ['a longer prefix decides over a pattern with a star', 'Disallow: /*b\nAllow: /axb', '/axb', undefined],
  ['of a pattern and a prefix as long, the one that allows decides', 'Disallow: /*b\nAllow: /ab', '/ab', undefined],
  ['stars at the end say nothing more', 'Disallow: /a**', '/ab', 'Disallow: /a**'],
  ['an end behind a star', 'Disallow: /a*$', '/abc', 'Disallow: /a*$'],
  ['an end that overlaps the part before', 'Disallow: /a*bb$', '/ab', undefined],
  ['an escape that a path needs is compared in capitals', 'Disallow: /a%2fb', '/a%2Fb', 'Disallow: /a%2fb'],
  ['an escape is not what it stands for where that matters', 'Disallow: /a%2fb', '/a/b', undefined],
  ['half a character is one too', 'Disallow: /\ud800x', '/%EF%BF%BDx', 'Disallow: /\ud800x'],
])('%s', (_, rules, path, rule) => {
  expect(readRobots(`User-agent: *\n${rules}`, 'benchbook').ruleAgainst(path)).toBe(rule)
})

test('the longest delay of its groups applies', () => {
  const rules = 'User-agent: *\nCrawl-delay: 1\nUser-agent: *\nCrawl-delay: 3\nUser-agent: *\nCrawl-delay: 2'
  expect(readRobots(rules, 'benchbook').delayMs).toBe(3000)
})

test('a delay before any group is ignored, and one between user agents ends their group', () => {
  expect(readRobots('Crawl-delay: 1', 'benchbook').delayMs).toBe(0)
  expect(readRobots('User-agent: *\nCrawl-delay: 1\nUser-agent: x\nDisallow: /', 'benchbook').ruleAgainst('/a')).toBeUndefined()
})
