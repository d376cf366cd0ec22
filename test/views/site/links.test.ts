import { describe, expect, test } from 'vitest'
import { originalOf, originalSite, renderContext, serviceAddresses } from '../../../src/views/site/links.ts'
import { toHtml } from '../../../src/render/to-html.ts'
import { guide, guidesCache, png, siteOf, wiki } from '../small-site.ts'
import { alternatesOf, pageLanguages } from '../../../src/views/site/head.ts'

const steps = [{ stepid: 38274, guideid: 10525, lines: [] }]
const cache = guidesCache([guide(10525, { title: 'Odd / "title" ™', steps })], {
  records: [wiki('Kettle 1.7 L"', { contents_rendered: '<h2 id="Section_Faults">Faults</h2>' })],
})

describe('a link in the text of the service', () => {
  test.for([
    ['/Guide/Some+Title/10525', '/r/guide/10525/'],
    ['https://repair.example/Teardown/X/10525/1#s38274', '/r/guide/10525/#s38274'],
    ['/Guide/-/10525#s1', '/r/guide/10525/'],
    ['/Device/Kettle_1.7_L%22#Section_Faults', /^\/r\/category\/kettle-1-7-l-\w+\/#Section_Faults$/],
    ['/Device/Kettle_1.7_L%22#Section_Gone', /^\/r\/category\/kettle-1-7-l-\w+\/$/],
    ['/User/7/Ada', '/r/user/7/'],
    ['/Guide/Not+here/4', 'https://repair.example/Guide/Not+here/4'],
    ['/Wiki/Missing', 'https://repair.example/Wiki/Missing'],
    ['https://elsewhere.example/a', 'https://elsewhere.example/a'],
  ] as const)('%s leads to %s', async ([href, target]) => {
    const site = await siteOf(cache, { base: '/r/' })
    const rendered = `<p><a href="${href}">x</a></p>`
    const html = toHtml({ rendered, raw: '' }, await renderContext(site, [rendered]))
    const found = /href="([^"]*)"/.exec(html)?.[1]
    if (typeof target === 'string') expect(found).toBe(target)
    else expect(found).toMatch(target)
    expect(html.includes('class="leaving"')).toBe(found?.startsWith('https:'))
  })
})

describe('a link to an address that a record declares as its own', () => {
  const item = (title: string, rest: object) => ({ wikiid: 5, namespace: 'CATEGORY', title, ...rest })
  const stated = guidesCache(
    [
      guide(1, { url: 'https://repair.example/x/special%20case/1' }),
      guide(2, { url: '/Guide/Title/1' }),
      guide(3, { url: 'https://elsewhere.example/3' }),
    ],
    {
      records: [wiki('Bench'), wiki('Will not start', { namespace: 'WIKI' }), ...['BENCH', 'Old Bench'].map(asked)],
      lists: {
        'wikis-CATEGORY': [item('Bench', {})],
        'wikis-WIKI': [item('Will not start', { namespace: 'WIKI', url: '/Help/478532' })],
      },
    },
  )
  /** The service's answer for a former title of the wiki, or one in another case. */
  function asked(title: string) {
    return { ...wiki('Bench'), id: `CATEGORY/${title}` }
  }

  test.for([
    ['/x/special+case/1', '/guide/1/'],
    ['http://de.repair.example/x/special%20case/1/', '/guide/1/'],
    ['/Help/478532', /^\/wiki\/will-not-start-\w+\/$/],
    ['/Device/Old_Bench', /^\/category\/bench-\w+\/$/],
    ['/Topic/BENCH', /^\/category\/bench-\w+\/$/],
    ['/Guide/Title/1', '/guide/1/'],
    ['https://elsewhere.example/3', 'https://elsewhere.example/3'],
  ] as const)('%s leads to %s', async ([href, target]) => {
    const rendered = `<a href="${href}">x</a>`
    const html = toHtml({ rendered, raw: '' }, await renderContext(await siteOf(stated), [rendered]))
    expect(/href="([^"]*)"/.exec(html)?.[1]).toEqual(typeof target === 'string' ? target : (expect.stringMatching(target) as string))
  })

  test('is in the file for hosts and for the page of missing addresses, and a former title has no page', async () => {
    const site = await siteOf(stated)
    expect([...serviceAddresses(site).keys()]).toEqual(['/Help/478532', '/x/special case/1', 'CATEGORY/BENCH', 'CATEGORY/Old Bench'])
    expect([...site.catalog.categories.keys()]).toEqual(['Bench', 'Kettle'])
  })
})

test('a picture is found by its URL as written, relative, or at another address of the same service', async () => {
  const site = await siteOf({
    media: { 'https://repair.example/media/a.png': png(4, 3), '/media/b.png': png(8, 6) },
    manifest: { origins: ['https://repair.example', 'https://mirror.example'] },
  })
  const context = await renderContext(site, [])
  const widths = ['/media/a.png', 'https://mirror.example/media/a.png', '/media/b.png', 'https://other.example/media/a.png', ''].map(
    (url) => context.mediaOf(url)?.width,
  )
  expect(widths).toEqual([4, 4, 8, undefined, undefined])
})

describe('the original', () => {
  test('is the public site, also for a crawl through a mirror', async () => {
    const site = await siteOf({ manifest: { origins: ['https://repair.example', 'http://127.0.0.1:4000'] } })
    expect(originalOf(site, 'http://127.0.0.1:4000/Guide/x/1?y#z')).toBe('https://repair.example/Guide/x/1?y#z')
    expect(originalOf(site, '/Guide/x/1')).toBe('https://repair.example/Guide/x/1')
    expect(originalSite(site)).toEqual({ name: 'repair.example', href: 'https://repair.example/' })
  })

  test('has no address if the service runs on this machine or the link is invalid', async () => {
    const site = await siteOf({ manifest: { origins: ['http://127.0.0.1:4000'] } })
    expect(originalSite(site)).toEqual({ name: 'Repair', href: undefined })
    expect([originalOf(site, '/Guide/x/1'), originalOf(site, 'javascript:alert(1)'), originalOf(site, '')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

const site = (fallback: string) =>
  siteOf(guidesCache([guide(1)], { manifest: { translations: ['de'] } }), { site: 'https://x.example', fallback })
const head = (path: string) => ({ title: 'Lid', description: '', path })

test('later pages of a list do not exist in a language that hides records: its list is shorter', async () => {
  const hiding = await site('hide')
  const languages = await pageLanguages(hiding, head('/tag/lid/page/2/'))
  expect(languages.map(({ href, own }) => `${href} ${own}`)).toEqual(['/tag/lid/ false', '/de/tag/lid/ false'])
  expect(alternatesOf(hiding, languages)).toEqual([])
})

test('its first page does, and so does every page if nothing is hidden', async () => {
  for (const [fallback, path] of [
    ['hide', '/tag/lid/'],
    ['show', '/tag/lid/page/2/'],
  ] as const) {
    const made = await site(fallback)
    const languages = await pageLanguages(made, head(path))
    expect(languages.map(({ href, own }) => `${href} ${own}`)).toEqual([`${path} true`, `/de${path} true`])
    expect(alternatesOf(made, languages)).toHaveLength(3)
  }
})
