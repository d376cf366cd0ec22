import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkitten'
import { ROOT } from '../installation.ts'

/** The fonts in which letters are looked up, in order. */
const FONTS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese']
const NARROW_SPACE = 0.25

let opened: Font[] | undefined

function fonts(): Font[] {
  return (opened ??= FONTS.map((name) => {
    const font = create(readFileSync(join(ROOT, 'public/fonts', `noto-sans-${name}.woff2`)))
    if (!('glyphForCodePoint' in font)) throw new TypeError(`The font ${name} is a collection.`)
    return font
  }))
}

/** A line of text as outlines: an SVG path of height 1 that starts at 0, with the baseline at 0 and negative values above it. */
export interface OutlinedLine {
  path: string
  width: number
}

/** Breaks a text into lines of a width, in units of its height; text beyond `most` lines is cut with an ellipsis. */
export function linesOf(text: string, width: number, most: number): OutlinedLine[] {
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

interface Letter {
  path: string
  advance: number
}

const letters = new Map<string, Letter>()

/** A letter that no font has becomes a space. */
function letterOf(letter: string): Letter {
  let known = letters.get(letter)
  if (!known) letters.set(letter, (known = readLetter(letter)))
  return known
}

function readLetter(letter: string): Letter {
  const code = letter.codePointAt(0) ?? 0
  const font = fonts().find((candidate) => candidate.hasGlyphForCodePoint(code))
  const [glyph] = font?.glyphsForString(letter) ?? []
  if (!font || !glyph) return { path: '', advance: NARROW_SPACE }
  const scale = 1 / font.unitsPerEm
  return { path: glyph.path.scale(scale, -scale).toSVG(), advance: glyph.advanceWidth * scale }
}

const widthOf = (line: string): number => Array.from(line).reduce((sum, letter) => sum + letterOf(letter).advance, 0)

function outlined(line: string): OutlinedLine {
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
