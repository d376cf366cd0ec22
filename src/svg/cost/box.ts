import type { Matrix } from './matrix.ts'

/** A rectangle that all of something lies in. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }
export const NOWHERE: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }

export const boxOf = (x: number, y: number, width: number, height: number): Box =>
  [x, y, width, height].every(Number.isFinite) ? { left: x, top: y, right: x + width, bottom: y + height } : EVERYWHERE

export const join = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
})

export function grow(box: Box, by: number): Box {
  return box.left > box.right ? box : { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by }
}

/** Infinity for a box without bounds, 0 for one that is empty. */
export function areaOf({ left, top, right, bottom }: Box): number {
  if (left > right || top > bottom) return 0
  const area = (right - left) * (bottom - top)
  return Number.isNaN(area) ? Infinity : area
}

export function transformed(box: Box, matrix: Matrix | undefined): Box {
  if (box.left > box.right) return box
  if (!matrix || !Number.isFinite(areaOf(box))) return EVERYWHERE
  const [a, b, c, d, e, f] = matrix
  const corners = [box.left, box.right].flatMap((x) => [box.top, box.bottom].map((y) => [a * x + c * y + e, b * x + d * y + f] as const))
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
