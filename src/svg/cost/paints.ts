import { userUnits } from '../length.ts'
import type { Drawn } from '../parse.ts'
import { type Box, EVERYWHERE, grow } from './box.ts'
import { type Frame, lengthIn } from './frame.ts'
import { namesIn } from './inherited.ts'
import { growthOf, numbersOf, stretchOf } from './matrix.ts'
import { type Outline, outlineOf } from './outline.ts'
import { placed, type Stage, shareOf } from './stage.ts'
import { type Declared, elementsOf } from './sheet.ts'

/** A fill of the whole picture in a colour that is not opaque, as a multiple of a small shape; likewise in a gradient or a pattern. */
const FILL = 40
const PAINT_SERVER = 300
/** A line once across the picture, by the lines of pixels that it crosses; an outline of a stroke has four of them. */
const CROSSING = 4
const STROKE_LINES = 4
const CORNER = 0.1
const DASH = 0.25
/** A dash across a line one pixel wide. */
const WIDE_DASH = 0.5
/** The tile of a pattern, as large as the picture. */
const TILE = 1500
const STOP = 0.25

export interface Shape {
  cost: number
  box: Box
  corners: number
}

/** What a shape costs without markers and effects; undefined for an element that is none. */
export function paintOf(scene: Stage, element: Drawn, frame: Frame, inherited: Declared, depth: number): Shape | undefined {
  const outline = outlineOf(element.name, element.attributes, (key) => lengthIn(frame, element.attributes, key))
  if (!outline) return undefined
  const fills = (inherited.get('fill') ?? ['black']).filter((value) => value !== 'none')
  const strokes = (inherited.get('stroke') ?? []).filter((value) => value !== 'none')
  const width = strokes.length > 0 ? largest(inherited, 'stroke-width', frame, 1) : 0
  const reach = width * Math.max(1, largest(inherited, 'stroke-miterlimit', frame, 4))
  const box = placed(grow(outline.box, Number.isFinite(reach) ? reach : 0), frame)
  const share = shareOf(Number.isFinite(reach) ? box : EVERYWHERE, frame)
  const crossings = crossingsOf(outline, frame)
  let cost = 1 + outline.corners * CORNER
  if (fills.length > 0) cost += crossings * CROSSING + share * fillCost(scene, fills) + serverCost(scene, fills, frame, depth, share)
  if (strokes.length > 0) {
    cost += crossings * CROSSING * STROKE_LINES + serverCost(scene, strokes, frame, depth, share)
    cost +=
      Math.min(share, strokeShare(outline, width, frame)) * fillCost(scene, strokes) +
      dashes(outline, element, inherited, frame) * dashCost(width, frame)
  }
  return { cost, box, corners: outline.corners }
}

/** How often a line crosses the picture: its length, and no more than each of its parts can. */
function crossingsOf({ length, corners }: Outline, frame: Frame): number {
  const most = corners * 4 * Math.sqrt(frame.most)
  return frame.matrix ? Math.min(most, (length * stretchOf(frame.matrix)) / Math.sqrt(frame.visible)) : most
}

function strokeShare({ length, corners }: Outline, width: number, frame: Frame): number {
  return frame.matrix ? ((length + corners * width) * width * Math.max(growthOf(frame.matrix), 1)) / frame.visible : frame.most
}

const fillCost = (scene: Stage, values: readonly string[]): number =>
  namesIn(values).some((name) => scene.named(name) !== undefined) ? PAINT_SERVER : FILL

/** What is painted to paint with: the tile of a pattern, the stops of a gradient, and those that they take from others. */
export function serverCost(scene: Stage, values: readonly string[], frame: Frame, depth: number, share: number): number {
  let cost = 0
  const names = new Set(namesIn(values))
  for (const name of names) {
    const server = scene.named(name)
    const from = server?.attributes.href
    if (from?.startsWith('#')) names.add(from.slice(1))
    if (names.size > 100) return Infinity
    if (server?.name === 'pattern') {
      const tile = tileOf(server, frame, share)
      cost += TILE * Math.min(tile, frame.most) + scene.referred([`url(#${name})`], frame, depth, tile)
    }
    if (server && server.name !== 'pattern') cost += stopsOf(server) * STOP
  }
  return cost
}

