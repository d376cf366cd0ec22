import { screw, wire } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, SKY, STEEL } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { arc, around, at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function cup(side: 1 | -1): string {
  return `<g transform="translate(400 0) scale(${side} 1)">${group(
    solid(box(112, 286, 62, 188, 30), RUBBER, 12),
    solid(box(158, 270, 66, 220, 33), ORANGE, 14),
    solid(box(206, 318, 22, 124, 11), CREAM, 5),
  )}</g>`
}

function whole(): string {
  return group(
    shadow(400, 520, 230),
    wire('M590 480Q610 540 680 520T790 540', RUBBER, 8),
    tube('M216 300Q196 92 400 92T584 300', STEEL, 14),
    tube('M240 186Q286 92 400 92T560 186', ORANGE, 40),
    ink('M262 164Q306 108 400 104', 6, '#ffffff', ' opacity="0.6"'),
    solid(box(200, 232, 30, 70, 8), RUBBER, 6),
    solid(box(570, 232, 30, 70, 8), RUBBER, 6),
    cup(-1),
    cup(1),
  )
}

function open(): string {
  const shell = disc(330, 300, 236, 250)
  const cushion = disc(660, 420, 130, 140)
  return group(
    below(cushion),
    solid(cushion, RUBBER, 16),
    solid(disc(660, 420, 62, 70), CREAM, 0),
    ink(arc(660, 420, 98, 190, 250), 8, '#8a8398'),
    below(shell),
    solid(shell, ORANGE, 16),
    solid(disc(330, 300, 196, 210), RUBBER, 0),
    solid(disc(330, 300, 136), CREAM, 10),
    solid(disc(330, 300, 108), STEEL, 10),
    ...[1, 2, 3].map((ring) => around(330, 300, ring * 7, () => flat(disc(0, -ring * 27, 7), INK))),
    flat(disc(330, 300, 8), INK),
    around(330, 300, 4, (angle) => at(Math.round(168 * Math.cos(0.8)), Math.round(168 * Math.sin(0.8)), screw(0, 0, 17, angle))),
    wire('M330 556Q300 500 292 442', RED, 6),
    wire('M330 556Q366 500 372 442', SKY, 6),
    solid(box(268, 410, 46, 36, 6), MUSTARD, 5),
    solid(box(350, 410, 46, 36, 6), MUSTARD, 5),
    solid(disc(292, 430, 10), STEEL, 3),
    solid(disc(372, 430, 10), STEEL, 3),
    solid(box(304, 536, 52, 44, 8), RUBBER, 6),
    wire('M330 572V640', RUBBER, 10),
  )
}

export const headphones: ObjectDrawing = {
  ground: 'mint',
  whole,
  open,
  rings: [
    [286, 430, 40],
    [448, 180, 40],
    [378, 430, 40],
  ],
}
