import { gear, wheel, wire } from './hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, SAGE, STEEL, TEAL, WOOD } from './palette.ts'
import type { Tone } from './palette.ts'
import { sheet } from './scene.ts'
import { at, box, disc, flat, group, ink, solid } from './shapes.ts'

function badge([light, shade]: Tone, content: string): string {
  const ground = flat('M0 0h400v400h-400z', CREAM[0])
  return sheet(
    group(ground, solid(gear(200, 200, 24, 174, 188), [light, shade], 10), solid(disc(200, 200, 146), CREAM, 0), content),
    400,
    400,
  )
}

/** A cup that was broken and mended with golden seams. */
function mendedCup(): string {
  return group(
    ink('M270 168h30q32 4 30 42t-44 44h-28', 30),
    ink('M270 168h30q32 4 30 42t-44 44h-28', 19, CREAM[1]),
    solid('M104 140h176v96q0 70 -60 76h-56q-60 -6 -60 -76z', CREAM, 16),
    ink('M196 140l-14 36l26 28l-18 34l16 30M182 176l-38 22l-40 -8M208 204l42 10l30 -18', 11),
    ink('M196 140l-14 36l26 28l-18 34l16 30M182 176l-38 22l-40 -8M208 204l42 10l30 -18', 6, MUSTARD[0]),
    solid(box(84, 312, 216, 20, 10), MUSTARD, 5),
    ink('M150 112q-14 -14 0 -28t0 -28M194 112q-14 -14 0 -28t0 -28M238 112q-14 -14 0 -28t0 -28', 7, CREAM[0]),
  )
}

function plug(): string {
  return group(
    wire('M200 286Q200 330 250 334', RUBBER, 12),
    solid(box(168, 86, 18, 66, 6), STEEL, 4),
    solid(box(214, 86, 18, 66, 6), STEEL, 4),
    solid('M138 142h124v58q0 62 -48 80h-28q-48 -18 -48 -80z', ORANGE, 12),
    solid('M214 164l-42 58h26l-10 44l44 -60h-28z', MUSTARD, 4),
  )
}

function spool(): string {
  return group(
    solid(box(138, 108, 104, 28, 10), WOOD, 5),
    solid(box(150, 134, 80, 122, 6), RED, 10),
    ink('M152 156q38 12 76 0M152 180q38 12 76 0M152 204q38 12 76 0M152 228q38 12 76 0', 3, RED[1]),
    solid(box(138, 254, 104, 28, 10), WOOD, 5),
    ink('M230 236q60 10 46 -60', 4, RED[1]),
    at(272, 200, solid('M0 96L-7 -70Q-7 -92 0 -92T7 -70z', STEEL, 3) + ink('M0 -78v14', 5, INK), 14),
  )
}

/** Square emblems, on a sheet of 400 × 400. */
export const EMBLEMS: Record<string, () => string> = {
  'team-1': () => badge(TEAL, wheel(200, 200, 108, 16)),
  'team-2': () => badge(MUSTARD, plug()),
  'team-3': () => badge(SAGE, spool()),
  logo: () => sheet(flat('M0 0h400v400h-400z', TEAL[0]) + mendedCup(), 400, 400),
}
