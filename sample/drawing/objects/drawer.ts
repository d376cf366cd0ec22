import { screw } from '../hardware.ts'
import { CREAM, INK, MUSTARD, RUBBER, SAGE, STEEL, TEAL, WOOD } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { box, disc, flat, group, ink, polygon, solid } from '../shapes.ts'

function front(x: number, y: number, width: number, height: number): string {
  return group(
    solid(box(x, y, width, height, 10), SAGE, 9),
    ink(box(x + 16, y + 14, width - 32, height - 28, 6), 3, SAGE[1]),
    solid(box(x + width / 2 - 42, y + height / 2 - 8, 84, 18, 9), MUSTARD, 5),
  )
}

function whole(): string {
  return group(
    shadow(400, 520, 250),
    solid(box(212, 496, 34, 24, 4), WOOD, 4),
    solid(box(554, 496, 34, 24, 4), WOOD, 4),
    solid(box(196, 120, 408, 384, 16), CREAM, 16),
    solid(box(176, 96, 448, 34, 12), WOOD, 9),
    front(222, 148, 356, 98),
    flat(box(222, 258, 356, 108, 4), '#5b3a24'),
    ink(box(222, 258, 356, 108, 4), 5),
    front(222, 382, 356, 104),
    solid(polygon([236, 272], [564, 272], [606, 316], [194, 316]), WOOD, 0),
    flat('M270 316q8 -36 50 -34t50 34z', TEAL[0]),
    ink('M270 316q8 -36 50 -34t50 34z', 4),
    flat('M400 316q10 -50 62 -40t70 40z', MUSTARD[0]),
    ink('M400 316q10 -50 62 -40t70 40z', 4),
    flat('M222 396h356v18h-356z', INK, 0.14),
    front(182, 296, 436, 102),
    ink('M222 112h200', 6, '#ffffff', ' opacity="0.6"'),
  )
}

function open(): string {
  return group(
    solid('M-20 -20H820V210H-20z', CREAM, 0),
    solid('M-20 440H820V640H-20z', CREAM, 0),
    ink('M40 40h240M60 560h300M520 80h220', 3, CREAM[1]),
    flat('M-20 212H820V438H-20z', '#5b3a24'),
    solid('M110 164H830V414H110z', WOOD, 14),
    ink('M150 200Q400 186 820 204M150 390Q300 380 520 392', 3, WOOD[1]),
    solid(box(56, 130, 66, 320, 10), SAGE, 10),
    below(box(150, 258, 690, 86, 10)),
    solid(box(150, 258, 690, 86, 10), STEEL, 12),
    solid(box(182, 288, 640, 26, 10), RUBBER, 4),
    ...[250, 470, 690].map((x) => solid(disc(x, 272, 7), RUBBER, 2)),
    solid(box(-30, 360, 360, 70, 10), STEEL, 12),
    solid(disc(284, 378, 54), CREAM, 12),
    solid(disc(284, 378, 22), STEEL, 6),
    flat(disc(284, 378, 8), INK),
    screw(196, 301, 24, 10),
    screw(610, 301, 24, 60),
    screw(70, 396, 15, 30),
    ink(`M244 344a54 54 0 0 1 36 -18`, 6, '#ffffff'),
  )
}

export const drawer: ObjectDrawing = {
  ground: 'butter',
  whole,
  open,
  rings: [
    [196, 301, 46],
    [300, 390, 62],
    [610, 301, 46],
  ],
}
