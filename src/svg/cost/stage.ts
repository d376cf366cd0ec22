import type { Drawn } from '../parse.ts'
import { areaOf, type Box, transformed } from './box.ts'
import type { Frame } from './frame.ts'
import type { Sheets } from './sheet.ts'

/** What something costs to paint, and the box of the picture that it lies in. */
export interface Painted {
  cost: number
  box: Box
}

/** What is affected: an element, the box of what is painted for it, and where. */
export interface Affected {
  element: Drawn
  box: Box
  frame: Frame
  depth: number
}

/** The drawing as a whole, for what is painted in it. */
export interface Stage {
  readonly sheets: Sheets
  named: (id: string) => Drawn | undefined
  /** What the elements cost that values refer to, each painted where it stands, in a share of at most `most`. */
  referred: (values: readonly string[], frame: Frame, depth: number, most?: number) => number
  /** True once for each size that letters are drawn in. */
  isNewSize: (size: string) => boolean
}

/** The share of the picture that a box covers. */
export const shareOf = (box: Box, frame: Frame): number => Math.min(frame.most, areaOf(box) / frame.visible)

/** A box of the picture, from one in the units of a frame. */
export const placed = (box: Box, frame: Frame): Box => transformed(box, frame.matrix)
