import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { SEARCH, TOOLS } from '../../../src/routes.ts'
import { LANGUAGES, wordsOf } from '../../../src/words/words.ts'
import { SWEEP } from '../../sweep.ts'
import type { Open } from '../browser.ts'
import { entriesOf, focusRing, outOfPlace, put, scriptsLoaded, scrolledThrough, textsToRead, unfold, unnamed } from './in-page.ts'

/** Returns the faults of a page in its current state. */
type Judge = (page: Page, open: Open) => Promise<string[]>

/** The minimum width, that of a phone, a window of 1280 pixels at 200 %, and a wide one. */
const WIDTHS = [320, 390, 640, 1440]
const SCRIPT_BYTES = 8 * 1024
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The rules whose result may depend on colours. */
const OF_COLOUR: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }
const SCHEMES = [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { colorScheme: 'dark', forcedColors: 'active' }] as const

declare global {
  interface Window {
    axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> }
  }
}

const packed = (content: Buffer): number => brotliCompressSync(content).length
/** The bytes of a file of the sample site, by an address on a page. */
export const fileOf = (address: string): Buffer =>
  readFileSync(join(inject('siteFolder'), new URL(address, inject('siteUrl')).pathname.slice(new URL(inject('siteUrl')).pathname.length)))

/** In the order in which they run: the first need a page of the sample just opened on a phone, and the last leaves it changed. */
export const JUDGES = {
  /** Scripts are small before any action, nothing moves, and the largest paint is text or a picture with high priority. */
  budget: async (page) => {
    await page.waitForLoadState('networkidle')
    const bytes = (await page.evaluate(scriptsLoaded)).map((address) => packed(fileOf(address))).reduce((sum, weight) => sum + weight, 0)
    const largest = (await page.evaluate(entriesOf, 'largest-contentful-paint')).at(-1) ?? ''
    await page.evaluate(scrolledThrough)
    return [
      ...(bytes === 0 && page.url() === inject('siteUrl') ? ['no scripts are counted'] : []),
      ...(bytes > SCRIPT_BYTES ? [`${bytes} bytes of scripts`] : []),
      ...(largest === '' || (largest.startsWith('<img') && !largest.includes('fetchpriority="high"')) ? [`paints ${largest}`] : []),
      ...(await page.evaluate(entriesOf, 'layout-shift')),
    ]
  },
  names: (page) => page.evaluate(unnamed),
  /** Without JavaScript the same can be read, and nothing waits for it. */
  scriptless: async (page, open) => {
    // They state that they need JavaScript: test/browser/search.test.ts, test/browser/tools.test.ts.
    if ([SEARCH, TOOLS].some((path) => new URL(page.url()).pathname.endsWith(path))) return []
    const plain = await open(page.url(), { javaScriptEnabled: false, viewport: page.viewportSize() })
    const read = (await plain.locator('main').innerText()).replace(/\s+/g, ' ')
    const actions = await plain
      .locator('main :is(button, select, input):visible')
      .evaluateAll((all) => all.map((control) => (control as HTMLButtonElement).form?.action ?? control.outerHTML))
    const texts = await page.locator('main :is(h1, h2, h3, p:not([role]), .line-text)').evaluateAll(textsToRead)
    const lost = texts.length > 0 ? texts.filter((text) => !read.includes(text)) : ['there is nothing to read']
    return [...actions.filter((action) => !action.endsWith(SEARCH)), ...lost]
  },
  /** Everything is in its place, in windows of any width. */
  widths: async (page) => {
    const found: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await page.evaluate(outOfPlace)).map((fault) => `at ${width}: ${fault}`))
    }
    return found
  },
  /** Everything that the Tab key reaches shows its focus. */
  focus: async (page) => {
    const found: string[] = []
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab')
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ forcedColors: 'none', ...scheme })
        const { name, ring } = await page.evaluate(focusRing)
        if (name.startsWith('<body') && scheme === SCHEMES[0]) return presses > 4 ? found : [...found, `Tab reaches ${presses} things`]
        // The choice of a scheme is hidden if colours are forced.
        if (ring < 2 && !name.startsWith('<body')) found.push(`${JSON.stringify(scheme)}: ${name}`)
      }
    }
    return found
  },
  /** In light and in dark, and with unfolded content if there is any. Outside of the sweep dark is for the rules about colours. */
  axe: async (page) => {
    const found = SWEEP ? await violationsInBothSchemes(page) : []
    const hasFolded = await page.evaluate(unfold)
    return hasFolded || !SWEEP ? [...found, ...(await violationsInBothSchemes(page))] : found
  },
  /**
   * The longest words of each language, and a name of a site, fit into 320 pixels: the layout is the same for all languages of one
   * direction.
   */
  words: async (page) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const found: string[] = []
    for (const lang of Object.keys(LANGUAGES)) {
      const words = wordsOf(lang)
      const ofHeading = ['missing.heading', 'missing.lead', 'search.noScript', 'about.source'] as const
      const texts = {
        '.search-form button': words.say('search.submit'),
        '[data-position]': words.say('bench.position', { number: 10, count: 12 }),
        '[data-do=end]': words.say('bench.whole'),
        '.site-name span': 'The Opensourceecologyworkshop of the World',
        // Korean has spaces, unlike Chinese and Japanese, which break between characters.
        ...(lang === 'ko'
          ? { h1: ofHeading.map((key) => words.say(key, { source: 'repair.example', categories: '카테고리' })).join(' ') }
          : {}),
      }
      found.push(...(await page.evaluate(put, { lang, texts })).map((fault) => `${lang}: ${fault}`))
    }
    await page.evaluate(put, { lang: 'ko', texts: { h1: '가'.repeat(100) } })
    return [...found, ...(await page.evaluate(outOfPlace))]
  },
} satisfies Record<string, Judge>

/** The faults that judges find in a page in its current state. */
export async function faultsOf(page: Page, open: Open, judges: readonly (keyof typeof JUDGES)[]): Promise<string[]> {
  const found: string[] = []
  for (const name of judges) found.push(...(await JUDGES[name](page, open)).map((fault) => `${name}: ${fault}`))
  return found
}

/** The findings of axe on the page in its current state: by default with rules of every level, including best practices. */
async function violationsOn(page: Page, options: RunOptions = {}): Promise<string[]> {
  // Through the debugger, which no Content-Security-Policy blocks.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};undefined`)
  const { violations, incomplete } = await page.evaluate(
    (options) => window.axe.run(document, { resultTypes: ['violations', 'incomplete'], ...options }),
    options,
  )
  return [...violations, ...incomplete.filter(({ id }) => id === 'frame-tested')].flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html }) => `${id} (${impact ?? 'none'}): ${html.slice(0, 160)}`),
  )
}

export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'none' })
    const violations = await violationsOn(page, colorScheme === 'dark' && !SWEEP ? OF_COLOUR : {})
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`))
  }
  return found
}
