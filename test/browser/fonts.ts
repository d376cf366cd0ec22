import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The fonts of pages under test: the same on every machine. Each family covers only its own script. */
const FONTS = {
  'Tests Latin': '@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2',
  'Tests Cyrillic': '@fontsource-variable/noto-sans/files/noto-sans-cyrillic-wght-normal.woff2',
  'Tests Arabic': '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
  'Tests Japanese': '@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese-400-normal.woff2',
}

/** Families for pages in one language only: 690 KB take tens of milliseconds to load. */
const LANGUAGES: Record<string, string> = { 'Tests Japanese': 'ja' }

const { resolve } = createRequire(import.meta.url)

/** The families with their bytes, which a page's policy allows a test to add: nothing is loaded. */
export const testFonts = () =>
  Object.entries(FONTS).map(([family, file]) => ({
    family,
    base64: readFileSync(resolve(file)).toString('base64'),
    /** The pages' language; '' for all pages. */
    lang: LANGUAGES[family] ?? '',
  }))

type TestFont = ReturnType<typeof testFonts>[number]

/**
 * Runs in the page, before its own scripts. The sheet is applied after those of the page. Chinese and Korean pages, and words in them or in
 * Japanese on other pages, use the machine's fonts, or boxes if it has none: no test examines their shape.
 */
export function setInTestFonts(fonts: TestFont[]): void {
  const add = ({ family, base64 }: TestFont) => {
    // The slow way, for Chrome before 140, takes a sixth of the time of opening a page.
    const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }
    const bytes = fromBase64?.call(Uint8Array, base64) ?? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    document.fonts.add(new FontFace(family, bytes, { weight: '100 900' }))
  }
  for (const font of fonts) if (!font.lang) add(font)
  // The page's first element has its language, before anything is drawn.
  new MutationObserver((_, observer) => {
    observer.disconnect()
    for (const font of fonts) if (font.lang && document.documentElement.lang === font.lang) add(font)
  }).observe(document, { childList: true })
  const sheet = new CSSStyleSheet()
  sheet.insertRule(`:root { --sans: ${fonts.map(({ family }) => `'${family}'`).join(', ')}, sans-serif }`)
  document.adoptedStyleSheets.push(sheet)
}
