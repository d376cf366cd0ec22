import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkitten'
import { ROOT } from '../installation.ts'

/** The size that social networks show without cropping. */
export const WIDTH = 1200
export const HEIGHT = 630
const MARGIN = 64
const MOST_LINES = 3
/** In pixels: the first in which the title fits. */
const SIZES = [76, 64]
const NAME_SIZE = 34
const LEADING = 1.22

export type TitleDrawing = ReturnType<typeof titleDrawing>

/**
 * The lower part of a picture, as SVG of the full width: the title in white over a gradient, and the site's name below, which is '' if it
 * cannot be typeset.
 */
export function titleDrawing(title: string, siteName: string) {
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

/** The fonts in which letters are looked up, in order. */
const FONTS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese']
const NARROW_SPACE = 0.25

let opened: Font[] | undefined

const fonts = (): Font[] =>
  (opened ??= FONTS.map((name) => {
    const font = create(readFileSync(join(ROOT, 'public/fonts', `noto-sans-${name}.woff2`)))
    if (!('glyphForCodePoint' in font)) throw new TypeError(`The font ${name} is a collection.`)
    return font
  }))

/** Breaks a text into lines of a width, in units of its height; text beyond `most` lines is cut with an ellipsis. */
export function linesOf(text: string, width: number, most: number) {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((word) => piecesOf(word, width))) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  if (lines.length > most) lines.splice(most - 1, Infinity, shortened(lines[most - 1] ?? '', width))
  return lines.map(outlined)
}

/** A word that is longer than a line is broken anywhere. */
function piecesOf(word: string, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece && widthOf(piece + letter) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}

function shortened(line: string, width: number): string {
  const letters = Array.from(line)
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

const letters = new Map<string, { path: string; advance: number }>()

/** A letter that no font has becomes a space. */
function letterOf(letter: string) {
  const known = letters.get(letter)
  if (known) return known
  const code = letter.codePointAt(0) ?? 0
  const font = fonts().find((candidate) => candidate.hasGlyphForCodePoint(code))
  const [glyph] = font?.glyphsForString(letter) ?? []
  const scale = 1 / (font?.unitsPerEm ?? 1)
  const read = glyph
    ? { path: glyph.path.scale(scale, -scale).toSVG(), advance: glyph.advanceWidth * scale }
    : { path: '', advance: NARROW_SPACE }
  letters.set(letter, read)
  return read
}

const widthOf = (line: string): number => Array.from(line).reduce((sum, letter) => sum + letterOf(letter).advance, 0)

/** A line as outlines: an SVG path of height 1 that starts at 0, with the baseline at 0 and negative values above it. */
function outlined(line: string) {
  let width = 0
  const parts = Array.from(line).map((letter) => {
    const { path, advance } = letterOf(letter)
    const at = width
    width += advance
    return path && `<path transform="translate(${round(at)} 0)" d="${path}"/>`
  })
  return { path: parts.join(''), width }
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4
