import { screw, wire } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, STEEL, WOOD } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { arc, around, at, box, disc, flat, group, ink, polygon, solid } from '../shapes.ts'

function cone(cx: number, cy: number, radius: number): string {
  return group(
    solid(disc(cx, cy, radius), STEEL, 6),
    around(cx, cy, 6, () => screw(0, -Math.round(radius * 0.9), 7)),
    solid(disc(cx, cy, Math.round(radius * 0.8)), RUBBER, 8),
    solid(disc(cx, cy, Math.round(radius * 0.64)), MUSTARD, 14),
    solid(disc(cx, cy, Math.round(radius * 0.24)), RUBBER, 6),
    ink(arc(cx, cy, Math.round(radius * 0.52), 190, 250), 5, '#ffffff'),
  )
}

function whole(): string {
  return group(
    shadow(430, 536, 200),
    solid(polygon([530, 80], [600, 52], [600, 500], [530, 534]), ['#a66d40', '#a66d40'], 0),
    solid(polygon([256, 80], [322, 52], [600, 52], [530, 80]), ['#e9bd8d', '#e9bd8d'], 0),
    solid(box(248, 76, 290, 458, 12), WOOD, 10),
    flat(box(264, 92, 252, 424, 8), '#e3b282'),
    ink('M280 130q60 14 20 60M500 480q-70 -10 -30 40', 3, WOOD[1], ' opacity="0.5"'),
    cone(392, 170, 62),
    cone(392, 362, 116),
    solid(box(336, 490, 112, 18, 9), [INK, INK], 0),
  )
}

function open(): string {
  const basket = disc(546, 312, 190)
  return group(
    solid(box(-30, 40, 340, 520, 16), WOOD, 12),
    flat(disc(140, 310, 140), INK),
    ink(disc(140, 310, 140), 8, WOOD[1]),
    flat('M30 340Q90 290 140 350T250 330Q240 420 140 442Q60 430 30 340z', CREAM[1]),
    wire('M140 330Q260 420 300 330T430 256', RED, 10),
    wire('M120 360Q260 500 340 400T430 368', RUBBER, 10),
    below(basket),
    solid(basket, STEEL, 12),
    around(546, 312, 8, () => flat(disc(0, -174, 8), INK)),
    solid(disc(546, 312, 156), RUBBER, 0),
    around(546, 312, 6, () => solid('M-40 -148h80l-22 66h-36z', CREAM, 0) + ink('M-34 -128h68', 3, CREAM[1])),
    flat('M640 428l22 -8l-6 20l18 -2l-16 18z', INK),
    ink('M606 470Q640 454 680 408', 8, ORANGE[0]),
    ink('M640 452l12 12M660 432l14 10', 4),
    solid(disc(546, 312, 92), STEEL, 14),
    solid(disc(546, 312, 64), RUBBER, 10),
    ink(arc(546, 312, 80, 190, 250), 7, '#ffffff'),
    at(430, 256, solid(box(-14, -16, 58, 30, 5), RED, 5)),
    at(430, 368, solid(box(-14, -16, 58, 30, 5), RUBBER, 5)),
    ink('M448 256h14M455 249v14M448 368h14', 4, '#ffffff'),
  )
}

export const speaker: ObjectDrawing = {
  ground: 'mist',
  whole,
  open,
  rings: [
    [448, 255, 44],
    [648, 442, 54],
    [448, 367, 44],
  ],
}
