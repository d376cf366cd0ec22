import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, inject } from 'vitest'
import { pathOf } from '../../src/routes.ts'
import { sweepOr } from '../sweep.ts'
import { test } from './browser.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import { sampleGuides } from './sample.ts'
import { faultsOf, fileOf, JUDGES, violationsInBothSchemes } from './visitor/judges.ts'
import { SIGHTS } from './visitor/sights.ts'

/** Pages examined in `npm test`: one of most layouts, two guides with most of what can be on one, and those that use scripts most. */
const IN_GATE: readonly string[] = [
  ...['home', 'search', 'a category', 'a wiki page', 'a guide with prerequisites', 'a guide with comments'],
  ...['search results with filters', 'one step at a time', 'a picture that is looked at closer', 'a page that is not there'],
]
const isInGate = ([name]: [string, unknown]): boolean => IN_GATE.includes(name)
/** Their classes are also covered by other tests of `npm test`, or they take long. */
const IN_SWEEP: readonly string[] = ['budget', 'scriptless', 'focus']
const judgesOf = (names = Object.keys(JUDGES) as (keyof typeof JUDGES)[]) => sweepOr(names, (name) => !IN_SWEEP.includes(name))
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

test.for(sweepOr(Object.entries(PAGE_KINDS), isInGate))('a page has no faults: %s', async ([, path], { open }) => {
  expect(await faultsOf(await open(path, { ...PHONE, reducedMotion: 'reduce' }), open, judgesOf())).toEqual([])
})

test.for(sweepOr(Object.entries(SIGHTS), isInGate))(
  'an opened view has no faults: %s',
  async ([, { path, visit, doing, judges }], { open }) => {
    const page = await open(path, { reducedMotion: 'reduce', ...visit })
    for (const act of doing) {
      await act(page)
      expect(await faultsOf(page, open, judgesOf([...judges]))).toEqual([])
    }
  },
)

describe('a fault is found', () => {
  const HEADER = '<header class="site-header" style="height: 56px"></header>'
  const RINGS = '<style>:focus-visible { outline: 2px solid red }</style>'
  const LINK = '<a href="#">x</a>'
  const MOVING = 'onload = () => requestAnimationFrame(() => requestAnimationFrame(() => (document.body.style.paddingTop = "300px")))'
  const FAULTS: [keyof typeof JUDGES, string, RegExp][] = [
    ['budget', '', /^budget: paints $/],
    ['budget', `<h1>Some words</h1><script>${MOVING}</script>`, /^budget: [.\d]+ by <body/],
    ['scriptless', '<main><p id="a"></p><script>a.textContent = "Only here"</script>', /^scriptless: Only here$/],
    ['scriptless', '<main><button>x</button>', /^scriptless: <button>x.*\nscriptless: there is nothing/],
    ['names', '<h1></h1>', /<h1>/],
    ['names', '<p id="a"><p id="a"><h2>x</h2>', /^names: a\nnames: 0 elements h1$/],
    ['widths', '<p style="width: 500px">x', /^widths: at 320: .*\nwidths: at 390: [^\n]*$/],
    ['widths', '<p style="text-indent: -3em">x', /at 1440: /],
    ['focus', `${RINGS}${LINK.repeat(9)}<a href="#" style="outline: none">y</a>`, /^(focus: .*y<\/a>\n?){3}$/],
    ['focus', `${RINGS}${LINK}`, /^focus: Tab reaches 1 things$/],
    ['axe', '<img src="data:,"><h4>x</h4>', /image-alt[^]*page-has-heading-one/],
    ['axe', '<details><summary>x</summary><img src="data:,"></details>', /image-alt/],
    ['words', `${HEADER}<h1 style="word-break: break-all">x</h1>`, /^(words: ko: breaks .*\n?)+$/],
    ['words', `${HEADER}<h1 style="word-break: keep-all">x</h1>`, /^words: the page is/],
    ['words', `<form class="search-form"><input style="width: 280px"><button>x`, /de: \.search-form.*\nwords: de: a header of 0/],
  ]
  test.for(sweepOr(FAULTS, ([judge]) => !IN_SWEEP.includes(judge)))('by %s: %s', async ([judge, html, said], { open }) => {
    const page = await open(`data:text/html,${encodeURIComponent(`<!doctype html><html lang="en"><title>x</title>${html}`)}`)
    expect((await faultsOf(page, open, [judge])).join('\n')).toMatch(said)
  })

  test('in dark colours', async ({ browser }) => {
    await using context = await browser.newContext()
    const page = await context.newPage()
    await page.setContent(
      '<html lang="en"><title>x</title><style>@media (prefers-color-scheme: dark) { body { background: #111 } }</style><p>Some words</p></html>',
    )
    expect((await violationsInBothSchemes(page)).filter((violation) => violation.includes('contrast'))).toEqual([
      expect.stringMatching(/^dark: color-contrast/),
    ])
  })
})

test('a guide page weighs at most 8 KB in the median and 11 KB at 14 steps, its styles 12 KB, without those for paper', async () => {
  const KB = 1024
  const pages = (await sampleGuides()).map(({ guideid }) =>
    readFileSync(join(inject('siteFolder'), pathOf({ kind: 'guide', guideid }), 'index.html')),
  )
  const weights = pages.map((page) => gzipSync(page).length).sort((a, b) => a - b)
  expect(weights[Math.floor(weights.length / 2)]).toBeLessThan(8 * KB)
  expect(weights.at(-1)).toBeLessThan(11 * KB)
  const sheets = pages.map((page) =>
    Array.from(page.toString().matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, href = '']) => href),
  )
  for (const hrefs of sheets) {
    expect(hrefs.length).toBeGreaterThan(0)
    expect(hrefs.reduce((sum, href) => sum + gzipSync(fileOf(href)).length, 0)).toBeLessThan(12 * KB)
  }
})
