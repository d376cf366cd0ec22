/** A colour's channels from 0 to 255. */
type Rgb = readonly [number, number, number]

/** Parses `#rrggbb` or `#rgb`. */
function rgbOf(hex: string): Rgb {
  const digits = hex.slice(1)
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const part = (at: number): number => Number.parseInt(long.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Mixes a share of the second colour, from 0 to 1, into the first. */
export function mix(hex: string, other: string, share: number): string {
  const [[r, g, b], [r2, g2, b2]] = [rgbOf(hex), rgbOf(other)]
  return hexOf([r + (r2 - r) * share, g + (g2 - g) * share, b + (b2 - b) * share])
}

/** Relative luminance (WCAG 2.2, section "relative luminance"). */
function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** How far two colours are apart, 1 to 21 (WCAG 2.2, section "contrast ratio"). */
export function contrast(hex: string, other: string): number {
  const [one, two] = [luminance(hex), luminance(other)]
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)
}

/** The contrast that text needs on its background (WCAG 2.2, criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5

/** The shade closest to a colour, towards black or white, that is readable on all its backgrounds; some may be derived from the shade. */
export function readableShade(hex: string, groundsOf: (shade: string) => readonly string[], towards: '#000000' | '#ffffff'): string {
  for (let share = 0; share < 1; share += 0.01) {
    const shade = mix(hex, towards, share)
    if (groundsOf(shade).every((ground) => contrast(shade, ground) >= TEXT_CONTRAST)) return shade
  }
  return towards
}
