import { GROUNDS, INK, RINGS } from './palette.ts'
import type { Ground } from './palette.ts'
import { box, disc, flat, group, ink } from './shapes.ts'

/** Where a ring marker lies: its middle and radius, on the sheet of 800 × 600. */
export type Ring = readonly [x: number, y: number, radius: number]

/** An object of the workshop: seen whole, and opened or enlarged. The rings lie on the opened view, in the order red, orange, blue. */
export interface ObjectDrawing {
  ground: Ground
  whole: () => string
  open: () => string
  rings: readonly [Ring, Ring, Ring]
}

/** A tool or part: one view only. */
export interface SingleDrawing {
  ground: Ground
  draw: () => string
}

/** A whole SVG document. */
export function sheet(content: string, width = 800, height = 600): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`
}

/** An object standing in the room. */
export function standing(ground: Ground, content: string): string {
  const [wall, light] = GROUNDS[ground]
  return sheet(group(flat('M0 0h800v600h-800z', wall), flat(disc(400, 290, 262), light), content))
}

/** Something opened, lying on the repair mat. */
export function lying(ground: Ground, content: string): string {
  const [wall, light] = GROUNDS[ground]
  const grid = [140, 270, 400, 530, 660].map((x) => `M${x} 40v520`).concat([105, 235, 365, 495].map((y) => `M32 ${y}h736`))
  return sheet(group(flat('M0 0h800v600h-800z', wall), flat(box(24, 24, 752, 552, 40), light), ink(grid.join(''), 2, wall), content))
}

/** The soft shadow below something that stands. */
export function shadow(cx: number, cy: number, rx: number): string {
  return flat(disc(cx, cy, rx, Math.round(rx * 0.07) + 6), INK, 0.16)
}

/** The soft shadow of something that lies flat: the same outline, lower. */
export function below(d: string): string {
  return `<g transform="translate(8 12)">${flat(d, INK, 0.14)}</g>`
}

/** The coloured rings that a step's bullets speak of. */
export function marked(rings: readonly Ring[]): string {
  return rings.map(([x, y, radius], index) => ink(disc(x, y, radius), 18, '#ffffff') + ink(disc(x, y, radius), 10, RINGS[index])).join('')
}
