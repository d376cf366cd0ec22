import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect } from 'vitest'
import { serveSite, type Serving } from '../../src/publish/serve.ts'
import { succeed } from '../benchbook.ts'
import { folderForAll } from '../folders.ts'
import { changeJson, copySample } from '../sample-copy.ts'
import { SAMPLE_BASE } from '../sample-site.ts'
import { fingersOn, pathsOf, PHONE, shownSteps, startSteps } from './acts.ts'
import { test } from './browser.ts'
import { sampleGuides, theGuide } from './sample.ts'
import { ask, hits } from './search.ts'
import { faultsOf } from './visitor/judges.ts'

const LONG_WORD = 'Rindfleischetikettierungsüberwachungsaufgabe'

const folder = folderForAll()
let site: Serving

/**
 * The sample with its German and Japanese translations, in Arabic, into which it is not translated, and in `qaa`, which the interface lacks
 * too; and with a custom page.
 */
beforeAll(async () => {
  const [cache, out, pages] = [join(folder, 'cache'), join(folder, 'dist'), join(folder, 'pages')]
  await copySample(cache, ['de', 'ar', 'ja', 'qaa'])
  await changeJson(join(cache, 'records/guide/0/8.de.json'), { title: LONG_WORD, summary: `${LONG_WORD}. ${LONG_WORD}.` })
  await mkdir(pages)
  await writeFile(join(pages, 'imprint.md'), '# Imprint\n\nWe are at the Windlass Yard.\n')
  await writeFile(join(pages, 'imprint.de.md'), '# Impressum\n\nWir sind im Hof der Seilwinde.\n')
  await succeed(['build', '--cache', cache, '--out', out, ...['--base', SAMPLE_BASE, '--pages', pages, '--site', 'https://x.example']])
  await succeed(['check', '--out', out])
  site = await serveSite(out, { base: SAMPLE_BASE, port: 0 })
  return site.close
})

const at = (path: string) => site.url + path

const FACTS = '.documents small >> nth=0'
/** An interface word within a text is marked with its language, also on a line below another. */
const WORD_IN_LINE = '.line-text :is(.callout-word, .mark)'
const AWAY = { direction: 'ltr', textAlign: 'right' }
type Read = [path: string, selector: string, is: Partial<Record<'text' | 'dir' | 'direction' | 'textAlign' | 'within', string>>]

/** The direction of a language, the language of the interface if it differs, and the direction of some texts in it. */
const WRITTEN: [lang: string, dir: string, interfaceLang: string, texts: Read[]][] = [
  ['en', 'ltr', '', [['guide/11/', FACTS, { text: 'PDF, 12 kB' }]]],
  [
    ...(['de', 'ltr', ''] as const),
    [
      ['guide/26/', WORD_IN_LINE, { within: 'de' }],
      ['guide/26/', '.line-text', { within: 'en' }],
    ],
  ],
  ['ja', 'ltr', '', [['guide/11/', FACTS, { text: 'PDF、12 KB' }]]],
  [
    ...(['ar', 'rtl', ''] as const),
    [
      ['guide/11/', FACTS, { text: 'PDF، 12 كيلوبايت' }],
      // Untranslated texts keep their direction, aligned with the text above them, and so do names and numbers of another script.
      ['guide/8/', 'h1', { within: 'en', ...AWAY }],
      ['guide/8/', '#steps', { direction: 'rtl' }],
      ['category/kettle-e9d28791/', 'h1', { dir: 'ltr', ...AWAY }],
      ['user/3/', 'bdi:has-text("@")', { text: '@ingrid', direction: 'ltr' }],
      ['team/1/', '.key-facts a bdi[dir]', { text: '51.5332, 9.9351', direction: 'ltr' }],
    ],
  ],
  ['qaa', 'ltr', 'en', [['guide/26/', WORD_IN_LINE, { within: 'en' }]]],
]
const LAID_OUT = ['', 'guide/8/', 'guide/27/', 'category/', 'category/kettle-e9d28791/', 'search/', 'about/']

/** Runs in the page. */
const readOf = (elements: Element[]) =>
  elements.map((element) => {
    const { direction, textAlign } = getComputedStyle(element)
    const within = element.closest<HTMLElement>('[lang]')?.lang
    return { text: element.textContent, dir: (element as HTMLElement).dir, direction, textAlign, within }
  })

