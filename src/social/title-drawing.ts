import { linesOf } from './lines.ts'

/** The size that social networks show without cropping. */
export const WIDTH = 1200
export const HEIGHT = 630
const MARGIN = 64
const MOST_LINES = 3
/** In pixels: the first in which the title fits. */
const SIZES = [76, 64]
const NAME_SIZE = 34
const LEADING = 1.22

/** The lower part of a picture, as SVG of the full width: the title in white over a gradient, and the site's name below. */
export interface TitleDrawing {
  svg: string
  height: number
}

/** `siteName` is '' if it cannot be typeset. */
export function titleDrawing(title: string, siteName: string): TitleDrawing {
  const room = WIDTH - 2 * MARGIN
  const set = SIZES.map((size) => ({ size, lines: linesOf(title, room / size, MOST_LINES + 1) }))
  const fitting = set.find(({ lines }, at) => lines.length <= (at === 0 ? MOST_LINES - 1 : MOST_LINES))
  const size = fitting?.size ?? SIZES.at(-1) ?? NAME_SIZE
  const lines = fitting?.lines ?? linesOf(title, room / size, MOST_LINES)
  const [name] = siteName ? linesOf(siteName, room / NAME_SIZE, 1) : []
  const below = MARGIN + (name ? NAME_SIZE * 1.7 : 0)
  const height = Math.ceil(lines.length * size * LEADING + below + 2 * MARGIN)
  const placed = lines.map(({ path }, at) => group(path, height - below - (lines.length - 1 - at) * size * LEADING, size, 1))
  if (name) placed.push(group(name.path, height - MARGIN, NAME_SIZE, 0.8))
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">` +
    '<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#14110f" stop-opacity="0"/>' +
    '<stop offset=".4" stop-color="#14110f" stop-opacity=".72"/><stop offset="1" stop-color="#14110f" stop-opacity=".92"/></linearGradient></defs>' +
    `<rect width="${WIDTH}" height="${height}" fill="url(#s)"/>${placed.join('')}</svg>`
  return { svg, height }
}

/** The fonts' bold letters are in a variation, which is not supported: a stroke makes letters bold. */
const group = (path: string, y: number, size: number, opacity: number): string =>
  `<g transform="translate(${MARGIN} ${Math.round(y)}) scale(${size})" fill="#fff" stroke="#fff" stroke-width=".034" stroke-linejoin="round" opacity="${opacity}">${path}</g>`
