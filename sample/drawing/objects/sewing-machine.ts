import { screw } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RUBBER, SKY, STEEL, TEAL, WOOD } from '../palette.ts'
import { shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { around, at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function whole(): string {
  return group(
    shadow(400, 516, 310),
    solid(box(306, 128, 16, 60, 4), WOOD, 4),
    solid(box(288, 116, 52, 46, 8), ORANGE, 8),
    ink('M288 128h52M288 140h52M288 152h52', 2),
    solid(box(280, 104, 68, 14, 6), WOOD, 4),
    ink('M288 130Q210 130 196 170T206 300', 3, ORANGE[1]),
    solid(disc(646, 226, 26, 52), RUBBER, 8),
    solid('M236 168H560Q632 168 632 240V440H500V286Q500 270 484 270H300V340H182Q170 340 170 320V230Q170 168 236 168z', TEAL, 22),
    solid(box(128, 432, 544, 76, 26), CREAM, 18),
    solid(box(128, 432, 240, 24, 8), STEEL, 6),
    ink('M206 206v88', 8),
    solid(disc(206, 252, 17), MUSTARD, 5),
    tube('M232 340V388', STEEL, 12),
    ink('M232 392V434', 5),
    ink('M206 300Q220 370 231 420', 3, ORANGE[1]),
    tube('M262 340V404', STEEL, 10),
    solid('M216 414h62l10 18h-82z', STEEL, 4),
    solid('M60 452Q120 426 216 434h80q20 8 -20 12H180Q120 452 84 500q-40 10 -24 -48z', ORANGE, 12),
    solid(disc(566, 234, 34), CREAM, 8),
    ink('M566 234L584 214', 6),
    solid(disc(566, 330, 24), CREAM, 6),
    ink('M566 330v-14', 5),
    ink('M264 200h190', 9, '#ffffff', ' opacity="0.7"'),
    solid(box(330, 206, 116, 34, 17), MUSTARD, 6),
    ink('M352 223h14q8 -14 16 0t16 0t16 0', 4),
    solid(disc(520, 470, 12), ORANGE, 4),
    solid(disc(560, 470, 12), SKY, 4),
  )
}

function open(): string {
  const dogs = [350, 376, 424, 450].map((x) => solid(box(x - 8, 386, 16, 70, 3), RUBBER, 3)).join('')
  return group(
    solid('M-20 -20H820V80Q820 130 770 130H30Q-20 130 -20 80z', TEAL, 18),
    solid(box(-20, 360, 840, 270, 20), CREAM, 0),
    solid(box(140, 372, 520, 196, 18), STEEL, 8),
    dogs,
    solid(box(391, 410, 18, 40, 9), [INK, INK], 0),
    solid(box(290, 474, 220, 106, 14), RUBBER, 0),
    solid(disc(400, 528, 46), ORANGE, 8),
    around(400, 528, 12, () => ink('M0 -40v10', 2)),
    solid(disc(400, 528, 22), STEEL, 5),
    flat(disc(400, 528, 9), INK),
    solid('M530 488h110q16 0 16 16v52q0 14 -16 14h-110q-14 0 -14 -14v-52q0 -16 14 -16z', SKY, 8),
    ink('M536 508h24M536 528h24M536 548h24', 4, SKY[1]),
    screw(180, 416, 20),
    screw(620, 416, 20, 50),
    tube('M372 130V214', STEEL, 32),
    tube('M456 130V300', STEEL, 22),
    at(456, 250, solid(box(-26, -22, 52, 54, 8), STEEL, 6) + screw(30, 4, 17, 30)),
    solid('M380 300h90l-6 40h28q14 0 14 24l-20 14h-62v-30h-14v30h-62l-30 -14q-8 -24 14 -24h52z', STEEL, 8),
    solid('M390 244h20l-2 150q-6 34 -16 0z', STEEL, 4),
    flat(disc(399, 396, 4), INK),
    solid(box(350, 196, 44, 62, 8), STEEL, 6),
    solid(box(386, 196, 30, 62, 6), STEEL, 6),
    tube('M352 226H310', STEEL, 10),
    screw(306, 226, 25, 60),
    ink('M60 -10Q220 170 399 396Q420 430 460 470', 3, ORANGE[1]),
    solid(disc(640, 66, 22), MUSTARD, 6),
    ink('M160 40h260', 10, '#ffffff', ' opacity="0.6"'),
  )
}

export const sewingMachine: ObjectDrawing = {
  ground: 'mist',
  whole,
  open,
  rings: [
    [306, 226, 46],
    [180, 416, 42],
    [400, 528, 56],
  ],
}
