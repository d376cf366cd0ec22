import { createHash } from 'node:crypto'
import { INK } from './palette.ts'
import type { Tone } from './palette.ts'

// Shapes are SVG path data on a sheet of 800 × 600; the painters below turn them into markup.

const OUTLINE = 5
const DETAIL = 3

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A point on a circle; 0° is to the right, 90° is down. */
export function polar(cx: number, cy: number, radius: number, degrees: number): [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180
  return [round(cx + radius * Math.cos(angle)), round(cy + radius * Math.sin(angle))]
}

export function box(x: number, y: number, width: number, height: number, radius = 8): string {
  const r = Math.min(radius, width / 2, height / 2)
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const [across, down] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`
}

export function disc(cx: number, cy: number, rx: number, ry = rx): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`
}

export function polygon(...points: (readonly [x: number, y: number])[]): string {
  return `M${points.map((point) => point.join(' ')).join('L')}z`
}

/** Part of a circle, clockwise from one angle to another. */
export function arc(cx: number, cy: number, radius: number, from: number, to: number): string {
  const large = to - from > 180 ? 1 : 0
  return `M${polar(cx, cy, radius, from).join(' ')}A${radius} ${radius} 0 ${large} 1 ${polar(cx, cy, radius, to).join(' ')}`
}

/** A filled shape whose lower right lies in the shade. `depth` is the width of that edge. */
export function solid(d: string, [light, shade]: Tone, depth = 10): string {
  const id = `c${createHash('sha256').update(d).digest('hex').slice(0, 8)}`
  const lit = `<g clip-path="url(#${id})"><path d="${d}" fill="${light}" transform="translate(${-depth} ${round(-depth * 0.8)})"/></g>`
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><path d="${d}" fill="${shade}"/>${lit}${ink(d, OUTLINE)}`
}

/** A filled shape without outline. */
export function flat(d: string, colour: string, opacity = 1): string {
  return `<path d="${d}" fill="${colour}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
}

/** A drawn line. */
export function ink(d: string, width = DETAIL, colour = INK, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${extra}/>`
}

/** A round bar, pipe or cable of the given thickness along a line. */
export function tube(d: string, [light, shade]: Tone, width: number): string {
  const lit =
    width > 8 ? `<g transform="translate(${round(-width * 0.11)} ${round(-width * 0.11)})">${ink(d, width * 0.62, light)}</g>` : ''
  return ink(d, width + OUTLINE * 2) + ink(d, width, width > 8 ? shade : light) + lit
}

export function group(...parts: string[]): string {
  return parts.join('')
}

/** Moves, turns (degrees) and scales what was drawn around 0, 0. */
export function at(x: number, y: number, content: string, turn = 0, scale = 1): string {
  const more = `${turn ? ` rotate(${turn})` : ''}${scale === 1 ? '' : ` scale(${scale})`}`
  return `<g transform="translate(${x} ${y})${more}">${content}</g>`
}

/** The same drawing once for each angle around a centre. */
export function around(cx: number, cy: number, count: number, draw: (degrees: number) => string): string {
  return Array.from({ length: count }, (_, index) => at(cx, cy, draw((index * 360) / count), round((index * 360) / count))).join('')
}
