import { expect, test } from 'vitest'
import { openCache } from '../../src/cache/reader.ts'
import { crawl } from '../../src/crawl/crawl.ts'
import { siteFacts } from '../../src/crawl/service.ts'
import { nameInPage, readableHost } from '../../src/crawl/site-name.ts'
import { folder, optionsFor } from './server.ts'
import { guide, smallService, type SmallService } from './small-service.ts'

const HOME =
  '<!doctype html><html><head><title>Home</title><meta property="og:site_name" content="Fix &amp; Mend"></head><body></body></html>'

/** A service whose guides have a public address; `home` answers for the home page. */
async function crawlWith(home: { status?: number; html?: string }, answers: SmallService['answers'] = {}) {
  let asked = 0
  const service = await smallService({
    guides: [guide(1, { url: 'https://opensourceecology.dozuki.com/Guide/x/1' })],
    answers,
    instead(path) {
      if (path !== '/') return false
      asked++
      return (response) => response.writeHead(home.status ?? 200, { 'content-type': 'text/html' }).end(home.html ?? HOME)
    },
  })
  const cache = await folder()
  const run = async () => {
    const { warnings } = await crawl(optionsFor(service.url, cache, { retries: 3, firstBackoffMs: 1 }))
    return { name: (await openCache(cache)).manifest.name, warnings }
  }
  return { home, run, asked: () => asked }
}

test('a service without /sites/info gets its name from its home page, with one request', async () => {
  const { run, asked } = await crawlWith({})
  const { name, warnings } = await run()
  expect(name).toBe('Fix & Mend')
  expect(warnings.join()).toContain('the site is called "Fix & Mend"')
  expect(asked()).toBe(1)
})

test('/sites/info takes precedence, and then the home page is not requested', async () => {
  const { run, asked } = await crawlWith({}, { '/sites/info': { title: 'Menders' } })
  expect((await run()).name).toBe('Menders')
  expect(asked()).toBe(0)
})

test.each([404, 403, 500])('a home page that answers %d is requested once, and the name is made from the host', async (status) => {
  const { run, asked } = await crawlWith({ status, html: '<title>Something Else</title>' })
  expect((await run()).name).toBe('Opensourceecology')
  expect(asked()).toBe(1)
})

test('a home page that fails one night does not change the name', async () => {
  const { home, run } = await crawlWith({})
  await run()
  home.status = 500
  expect((await run()).name).toBe('Fix & Mend')
})

test('only the start of an endless home page is read', async () => {
  const { run } = await crawlWith({ html: `${'<p>x</p>'.repeat(40_000)}<meta property="og:site_name" content="Too Late">` })
  expect((await run()).name).toBe('Opensourceecology')
})

const title = (text: string) => `<html><head><title>${text}</title></head><body><svg><title>Menu</title></svg></body></html>`

test.each([
  ['Acme', 'Acme'],
  ['Acme - Home', 'Acme'],
  ['Home | Acme', 'Acme'],
  ['Acme | Repair guides', 'Acme'],
  ['Repair Guides – Acme Tools', 'Acme Tools'],
  ['iFixit: The Free Repair Manual', 'iFixit'],
  ['Welcome to the Acme Workshop', 'Acme Workshop'],
  ['Startseite · Werkstatt', 'Werkstatt'],
  ['Log in | Acme', 'Acme'],
  ['Rock-n-Roll Repair', 'Rock-n-Roll Repair'],
  ['Smith &amp; Sons\n   Repair', 'Smith & Sons Repair'],
  ['Home', ''],
  ['Home - Repair Guides', ''],
  ['Just a moment...', ''],
  ['404 Not Found', ''],
  ['', ''],
])('a title "%s" gives the name "%s"', (text, name) => expect(nameInPage(title(text))).toBe(name))

test('og:site_name takes precedence over the title, and only a title in the head counts', () => {
  expect(nameInPage(HOME)).toBe('Fix & Mend')
  expect(nameInPage('<body><svg><title>Menu</title></svg></body>')).toBe('')
  expect(nameInPage('{"error":true}')).toBe('')
})

test('a name is reduced to one short line without control characters', () => {
  const name = nameInPage(title(`A\u202Eb\u0007  ${'long '.repeat(100)}`))
  expect(name).toMatch(/^A b long long .*…$/)
  expect(name.length).toBeLessThanOrEqual(80)
  expect(nameInPage(title('&lt;script&gt;alert(1)&lt;/script&gt;'))).toBe('<script>alert(1)</script>')
})

test.each([
  [['opensourceecology.dozuki.com'], 'Opensourceecology'],
  [['www.ifixit.com'], 'Ifixit'],
  [['meta.ifixit.com'], 'Meta'],
  [['www.fix-it-all.co.uk'], 'Fix It All'],
  [['repair.example.org:8443'], 'Example'],
  [['127.0.0.1:4321', 'guides.acme.de'], 'Acme'],
  [['localhost:80'], 'Repair guides'],
  [['192.168.1.4', '[::1]:80', '[2001:db8::1]'], 'Repair guides'],
  [['xn--rparer-bva.fr'], 'Réparer'],
  [['intranet'], 'Intranet'],
  [[], 'Repair guides'],
])('hosts %j give the name %s', (hosts, name) => expect(readableHost(hosts)).toBe(name))

const item = (guideid: number, rest: object) => ({ guideid, title: 'x', ...rest })
const facts = (...items: unknown[]) => {
  const learnt = siteFacts('https://api.test/api/2.0', ['https://old.test'])
  for (const one of items) learnt.learn(one)
  return learnt
}

test('the origin of most guides comes first, then others, the source and the former source', () => {
  const learnt = facts(
    item(1, { url: 'https://a.test/Guide/x/1' }),
    item(2, { url: 'https://b.test/Guide/x/2' }),
    item(3, { url: 'https://b.test/Guide/x/3' }),
  )
  expect(learnt.origins()).toEqual(['https://b.test', 'https://a.test', 'https://api.test', 'https://old.test'])
  for (const guideid of [4, 5]) learnt.learn(item(guideid, { url: 'https://a.test/' }))
  expect(learnt.origins()[0]).toBe('https://a.test')
})

test('guides without a web address and invalid items give no origin', () => {
  const learnt = facts(
    item(1, { url: '/Guide/x/1' }),
    item(2, { url: 'ftp://b.test/' }),
    item(3, { url: 'https://[' }),
    item(4, { url: 'x https://c.test/' }),
    null,
    'x',
    {},
  )
  expect(learnt.origins()).toEqual(['https://api.test', 'https://old.test'])
})

test('the language of most guides is that of the site; without one it is English', () => {
  expect(facts(item(1, { locale: 'de' }), item(2, { locale: 'fr' }), item(3, { locale: 'fr' })).lang()).toBe('fr')
  expect(facts(item(1, {})).lang()).toBe('en')
})

test('a list contains the tags of its items, even if empty, unless the field is missing', () => {
  const learnt = facts(item(1, { tags: ['a'] }), item(2, { tags: [] }), item(3, {}))
  expect(['1', '2', '3', '4'].map((id) => learnt.namesTags({ kind: 'guide', id }))).toEqual([true, true, false, false])
})
