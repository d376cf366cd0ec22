import { IMAGE_SIZES } from './media.ts'

/** By the size name in an address, those of section 2.2 in addition to the usual ones: its width in pixels. */
const WIDTHS: Record<string, number> = { ...IMAGE_SIZES, '140x105': 140, '200x150': 200, '300x225': 300, '440x330': 440, full: Infinity }
const BY_WIDTH = Object.keys(WIDTHS).sort((a, b) => (WIDTHS[a] ?? 0) - (WIDTHS[b] ?? 0))
/** The last word of an address that is a size name. */
const SIZE = new RegExp(`^(.*[^a-z0-9])(${BY_WIDTH.join('|')})(?![a-z0-9])(.*)$`, 'i')

/**
 * The possible addresses of the same picture in other sizes, nearest first: larger ones in ascending order, then smaller ones in descending
 * order, in the services' forms (`…/GUID.huge`, `…/GUID.full`; the original may have no size name).
 */
export function otherSizes(url: string): string[] {
  const [, stem = `${url}.`, name = '', rest = ''] = SIZE.exec(url) ?? []
  const width = WIDTHS[name.toLowerCase()] ?? Infinity
  const larger = BY_WIDTH.filter((other) => WIDTHS[other] !== Infinity && (WIDTHS[other] ?? 0) >= width)
  const smaller = BY_WIDTH.filter((other) => (WIDTHS[other] ?? 0) < width).reverse()
  const sized = [...larger, ...smaller, 'original', 'full'].filter((other) => other !== name).map((other) => `${stem}${other}${rest}`)
  return name === '' ? sized : [...sized, `${stem.slice(0, -1)}${rest}`]
}
