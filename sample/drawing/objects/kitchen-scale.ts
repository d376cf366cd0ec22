import { board, chip, screw, wire } from '../hardware.ts'
import { CREAM, INK, MUSTARD, RED, RUBBER, SAGE, SKY, STEEL, TEAL } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { at, box, disc, flat, group, ink, solid } from '../shapes.ts'
import type { Tone } from '../palette.ts'

function apple(x: number, y: number, tone: Tone): string {
  return group(
    ink(`M${x} ${y - 44}q4 -18 14 -24`, 6),
    solid(`M${x} ${y - 42}q40 -22 56 14q10 50 -26 74h-60q-36 -24 -26 -74q16 -36 56 -14z`, tone, 12),
    ink(`M${x - 36} ${y - 16}q2 -16 14 -20`, 6, '#ffffff'),
  )
}

function whole(): string {
  return group(
    shadow(400, 508, 260),
    apple(346, 236, RED),
    apple(452, 238, SAGE),
    apple(400, 214, RED),
    solid('M236 252h328q-8 120 -112 132h-104q-104 -12 -112 -132z', CREAM, 20),
    solid(box(222, 240, 356, 24, 12), SKY, 6),
    ink('M264 290q10 50 50 70', 8, '#ffffff'),
    solid(box(190, 388, 420, 28, 12), STEEL, 8),
    solid('M172 416h456l24 66q4 22 -20 22h-464q-24 0 -20 -22z', TEAL, 16),
    solid(box(316, 436, 168, 44, 8), RUBBER, 0),
    ink('M346 448v20M366 448h16v10h-16v10h16M402 448h16v20h-16zM440 448v20', 4, MUSTARD[0]),
    solid(disc(254, 458, 16), CREAM, 5),
    solid(disc(546, 458, 16), MUSTARD, 5),
  )
}

function open(): string {
  const tray = box(110, 84, 580, 440, 60)
  return group(
    below(tray),
    solid(tray, TEAL, 14),
    solid(box(140, 112, 520, 384, 42), RUBBER, 0),
    flat(box(146, 120, 508, 370, 38), TEAL[1]),
    ...[0, 1, 2, 3].map((i) =>
      wire(`M330 ${232 + i * 11}Q440 ${250 + i * 34} 496 ${300 + i * 16}`, [RED, CREAM, SAGE, MUSTARD][i] ?? RED, 5),
    ),
    solid(box(184, 196, 200, 84, 10), STEEL, 10),
    flat('M250 238a18 18 0 0 1 36 0a18 18 0 0 1 36 0q-36 22 -72 0z', INK),
    solid(disc(268, 238, 22), RUBBER, 4),
    solid(disc(304, 238, 22), RUBBER, 4),
    screw(210, 218, 13),
    screw(210, 258, 13, 50),
    screw(360, 218, 13, 70),
    screw(360, 258, 13),
    board(470, 272, 158, 180, SAGE),
    chip(520, 374, 70, 38),
    solid(box(494, 150, 120, 96, 14), RUBBER, 6),
    solid(disc(554, 198, 38), STEEL, 8),
    ink('M542 198h24M554 186v24', 5),
    solid('M508 140h40l8 40h-20z', MUSTARD, 5),
    wire('M560 246V276', RED, 5),
    ...[
      [172, 148],
      [628, 470],
      [172, 460],
    ].map(([x = 0, y = 0]) => screw(x, y, 13, x)),
    solid(box(196, 350, 220, 90, 12), RUBBER, 0),
    ink('M232 372v46M262 372h28v22h-28v24h28M322 372h28v46h-28zM384 372v46', 6, MUSTARD[0]),
    at(0, 0, ink('M416 394Q440 396 470 396', 7, CREAM[1])),
  )
}

export const kitchenScale: ObjectDrawing = {
  ground: 'peach',
  whole,
  open,
  rings: [
    [532, 160, 42],
    [484, 326, 50],
    [210, 218, 36],
  ],
}
