import type { KeptItem } from '../../app/store.ts'
import type { BrowserWords } from '../../words/browser.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number of bytes in words: 3.4 MB. */
export function sizeIn(lang: string, bytes: number): string {
  const power = Math.min(3, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** power
  const maximumFractionDigits = value < 10 ? 1 : 0
  return new Intl.NumberFormat(lang, { style: 'unit', unit: UNITS[power] ?? 'byte', maximumFractionDigits }).format(value)
}

/** The size and the date of something saved. */
export function factsOf({ bytes, atMs }: KeptItem, words: BrowserWords): string {
  const date = new Intl.DateTimeFormat(words.lang, { dateStyle: 'long' }).format(atMs)
  return `${sizeIn(words.lang, bytes)} · ${words.say('keep.of', { date })}`
}

/** A warning in Safari, and in all browsers on an iPhone, which are based on it; elsewhere none. */
export const warnings = (words: BrowserWords): string[] => ('GestureEvent' in globalThis ? [words.say('keep.forgets')] : [])
