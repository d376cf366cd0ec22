import { userUnits } from '../length.ts'
import { IDENTITY, type Matrix, multiply, numbersOf } from './matrix.ts'

/** Where something is painted. */
export interface Frame {
  /** From its units to those of the picture: pixels of the drawing's own size. */
  matrix: Matrix | undefined
  /** What percentages are of, in its units. */
  width: number
  height: number
  /** The area of the picture, in pixels. */
  visible: number
  /** The largest share of the picture that anything can cover here. */
  most: number
}

type Attributes = Readonly<Record<string, string>>

/** The picture as a whole. */
export function frameOf(attributes: Attributes, size: { width: number; height: number }): Frame {
  const [, , width = size.width, height = size.height] = numbersOf(attributes.viewBox ?? '')
  return { matrix: IDENTITY, width, height, visible: size.width * size.height, most: 1 }
}

/** A coordinate or a length; 0 when it is not there, NaN when it is not simple. */
export function lengthIn(frame: Frame, attributes: Attributes, key: string): number {
  const value = attributes[key]
  if (value === undefined) return 0
  return userUnits(
    value,
    /^(?:x|x1|x2|cx|rx|width)$/.test(key) ? frame.width : /^r$/.test(key) ? Math.max(frame.width, frame.height) : frame.height,
  )
}

/** From a `viewBox` to a place of this size (SVG 2, section 8.2). */
export function viewed(attributes: Attributes, { width, height }: { width: number; height: number }): Matrix | undefined {
  const text = attributes.viewBox
  if (text === undefined) return IDENTITY
  const [x = 0, y = 0, boxWidth = 0, boxHeight = 0] = numbersOf(text)
  const [wide, high] = [width / boxWidth, height / boxHeight]
  if (![wide, high].every((scale) => Number.isFinite(scale) && scale > 0)) return undefined
  const fit = attributes.preserveAspectRatio ?? ''
  if (fit.includes('none')) return [wide, 0, 0, high, -x * wide, -y * high]
  const scale = fit.includes('slice') ? Math.max(wide, high) : Math.min(wide, high)
  return [scale, 0, 0, scale, -x * scale, -y * scale]
}

/** Within an `svg` or a `symbol` that lies in another. */
export function innerFrame(attributes: Attributes, frame: Frame): Frame {
  const [x, y] = [lengthIn(frame, attributes, 'x'), lengthIn(frame, attributes, 'y')]
  const said = { width: '100%', height: '100%', ...attributes }
  const [width, height] = [lengthIn(frame, said, 'width'), lengthIn(frame, said, 'height')]
  const moved: Matrix | undefined = Number.isFinite(x + y) ? [1, 0, 0, 1, x, y] : undefined
  const matrix = multiply(multiply(frame.matrix, moved), viewed(attributes, { width, height }))
  const [, , innerWidth = width, innerHeight = height] = numbersOf(attributes.viewBox ?? '')
  return { ...frame, matrix, width: innerWidth, height: innerHeight }
}
