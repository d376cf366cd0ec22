import { type Palettes, SCHEMES } from './tokens.ts'

/** Text tokens, with the background tokens that they are used on. */
export const PAIRS: Readonly<Record<string, readonly string[]>> = {
  ink: ['paper', 'surface', 'sunken', 'accent-soft', 'note-soft', 'caution-soft', 'reminder-soft', 'good-soft'],
  muted: ['paper', 'surface', 'sunken'],
  accent: ['paper', 'surface', 'sunken', 'accent-soft'],
  'accent-strong': ['paper', 'surface', 'sunken', 'accent-soft'],
  'on-accent': ['accent', 'accent-strong'],
  note: ['note-soft'],
  caution: ['caution-soft'],
  reminder: ['reminder-soft'],
  good: ['good-soft'],
}

/** The contrast that text needs on its background (WCAG 2.2, criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5

/** A text with insufficient contrast. */
export type Faint = ReturnType<typeof faintPairs>[number]

/** The pairs below {@link TEXT_CONTRAST}, the lowest contrast first. */
export function faintPairs(palettes: Palettes) {
  const all = SCHEMES.flatMap((scheme) =>
    Object.entries(PAIRS).flatMap(([text, grounds]) =>
      grounds.flatMap((ground) => {
        const [above, below] = [palettes[scheme][text], palettes[scheme][ground]]
        return above && below ? [{ scheme, text, ground, ratio: contrast(above, below) }] : []
      }),
    ),
  )
  return all.filter(({ ratio }) => ratio < TEXT_CONTRAST).sort((a, b) => a.ratio - b.ratio)
}

/** The red, green and blue of `#rrggbb` or `#rgb`, from 0 to 255. */
function rgbOf(hex: string): number[] {
  const digits = hex.slice(1)
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
}

/** Mixes a share of the second colour, from 0 to 1, into the first. */
export function mix(hex: string, other: string, share: number): string {
  const added = rgbOf(other)
  const mixed = rgbOf(hex).map((part, at) => Math.round(part + ((added[at] ?? 0) - part) * share))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance (WCAG 2.2, section "relative luminance"). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = rgbOf(hex)
    .map((part) => part / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** How far two colours are apart, 1 to 21 (WCAG 2.2, section "contrast ratio"). */
export function contrast(hex: string, other: string): number {
  const [one, two] = [luminance(hex), luminance(other)]
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)
}

/** The shade closest to a colour, towards black or white, that is readable on all its backgrounds; some may be derived from the shade. */
export function readableShade(hex: string, groundsOf: (shade: string) => readonly string[], towards: '#000000' | '#ffffff'): string {
  for (let share = 0; share < 1; share += 0.01) {
    const shade = mix(hex, towards, share)
    if (groundsOf(shade).every((ground) => contrast(shade, ground) >= TEXT_CONTRAST)) return shade
  }
  return towards
}
