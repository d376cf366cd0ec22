import { nut, spring } from '../hardware.ts'
import { INK, ORANGE, STEEL } from '../palette.ts'
import type { ObjectDrawing } from '../scene.ts'
import { at, disc, flat, group, ink, solid, tube } from '../shapes.ts'

/** One blade with its handle: pivot at 0, 0, tip upwards, the handle bending to one side. */
function half(side: 1 | -1): string {
  const blade = 'M-30 40Q-52 -110 -6 -272Q34 -170 34 40z'
  return `<g transform="scale(${side} 1)">${group(
    tube('M6 30Q30 90 64 150', STEEL, 32),
    tube('M64 146Q104 210 92 286', ORANGE, 50),
    ink('M84 200q16 36 10 70', 6, '#ffffff', ' opacity="0.6"'),
    solid(blade, STEEL, 12),
    ink('M14 20Q16 -120 -2 -220', 4, STEEL[1]),
    solid(disc(2, 4, 44), STEEL, 8),
  )}</g>`
}

function whole(): string {
  return at(
    410,
    290,
    group(at(0, 0, half(-1), 13), at(0, 0, spring(-58, 112, 116, 40, 8)), at(0, 0, half(1), -13), nut(0, 3, 28)),
    28,
    0.84,
  )
}

function open(): string {
  const bolt = group(
    solid('M-16 0h32v92q-16 10 -32 0z', STEEL, 7),
    ink('M-12 52h24M-12 64h24M-12 76h24', 3),
    solid('M-40 -28Q0 -52 40 -28v34h-80z', STEEL, 8),
  )
  return group(
    at(170, 290, half(-1) + flat(disc(-2, 4, 17), INK), -4, 0.9),
    at(630, 290, half(1) + flat(disc(2, 4, 17), INK), 4, 0.9),
    flat('M668 168l-26 8l24 16z', '#eaf3e8'),
    ink('M667 164l-25 12l25 18', 5),
    at(400, 96, bolt),
    solid(disc(400, 248, 38), STEEL, 6),
    flat(disc(400, 248, 17), '#eaf3e8'),
    ink(disc(400, 248, 17), 4),
    nut(400, 346, 36),
    spring(400, 420, 130, 64, 7, 90),
  )
}

export const gardenShears: ObjectDrawing = {
  ground: 'mint',
  whole,
  open,
  rings: [
    [400, 120, 70],
    [400, 486, 74],
    [656, 178, 44],
  ],
}