test.for(WRITTEN)('in %s pages have the right direction, and no faults', async ([lang, dir, said, texts], { open }) => {
  for (const path of new Set([...LAID_OUT, ...texts.map(([path]) => path)])) {
    const page = await open(at((lang === 'en' ? '' : `${lang}/`) + path), { reducedMotion: 'reduce' })
    const langs = await page.evaluate(() => [document.documentElement, document.body].flatMap((element) => [element.lang, element.dir]))
    expect(langs, path).toEqual([lang, dir, said, said && 'ltr'])
    for (const [, selector, is] of texts.filter(([where]) => where === path)) {
      const read = await page.locator(selector).evaluateAll(readOf)
      expect(read.length, selector).toBeGreaterThan(0)
      for (const one of read) expect(one, `${path} ${selector}`).toMatchObject(is)
    }
    expect(await faultsOf(page, open, ['names', 'axe', 'widths']), path).toEqual([])
    await page.close()
  }
})

test('the switch leads to the same record in another language, and back', async ({ open }) => {
  const page = await open(at('guide/27/?x=1'))
  await page.locator('.languages summary').click()
  await page.locator('.languages').getByRole('link', { name: 'Deutsch' }).click()
  await page.waitForURL('**/mending/de/guide/27/')
  await expect.poll(() => page.locator('.languages a[aria-current]').textContent()).toMatch(/^\s*Deutsch\s*$/)
  await page.locator('.languages summary').click()
  await page.locator('.languages').getByRole('link', { name: 'English' }).click()
  await page.waitForURL('**/mending/guide/27/')
})

test.for(['de', 'en'])('a missing path is reported in its language: %s', async (lang, { open }) => {
  const page = await open(at(lang === 'en' ? 'nothing/' : `${lang}/nichts/`), { expectStatus: 404 })
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(lang)
})

const SEARCHED: readonly [string, string, string][] = [
  ['de/', 'Zitronensäure', '/mending/de/guide/5/'],
  ['ja/', '水あか', '/mending/ja/guide/5/'],
  ['ja/', 'クエン酸', '/mending/ja/guide/5/'],
]
test.for(SEARCHED)('searching %s for %s leads to a page of that language', async ([prefix, words, path], { open }) => {
  const page = await open(at(`${prefix}search/`))
  await page.locator('main').getByRole('searchbox').pressSequentially(words, { delay: 40 })
  await hits(page).first().waitFor()
  const links = await pathsOf(hits(page).locator('h2 a'))
  expect(links).toContain(path)
  expect(links).toEqual([...new Set(links)])
  expect(links.filter((link) => !link.startsWith(`/mending/${prefix}`))).toEqual([])
})

test('on right-to-left pages, next is on the left: for keys, buttons, steps and pictures', async ({ open }) => {
  const pictured = theGuide(await sampleGuides(), ({ steps }) => steps.length >= 5 && steps.every(({ media }) => media?.type === 'image'))
  const page = await open(at(`ar/guide/${pictured.guideid}/`), PHONE)
  const left = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().left)
  await startSteps(page)
  await expect.poll(() => left('[data-do=next]')).toBeLessThan(await left('[data-do=previous]'))
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => shownSteps(page)).toEqual(['step-2'])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => shownSteps(page)).toEqual(['step-1'])
  await page.keyboard.press('Escape')

  const position = () => page.locator('.zoom-text').innerText()
  await page.locator('a.step-picture').first().click()
  await page.locator('dialog.zoom[open]').waitFor()
  await expect.poll(() => left('[data-zoom-do=next]')).toBeLessThan(await left('[data-zoom-do=previous]'))
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => position()).toMatch(/^2 \//)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => position()).toMatch(/^1 \//)
  const touch = await fingersOn(page)
  await touch('touchStart', [{ x: 100, y: 300 }])
  await touch('touchMove', [{ x: 250, y: 305 }])
  await touch('touchEnd')
  await expect.poll(() => position()).toMatch(/^2 \//)
})

