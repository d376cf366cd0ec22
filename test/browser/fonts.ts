import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** What pages are set in while they are tested: the same letters on every machine. Each family has its own script only. */
const FONTS = {
  'Tests Latin': 'noto-sans/files/noto-sans-latin-wght-normal.woff2',
  'Tests Cyrillic': 'noto-sans/files/noto-sans-cyrillic-wght-normal.woff2',
  'Tests Arabic': 'noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
}

const { resolve } = createRequire(import.meta.url)

/** The families with their bytes in Base64, which a page's policy lets a test give it: nothing is loaded. */
export const testFonts = (): [family: string, base64: string][] =>
  Object.entries(FONTS).map(([family, file]) => [family, readFileSync(resolve(`@fontsource-variable/${file}`)).toString('base64')])

/**
 * Runs in the page, before its own scripts. The sheet is applied after those of the page. Chinese, Japanese and Korean letters are as wide
 * as they are high in every font, so that those of the machine will do.
 */
export function setInTestFonts(fonts: [family: string, base64: string][]): void {
  for (const [family, base64] of fonts) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    document.fonts.add(new FontFace(family, bytes, { weight: '100 900' }))
  }
  const sheet = new CSSStyleSheet()
  sheet.insertRule(`:root { --sans: ${fonts.map(([family]) => `'${family}'`).join(', ')}, sans-serif }`)
  document.adoptedStyleSheets.push(sheet)
}
