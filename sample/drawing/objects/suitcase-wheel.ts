import { hexBolt, screw } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, STEEL, TEAL } from '../palette.ts'
import { shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { around, at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function whole(): string {
  return group(
    shadow(400, 536, 190),
    tube('M350 200V66H450V200', STEEL, 13),
    solid(box(330, 48, 140, 30, 14), RUBBER, 6),
    ...[286, 476].map(
      (x) => solid(box(x, 476, 40, 34, 6), RUBBER, 5) + solid(disc(x + 20, 516, 23), RUBBER, 6) + solid(disc(x + 20, 516, 8), STEEL, 2),
    ),
    solid(box(250, 156, 300, 342, 44), RED, 22),
    ink('M306 178v296M352 178v296M400 178v296M448 178v296M494 178v296', 5, RED[1]),
    solid(box(244, 180, 46, 40, 14), CREAM, 6),
    solid(box(510, 180, 46, 40, 14), CREAM, 6),
    solid(box(244, 436, 46, 40, 14), CREAM, 6),
    solid(box(510, 436, 46, 40, 14), CREAM, 6),
    solid(box(346, 140, 108, 26, 13), RUBBER, 5),
    at(
      478,
      172,
      ink('M0 0Q20 20 26 44', 4) +
        solid('M8 42h40v70q-20 14 -40 0z', MUSTARD, 6) +
        solid(disc(28, 58, 5), CREAM, 0) +
        ink('M18 80h20M18 92h20'),
      8,
    ),
    at(390, 380, solid(disc(0, 0, 36), TEAL, 6) + ink('M-16 4L-4 16L18 -12', 7, '#ffffff')),
    ink('M270 240v150', 8, '#ffffff', ' opacity="0.5"'),
  )
}

function open(): string {
  const tyre = 'M400 212A148 148 0 0 1 510 462L440 500H360L290 462A148 148 0 0 1 400 212z'
  return group(
    solid('M-20 -20H820V120Q820 160 780 160H20Q-20 160 -20 120z', RED, 16),
    ink('M140 -20V150M280 -20V150M520 -20V150M660 -20V150', 6, RED[1]),
    solid(box(190, 120, 420, 70, 18), RUBBER, 12),
    screw(238, 156, 22, 15),
    screw(562, 156, 22, 55),
    solid('M262 180H538L500 380Q490 400 470 400H330Q310 400 300 380z', RUBBER, 0),
    solid(tyre, ['#7a7488', '#4a4556'], 16),
    ink('M306 462L366 496H436L496 462', 7, ORANGE[0], ' stroke-dasharray="20 10"'),
    solid(disc(400, 360, 96), CREAM, 12),
    around(400, 360, 5, () => solid(disc(0, -62, 18), RUBBER, 4)),
    solid('M360 180h80l-8 190q-32 26 -64 0z', STEEL, 12),
    ink('M376 200l4 120', 7, '#ffffff'),
    hexBolt(400, 358, 34),
    ink('M180 520H620', 6),
    ink('M230 540l-20 18M330 540l-20 18M430 540l-20 18M530 540l-20 18M630 540l-20 18', 4),
    flat(disc(400, 358, 5), INK),
  )
}

export const suitcaseWheel: ObjectDrawing = {
  ground: 'peach',
  whole,
  open,
  rings: [
    [238, 156, 46],
    [400, 358, 58],
    [400, 490, 50],
  ],
}