const stopsOf = (gradient: Drawn): number => elementsOf(gradient).length - 1

/** The share of the picture that a tile covers. */
function tileOf({ attributes }: Drawn, frame: Frame, share: number): number {
  if (attributes.patternUnits !== 'userSpaceOnUse' || attributes.patternTransform !== undefined) return Math.max(share, 0)
  const area = lengthIn(frame, attributes, 'width') * lengthIn(frame, attributes, 'height')
  const known = frame.matrix && (area * growthOf(frame.matrix)) / frame.visible
  return known !== undefined && Number.isFinite(known) ? known : 1
}

/** The largest that a property may be, in user units; Infinity where that is not simple. */
export function largest(inherited: Declared, property: string, frame: Frame, otherwise: number): number {
  const values = (inherited.get(property) ?? []).map((value) => userUnits(value, Math.max(frame.width, frame.height)))
  return values.reduce(
    (most, value) => (Number.isNaN(value) ? Infinity : Math.max(most, Math.abs(value))),
    values.length > 0 ? 0 : otherwise,
  )
}

/** What one dash takes on a line of this width. */
export const dashCost = (width: number, { matrix }: Frame): number =>
  DASH + WIDE_DASH * Math.min(MAX_WIDTH, matrix ? width * stretchOf(matrix) : MAX_WIDTH)

const MAX_WIDTH = 100
const PLAIN_DASHES = /^(?:[\d.e+\s,-]|px)*$/i

/** How many dashes a line is cut into; Infinity where that is not simple. */
export function dashes(
  { length, corners }: Pick<Outline, 'length' | 'corners'>,
  { attributes }: Drawn,
  inherited: Declared,
  frame: Frame,
): number {
  const lists = (inherited.get('stroke-dasharray') ?? []).filter((value) => value !== 'none' && value !== 'inherit')
  const along = Math.max(
    Number.isFinite(length) ? length : corners * 4 * (frame.width + frame.height),
    Number(attributes.pathLength ?? 0) || 0,
  )
  return lists.reduce((most, list) => Math.max(most, PLAIN_DASHES.test(list) ? dashesIn(numbersOf(list), along) : Infinity), 0)
}

function dashesIn(list: readonly number[], along: number): number {
  const round = list.reduce((sum, dash) => sum + dash, 0)
  return round > 0 ? (along / round) * list.length : 0
}

/** A marker is painted at each corner of a line, or at one end. */
export function markersOf(
  scene: Stage,
  element: Drawn,
  corners: number,
  { frame, inherited, depth }: { frame: Frame; inherited: Declared; depth: number },
): number {
  if (['rect', 'circle', 'ellipse'].includes(element.name)) return 0
  const each = (property: string): number => {
    const values = inherited.get(property) ?? []
    const width = largest(inherited, 'stroke-width', frame, 1)
    return namesIn(values).reduce(
      (sum, name) => sum + 1 + scene.referred([`url(#${name})`], frame, depth, markerOf(scene, name, width, frame)),
      0,
    )
  }
  const ends = each('marker-start') + each('marker-end')
  const all = each('marker-mid') + each('marker')
  return ends + (all > 0 ? all * (corners + 2) : 0)
}

/** The share of the picture that a marker covers: all of it, unless it is cut at its bounds. */
function markerOf(scene: Stage, name: string, strokeWidth: number, frame: Frame): number {
  const marker = scene.named(name)
  if (!marker || !frame.matrix || scene.sheets.declaredBy(marker).has('overflow')) return 1
  const { markerWidth = '3', markerHeight = '3', markerUnits } = marker.attributes
  const scale = markerUnits === 'userSpaceOnUse' ? 1 : strokeWidth
  const area = userUnits(markerWidth, frame.width) * userUnits(markerHeight, frame.height) * scale * scale * growthOf(frame.matrix)
  return Number.isFinite(area) ? Math.abs(area) / frame.visible : 1
}