test('results of the quick search in another script are aligned with the text above them', async ({ open }) => {
  const page = await open(at('ar/guide/5/'))
  await page.keyboard.press('/')
  await page.keyboard.type('kettle', { delay: 20 })
  await page.locator('[role=option] .quick-excerpt').first().waitFor()
  for (const part of ['title', 'where', 'excerpt']) {
    const text = page.locator(`.quick-${part}`).first()
    const { textAlign, direction } = await text.evaluate((element) => getComputedStyle(element))
    expect([textAlign, direction], part).toEqual(part === 'where' ? ['start', 'rtl'] : ['right', 'ltr'])
  }
})

const OWN_PAGES = [
  ['', 'windlass', 'Page', 'Imprint', 'We are at the Windlass Yard.'],
  ['de/', 'seilwinde', 'Seite', 'Impressum', 'Wir sind im Hof der Seilwinde.'],
  ['ja/', 'windlass', 'ページ', 'Imprint', 'We are at the Windlass Yard.'],
] as const
test.for(OWN_PAGES)('a custom page is found in its own language: /%s', async ([prefix, text, kind, title, excerpt], { open }) => {
  const page = await open(at(`${prefix}search/`))
  await page.locator('main').getByRole('searchbox').fill(text)
  await expect.poll(() => hits(page).count()).toBe(1)
  expect((await hits(page).first().innerText()).split('\n').filter(Boolean)).toEqual([title, kind, excerpt])
  await hits(page).first().getByRole('link').first().click()
  await page.waitForURL(at(`${prefix}page/imprint/`))
})

test('if a translation has no results, the search of the source is offered, which does not find translations', async ({ open }) => {
  const page = await open(at('de/search/'))
  await page.locator('main input[type=search]').fill('Xylophon')
  await page.getByRole('link', { name: /^auf Englisch suchen/ }).click()
  await page.waitForURL(/\/mending\/search\/\?q=Xylophon$/)
  await expect.poll(() => page.getByRole('link', { name: /search in/ }).count()).toBe(0)
  await ask(page, 'Zitronensäure')
  await expect.poll(() => hits(page).count()).toBe(0)
})

describe('a word that only another language of the site has', () => {
  const LEADS = [
    ['', 'Seilwinde', '1 result in German', '/mending/de/search/?q=Seilwinde', '/mending/de/page/imprint/'],
    ['de/', 'windlass', '1 Ergebnis auf Englisch', '/mending/search/?q=windlass', '/mending/page/imprint/'],
    ['', 'クエン酸', /^\d+ results? in Japanese$/, `/mending/ja/search/?q=${encodeURIComponent('クエン酸')}`, '/mending/ja/guide/5/'],
  ] as const
  test.for(LEADS)('leads to the search there: %s%s', async ([prefix, text, sentence, search, path], { open }) => {
    const page = await open(at(`${prefix}search/`))
    await page.locator('main').getByRole('searchbox').fill(text)
    const links = page.locator('[data-part=elsewhere] a')
    await links.first().waitFor()
    await expect.poll(() => links.allInnerTexts()).toEqual([expect.stringMatching(sentence)])
    const total = /\d+/.exec(await links.innerText())?.[0]
    await links.click()
    await page.waitForURL(at(search.slice(SAMPLE_BASE.length)))
    await hits(page).first().waitFor()
    const found = await pathsOf(hits(page).locator('h2 a'))
    expect(found).toContain(path)
    expect(found).toHaveLength(Number(total))
    await expect.poll(() => page.locator('[data-part=elsewhere] a').count()).toBe(0)
  })

  test('is an option at the end of the dialog’s list', async ({ open }) => {
    const page = await open(at('guide/5/'))
    await page.keyboard.press('/')
    await page.keyboard.type('Seilwinde', { delay: 20 })
    await page.getByRole('option', { name: '1 result in German' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').getByRole('combobox').getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('de/search/?q=Seilwinde'))
  })

  test('is not mentioned if this language has enough results, or if none has it', async ({ open }) => {
    const page = await open(at('search/'))
    for (const text of ['kettle', 'Xylophon']) {
      await ask(page, text)
      await page.waitForTimeout(1000)
      await page.waitForLoadState('networkidle')
      await expect.poll(() => page.locator('[data-part=elsewhere]').isVisible(), { message: text }).toBe(false)
    }
  })
})
