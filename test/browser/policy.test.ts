import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { expect, inject } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { CONTENT_POLICY, SAFETY_HEADERS } from '../../src/policy.ts'
import { HOME, pathOf } from '../../src/routes.ts'
import { test } from './browser.ts'
import { hasMedia, sampleGuides, theGuide } from './sample.ts'

const POLICY_META = `<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">`

/** Inline parts of a page that should be files: scripts, styles, handlers. */
function inlineIn(html: string): string[] {
  const inline: string[] = []
  const parser = new Parser({
    onopentag: (name, attributes) => {
      for (const attribute of Object.keys(attributes)) if (/^(style|on\w+|srcdoc)$/.test(attribute)) inline.push(`<${name} ${attribute}>`)
      const isScript = name === 'script' && !attributes.src && !/^application\/(ld\+)?json$/.test(attributes.type ?? '')
      if (isScript || name === 'style' || name === 'base') inline.push(`<${name}>`)
      if (Object.values(attributes).some((value) => /^\s*javascript:/i.test(value))) inline.push(`<${name}> with javascript:`)
    },
  })
  parser.end(html)
  return inline
}

test('no page of the sample has an inline script, style or handler, and each states its policy first', async () => {
  const folder = inject('siteFolder')
  const wrong: string[] = []
  let pages = 0
  for await (const file of filesBelow(folder)) {
    if (!file.endsWith('.html')) continue
    pages++
    const html = readFileSync(join(folder, file), 'utf8')
    wrong.push(...inlineIn(html).map((what) => `${file}: ${what}`))
    if (!html.includes(`<head><meta charset="utf-8">${POLICY_META}`)) wrong.push(`${file}: no policy at its start`)
  }
  expect(pages).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

test('inline parts are detected', () => {
  expect(inlineIn('<p style=x onclick=x><script>1</script><style></style><a href=" javascript:1"><script src=x></script>')).toHaveLength(5)
})

test('the policy blocks what it should', async ({ browser }) => {
  const page = await browser.newPage()
  await page.goto(inject('siteUrl'))
  const seen = await page.evaluateHandle(() => {
    const seen: string[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.push(effectiveDirective))
    const make = (name: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      element.append(text)
      document.body.append(element)
    }
    make('p', { style: 'color:red' })
    make('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })
    make('iframe', { src: 'https://evil.test/' })
    make('style', {}, 'p{}')
    make('base', { href: 'https://evil.test/' })
    make('script', {}, '1')
    return seen
  })
  await expect
    .poll(async () => new Set(await seen.jsonValue()))
    .toEqual(new Set(['style-src-attr', 'img-src', 'frame-src', 'style-src-elem', 'base-uri', 'require-trusted-types-for']))
  await page.close()
})

test('no script can turn text into markup, a handler or a script, or create a policy that does', async ({ browser }) => {
  const page = await browser.newPage()
  await page.goto(inject('siteUrl'))
  const outcomes = await page.evaluate(() => {
    const { trustedTypes } = globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
    const acts = {
      innerHTML: () => (document.body.innerHTML = '<b>'),
      handler: () => document.body.setAttribute('onclick', '1'),
      parser: () => new DOMParser().parseFromString('<b>', 'text/html'),
      script: () => (document.createElement('script').src = '/x.js'),
      worker: () => new Worker('/x.js'),
      'another policy': () => trustedTypes.createPolicy('other', {}),
    }
    return Object.entries(acts).map(([name, act]) => {
      try {
        act()
        return `${name} passed`
      } catch (error) {
        return `${name} ${(error as Error).name}`
      }
    })
  })
  expect(outcomes).toEqual(['innerHTML', 'handler', 'parser', 'script', 'worker', 'another policy'].map((name) => `${name} TypeError`))
  await page.close()
})

test('a server sends the same, and more, with every file', async () => {
  for (const path of ['', 'favicon.svg', 'nothing/']) {
    const { headers } = await fetch(new URL(path, inject('siteUrl')))
    for (const [name, value] of Object.entries(SAFETY_HEADERS)) expect(headers.get(name)).toBe(value)
  }
})

test('no referrer is sent: not by a link, not by the search form', async ({ open }) => {
  const guide = theGuide(await sampleGuides(), hasMedia('embed'))
  const page = await open(pathOf({ kind: 'guide', guideid: guide.guideid }), { expectForeign: 'https://' })
  const referrers: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) referrers.push(request.headers().referer)
  })
  await page.locator('footer a.leaving, footer a[rel~=external]').first().click()
  await page.waitForURL((url) => url.href.startsWith('https://'))
  expect(referrers).toEqual([undefined])
})

test('an external link passes on no window', async ({ open }) => {
  const page = await open(HOME)
  const rels = await page
    .locator('a[href^="http"]')
    .evaluateAll((links: HTMLAnchorElement[]) => links.filter(({ origin }) => origin !== location.origin).map(({ rel }) => rel))
  expect(rels.length).toBeGreaterThan(0)
  for (const rel of rels) expect(rel.split(' ')).toEqual(expect.arrayContaining(['noopener', 'external']))
})
