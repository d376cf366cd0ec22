import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { filesBelow } from '../../src/disk/files-below.ts'
import { toHtml, toInlineHtml } from '../../src/render/to-html.ts'
import { pathOf, SEARCH } from '../../src/routes.ts'
import { CONTEXT } from '../render/context.ts'
import { VECTORS } from '../render/vectors.ts'
import { every, SWEEP, sweepOr } from '../sweep.ts'
import { folderForAll } from '../folders.ts'
import { test as base } from './browser.ts'
import { buildAndServe } from './built-site.ts'
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, misshapen, strangersOnPages, touchEverything, trap } from './hostile/judge.ts'
import { FINE_HTML, FINE_TEXT, hostileCache } from './hostile/site.ts'
import { ask, hits } from './search.ts'
import { treeOf, treesInBrowser } from './trees.ts'

const familyOf = (name: string): string => /^(\w+): /.exec(name)?.[1] ?? 'known'
const NAMES = Object.keys(VECTORS)
const HALF = Object.entries(VECTORS).filter(every(2))
const FIRST_OF_FAMILY = new Map(HALF.toReversed().map(([name]) => [familyOf(name), name]))
/**
 * Every second vector is enough for whole pages, outside of the sweep one of 128 and the first of each family: each is also judged by
 * itself.
 */
const ON_PAGES = sweepOr(HALF, ([name], at) => every(64)(name, at) || FIRST_OF_FAMILY.get(familyOf(name)) === name)
/** The number of browser contexts that judge pages at the same time. */
const AT_ONCE = 4
const guidePath = (guideid: number) => pathOf({ kind: 'guide', guideid })

const home = folderForAll()
const test = base.extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
  const site = await buildAndServe(home, hostileCache(ON_PAGES.map(([, vector]) => vector)))
  onCleanup(site.close)
  const pages = (await Array.fromAsync(filesBelow(site.out))).filter((file) => file.endsWith('index.html'))
  return { ...site, pages: pages.sort() }
})

/** Runs work in several browser contexts at once, each with its own page. */
async function inContexts<T>(browser: Browser, options: BrowserContextOptions, work: (page: Page, at: number) => Promise<T>): Promise<T[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, async (_, at) => {
      const context = await browser.newContext(options)
      const done = await work(await context.newPage(), at)
      await context.close()
      return done
    }),
  )
}

/** The offline page shows nothing of the service, and a button that loads the page again. */
const isOfTheDevice = (file: string): boolean => /(?:^|\/)(?:kept|shopping)\//.test(file)

/** The share of a context. */
const shareOf = <T>(all: readonly T[], at: number): T[] => all.filter((_, index) => index % AT_ONCE === at)

test('a browser parses the tree that the sanitizer intended, and parsing it again gives the same', async ({ open }) => {
  expect(Object.keys(VECTORS).length).toBeGreaterThanOrEqual(1000)
  const page = await open('about:blank')
  const rendered = Object.entries(VECTORS).flatMap(([name, vector]): [string, string][] => [
    [name, toHtml({ rendered: vector, raw: '' }, CONTEXT)],
    [`${name}, in a line`, toInlineHtml({ rendered: vector, raw: '' }, CONTEXT)],
    [`${name}, in wiki syntax`, toHtml({ rendered: '', raw: vector }, CONTEXT)],
  ])
  const seen = await page.evaluate(treesInBrowser, rendered)
  const wrong = rendered.filter(([, html], at) => {
    const { tree, isStable, isInPlace } = seen[at] ?? {}
    return !isStable || !isInPlace || tree !== treeOf(html)
  })
  expect(wrong).toEqual([])
})

test('no page contains a forbidden element, attribute or address', async ({ browser, site }) => {
  expect(ON_PAGES.length).toBeGreaterThanOrEqual(SWEEP ? 500 : 15)
  expect(new Set(ON_PAGES.map(([name]) => familyOf(name)))).toEqual(new Set(NAMES.map(familyOf)))
  expect(site.pages.length).toBeGreaterThan(5 * ON_PAGES.length)
  const fine = [FINE_HTML, FINE_TEXT]
    .map(guidePath)
    .concat('/', SEARCH, '/about/', '/category/', '/category/fine-words/', '/user/0/', '/team/', '/tag/')
  fine.push(
    ...site.pages
      .filter((file) => /^item\/fine-words-\w+\/index\.html$/.test(file))
      .map((file) => `/${file.slice(0, -'index.html'.length)}`),
  )
  // The pages of what a device keeps have no text of the service.
  const paths = site.pages.filter((file) => !isOfTheDevice(file)).map((file) => `/${file.slice(0, -'index.html'.length)}`)
  const own = '<button type="button" aria-pressed="false" data-fact="">of a list with something to choose from</button>'
  const allowed = { elements: ALLOWED_ELEMENTS, attributes: ALLOWED_ATTRIBUTES }
  // The judge makes documents from texts, which the policy forbids.
  const strangers = await inContexts(browser, { bypassCSP: true }, async (page, at) => {
    await page.goto(site.url)
    return page.evaluate(strangersOnPages, { paths: shareOf(paths, at), fine, own, ...allowed })
  })
  expect(strangers.flat().slice(0, 20)).toEqual([])
})

