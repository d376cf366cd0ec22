import { imageSize } from 'image-size'
import type { Drawn } from '../parse.ts'
import { boxOf, EVERYWHERE, NOWHERE } from './box.ts'
import { type Frame, lengthIn } from './frame.ts'
import { growthOf } from './matrix.ts'
import { dashCost, dashes, largest, serverCost } from './paints.ts'
import { type Painted, placed, type Stage, shareOf } from './stage.ts'
import { type Declared, elementsOf } from './sheet.ts'

/** Pixels that are decoded in the time of a small shape, and what placing them all over the picture takes. */
const PIXELS_DECODED = 500
const PLACED = 300
/** A letter, and one as large as the picture. */
const LETTER = 0.3
const LARGE_LETTER = 40
/** A letter with a place of its own, and a size of letters that was not there before. */
const PLACED_LETTER = 10
const NEW_SIZE = 500
const PLACES = ['x', 'y', 'dx', 'dy', 'rotate']
/** The outline of a letter, in multiples of its size. */
const OUTLINE = 8
/** An outline, a gradient or a pattern on a letter. */
const PAINTED = 8

/** A picture of pixels within a drawing. */
export function pictureOf({ attributes }: Drawn, frame: Frame): Painted {
  const said = attributes.width !== undefined && attributes.height !== undefined
  const [x, y, width, height] = (['x', 'y', 'width', 'height'] as const).map((key) => lengthIn(frame, attributes, key)) as [
    number,
    number,
    number,
    number,
  ]
  const box = said ? placed(boxOf(x, y, width, height), frame) : EVERYWHERE
  const href = attributes.href ?? ''
  if (href === '' || href.startsWith('#')) return { cost: 1, box: NOWHERE }
  return { cost: 1 + shareOf(box, frame) * PLACED + pixelsOf(href) / PIXELS_DECODED, box }
}

/** 0 for what has no size. */
function pixelsOf(href: string): number {
  try {
    // A buffer's memory is shared, and image-size reads past the end of a short one.
    const { width, height } = imageSize(Uint8Array.from(Buffer.from(href.slice(href.indexOf(',') + 1), 'base64')))
    return width * height
  } catch {
    return 0 // image-size throws unless it is a picture; a browser shows none either
  }
}

/** Text, with the parts of it that have a look of their own. */
export function textOf(scene: Stage, element: Drawn, frame: Frame, inherited: Declared, depth: number): Painted {
  const parts = elementsOf(element)
  const letters = parts.reduce(
    (sum, { children }) => sum + children.reduce((all, child) => all + (typeof child === 'string' ? child.length : 0), 0),
    0,
  )
  const declared = [inherited, ...parts.map((part) => scene.sheets.declaredBy(part))]
  const size = Math.max(...declared.map((values) => (values.has('font') ? Infinity : largest(values, 'font-size', frame, 16))))
  const share = frame.matrix ? Math.min(frame.most, (size * size * growthOf(frame.matrix)) / frame.visible) : frame.most
  const paints = declared.flatMap((values) => [
    ...(values.get('fill') ?? []),
    ...(values.get('stroke') ?? []).filter((value) => value !== 'none'),
  ])
  const isPlain =
    !declared.some((values) => values.get('stroke')?.some((value) => value !== 'none')) && !paints.some((value) => value.includes('url('))
  const each = (LETTER + LARGE_LETTER * share) * (isPlain ? 1 : PAINTED)
  const strokes = Math.max(...declared.map((values) => largest(values, 'stroke-width', frame, 1)))
  const dashed = Math.max(
    ...declared.map((values) => dashes({ length: letters * OUTLINE * size, corners: letters * OUTLINE }, element, values, frame)),
  )
  const set = parts.reduce((sum, { name, attributes }) => sum + (name === 'textPath' ? letters : mostPlaces(attributes)), 0)
  let cost = 1 + parts.length + letters * each + Math.min(letters, set) * PLACED_LETTER
  if (dashed > 0) cost += dashed * dashCost(strokes, frame)
  for (const part of declared) if (scene.isNewSize(`${part.get('font-size')?.join()} ${frame.matrix?.slice(0, 4).join()}`)) cost += NEW_SIZE
  return { cost: cost + serverCost(scene, paints, frame, depth, frame.most), box: EVERYWHERE }
}

/** How many letters have a place of their own; one place is that of the text. */
const mostPlaces = (attributes: Drawn['attributes']): number =>
  Math.max(...PLACES.map((name) => (attributes[name] ?? '').split(/[\s,]+/).length - 1))
