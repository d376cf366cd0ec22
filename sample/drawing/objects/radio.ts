import { board, capacitor, chip, screw, spring, wire } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, SAGE, SKY, STEEL, WOOD } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { around, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function whole(): string {
  const holes = [1, 2, 3, 4].map((ring) => around(276, 352, ring * 7, () => flat(disc(0, -ring * 22, 5), WOOD[1]))).join('')
  return group(
    shadow(400, 508, 290),
    tube('M590 214L700 50', STEEL, 7),
    solid(disc(702, 46, 9), STEEL, 3),
    tube('M210 214Q214 146 260 146H540Q586 146 590 214', RUBBER, 18),
    solid(box(180, 486, 50, 22, 6), RUBBER, 4),
    solid(box(570, 486, 50, 22, 6), RUBBER, 4),
    solid(box(126, 206, 548, 286, 44), WOOD, 20),
    solid(box(154, 232, 492, 234, 26), CREAM, 0),
    flat(disc(276, 352, 104), WOOD[0]),
    ink(disc(276, 352, 104), 5),
    holes,
    flat(disc(276, 352, 7), WOOD[1]),
    solid(box(412, 252, 214, 76, 12), MUSTARD, 8),
    ink('M428 306h182M436 306v-12M462 306v-20M488 306v-12M514 306v-20M540 306v-12M566 306v-20M592 306v-12', 3),
    ink('M528 262v54', 6, RED[1]),
    solid(disc(458, 402, 38), ORANGE, 9),
    ink('M458 402l-16 -24', 6),
    solid(disc(580, 402, 38), ORANGE, 9),
    ink('M580 402l18 -22', 6),
    ink('M150 260q-4 80 2 150', 7, '#ffffff', ' opacity="0.55"'),
  )
}

function cell(x: number): string {
  return group(
    solid(box(x + 150, 440, 16, 30, 4), STEEL, 4),
    solid(box(x, 424, 152, 62, 12), SKY, 12),
    flat(box(x + 104, 427, 40, 56, 8), MUSTARD[0]),
    ink(`M${x + 116} 455h18M${x + 125} 446v18M${x + 16} 455h16`, 4),
  )
}

function inside(): string {
  const case_ = box(90, 80, 620, 450, 44)
  return group(
    below(case_),
    solid(case_, WOOD, 14),
    flat(box(118, 106, 564, 398, 22), '#8b5c39'),
    ink(box(118, 106, 564, 398, 22), 5),
    solid(disc(252, 254, 124), RUBBER, 8),
    around(252, 254, 4, () => screw(82, 82, 10)),
    around(252, 254, 6, () => flat('M-24 -104h48l-10 36h-28z', INK)),
    solid(disc(252, 254, 62), STEEL, 12),
    solid(disc(252, 254, 26), STEEL, 5),
    board(404, 130, 258, 240, SAGE),
    chip(440, 250, 96, 46, 5),
    capacitor(596, 186, 26, SKY),
    capacitor(596, 262, 26, SKY),
    capacitor(540, 178, 15, MUSTARD),
    ...[0, 1, 2].map(
      (i) =>
        ink(`M446 ${168 + i * 22}h54`, 4) +
        solid(box(458, 161 + i * 22, 30, 14, 6), CREAM, 3) +
        ink(`M467 ${164 + i * 22}v8M477 ${164 + i * 22}v8`, 3, ORANGE[1]),
    ),
    solid(box(588, 320, 66, 66, 8), STEEL, 8),
    solid(disc(621, 353, 21), RUBBER, 5),
    ink('M621 353v-16', 4, '#ffffff'),
    wire('M306 214Q370 140 426 160', RED),
    wire('M312 262Q370 300 424 330', CREAM),
    solid(box(140, 406, 424, 96, 14), RUBBER, 0),
    cell(182),
    cell(370),
    spring(150, 455, 30, 34, 3),
    flat('M146 470q16 -8 30 10q-4 14 -20 12q-16 -4 -10 -22z', '#7fd0c0'),
    flat('M150 436q8 -14 22 -4q4 12 -8 14q-14 2 -14 -10z', '#7fd0c0'),
    wire('M564 450Q610 460 600 386', RED),
  )
}

export const radio: ObjectDrawing = {
  ground: 'butter',
  whole,
  open: inside,
  rings: [
    [164, 456, 46],
    [596, 262, 46],
    [621, 353, 50],
  ],
}