test('no text changes the structure of its page', async ({ browser, site }) => {
  const paths = ON_PAGES.map((_, at) => guidePath(at))
  const wrong = await inContexts(browser, { bypassCSP: true }, async (page, at) => {
    await page.goto(site.url)
    return page.evaluate(misshapen, { paths: shareOf(paths, at), fine: guidePath(FINE_TEXT) })
  })
  expect(wrong.flat().slice(0, 20)).toEqual([])
})

test('no code runs when a page is opened and everything on it is hovered, focused and clicked', async ({ browser, site }) => {
  const asked: string[] = []
  const touched = await inContexts(browser, {}, async (page, at) => {
    await page.addInitScript(trap)
    await page.route(
      (url) => url.origin !== site.origin,
      (route) => {
        asked.push(route.request().url())
        return route.abort()
      },
    )
    let batch = ''
    await page.route('**/batch/**', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: batch }))
    const ofSite = site.pages.filter((file) => !isOfTheDevice(file))
    const pages = shareOf(ofSite, at)
    let count = 0
    for (let from = 0; from < pages.length; from += 50) {
      const htmls = await Promise.all(pages.slice(from, from + 50).map((file) => readFile(join(site.out, file), 'utf8')))
      batch = `<!doctype html><body>${htmls.map(innerOf).join('\n')}`
      await page.goto(`${site.origin}/batch/${from}`)
      const { fired, touched } = await page.evaluate(touchEverything)
      count += touched
      expect(fired).toEqual([])
    }
    return count
  })
  expect(touched.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100 * ON_PAGES.length)
  expect(asked.filter((url) => !url.startsWith('https://www.youtube-nocookie.com/embed/'))).toEqual([])
})

/**
 * The head and main part of a page: without the frame that all pages share, the styles, and the policy, which is a separate line of
 * defence.
 */
const innerOf = (page: string): string => {
  // A title there may contain text that looks like these.
  const html = page.replace(/ data-title="[^"]*"/, '')
  return `${/<title>.*<\/title>/s.exec(html)?.[0] ?? ''}${html.match(/<meta (name|property)[^>]*>/g)?.join('') ?? ''}
   ${/<script type="application\/ld.*?<\/script>/s.exec(html)?.[0] ?? ''}${/<main.*<\/main>/s.exec(html)?.[0] ?? ''}`
}

test('the judges detect hostile markup', async ({ browser, site }) => {
  const context = await browser.newContext()
  await context.addInitScript(trap)
  const HOSTILE =
    '<p onclick="alert(1)" style="color:red">x</p><svg><a href="javascript:alert(1)"></a></svg><img src="https://evil.test/x"><p id=main>'
  await context.route('**/batch/**', (route) => route.fulfill({ contentType: 'text/html', body: `<main id=main>${HOSTILE}</main>` }))
  const page = await context.newPage()
  await page.goto(`${site.origin}/batch/`)
  const strangers = await page.evaluate(strangersOnPages, {
    own: '',
    paths: ['/batch/'],
    fine: ['/'],
    elements: ALLOWED_ELEMENTS,
    attributes: ALLOWED_ATTRIBUTES,
  })
  for (const stranger of ['p onclick', 'p style', 'svg', 'href=javascript', 'src=https://evil.test', 'a second main', 'out of its place'])
    expect(strangers.join('\n')).toContain(stranger)
  await expect.poll(() => page.evaluate(misshapen, { paths: ['/batch/'], fine: '/' })).toHaveLength(1)
  expect((await page.evaluate(touchEverything)).fired).toContain('alert')
  await context.close()
})

test('search results, excerpts and filters are text', async ({ open, site }) => {
  const page = await open(new URL(SEARCH, site.url).href)
  await page.evaluate(trap)
  await ask(page, 'alert')
  await expect.poll(() => hits(page).count()).toBeGreaterThan(5)
  const elements = await page
    .locator('main')
    .evaluate((main) => [
      ...new Set(
        [...main.querySelectorAll('*:not(script[src], script[type$=json])')].flatMap(({ localName, attributes }) => [
          localName,
          ...[...attributes].map(({ name }) => name),
        ]),
      ),
    ])
  expect(elements.filter((name) => /^(script|svg|math|iframe|style|object|embed|on.+|srcdoc)$/.test(name))).toEqual([])
  await expect.poll(() => page.locator('main').innerText()).toMatch(/<\w+ [^>]*alert\(1\)/)
  expect((await page.evaluate(touchEverything)).fired).toEqual([])
})
