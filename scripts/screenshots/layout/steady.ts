import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../../test/browser/chromium.ts'
import { setInTestFonts, testFonts } from '../../../test/browser/fonts.ts'

const FONTS = testFonts()
/** Letters are placed by the font alone, and not to the pixels of a screen. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--process-per-site',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
]
const NOW = new Date('2026-01-15T12:00:00Z')
/** What the fonts of the tests lack would be in whatever font the machine has. */
const STYLES = [
  ':root { --mono: var(--sans); text-rendering: geometricPrecision }',
  ".leaving::after { content: '\\2009>' }",
  '*, ::before, ::after { animation: none !important; transition: none !important; scroll-behavior: auto !important }',
]

/** What a page is told about the device; what a worker has kept does not answer. */
export const CONTEXT: BrowserContextOptions = { locale: 'en-US', timezoneId: 'UTC', serviceWorkers: 'block' }

/** A browser that draws letters alike on every machine. */
export async function launchSteady(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({ executablePath, args: ARGS, env: { ...env } })
}

/** Before any page is opened: the same letters and the same time, and nothing that moves. */
export async function steady(context: BrowserContext): Promise<void> {
  await context.clock.setFixedTime(NOW)
  await context.addInitScript(setInTestFonts, FONTS)
  await context.addInitScript((styles) => {
    const sheet = new CSSStyleSheet()
    for (const rule of styles) sheet.insertRule(rule)
    document.adoptedStyleSheets.push(sheet)
    // A machine that can read aloud has a button for it.
    speechSynthesis.getVoices = () => []
  }, STYLES)
}

/** Elements of a page with letters in a font of the machine, and the names of these fonts. */
export async function inMachineFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1 })
  const found = new Set<string>()
  for (const { nodeId, nodeType, localName, attributes = [] } of nodes) {
    if (nodeType !== 1) continue // only elements have fonts
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    for (const { familyName, isCustomFont } of fonts)
      if (!isCustomFont) found.add(`${familyName} in <${[localName, ...attributes].join(' ')}>`)
  }
  await session.detach()
  return [...found]
}
