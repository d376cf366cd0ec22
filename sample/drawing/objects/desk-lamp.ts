import { screw, spring, wire } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RUBBER, STEEL, TEAL } from '../palette.ts'
import { shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function whole(): string {
  return group(
    shadow(320, 512, 180),
    flat('M468 262L664 236L760 512H380z', MUSTARD[0], 0.5),
    wire('M230 494Q150 500 130 470T40 476', RUBBER, 8),
    tube('M300 480L226 296', TEAL, 15),
    tube('M324 474L250 290', TEAL, 15),
    tube('M232 284L480 134', TEAL, 15),
    tube('M246 306L494 158', TEAL, 15),
    spring(296, 420, 90, 22, 8, -112),
    spring(276, 264, 90, 22, 8, -31),
    solid(disc(238, 296, 27), MUSTARD, 7),
    flat(disc(238, 296, 8), INK),
    solid('M204 506q0 -46 106 -46t106 46z', RUBBER, 14),
    solid(disc(310, 470, 22), MUSTARD, 6),
    solid(disc(566, 252, 40, 36), [MUSTARD[0], MUSTARD[0]], 0),
    solid('M500 132Q530 96 576 116Q648 150 672 226q4 16 -12 20L478 274q-16 2 -18 -16Q456 180 500 132z', ORANGE, 20),
    solid(box(494, 106, 62, 40, 16), RUBBER, 6),
    solid(disc(488, 146, 24), MUSTARD, 6),
    ink('M486 232Q488 190 514 160', 9, '#ffffff'),
  )
}

function open(): string {
  return group(
    tube('M330 330L196 660', TEAL, 56),
    tube('M404 356L276 664', TEAL, 56),
    tube('M340 270L820 20', TEAL, 56),
    tube('M380 346L830 116', TEAL, 56),
    wire('M254 640Q330 470 346 410T460 250T700 64L820 0', RUBBER, 14),
    solid(disc(360, 316, 116), CREAM, 16),
    solid(disc(360, 316, 84), STEEL, 10),
    at(
      360,
      316,
      solid('M-24 -16Q-100 -78 -116 -40Q-128 0 -60 12L-24 26z', MUSTARD, 8) +
        solid('M24 -16Q100 -78 116 -40Q128 0 60 12L24 26z', MUSTARD, 8),
      -18,
    ),
    solid(disc(360, 316, 36), MUSTARD, 8),
    flat(disc(360, 316, 15), INK),
    tube('M520 308Q544 322 530 346', STEEL, 8),
    screw(516, 302, 19),
    spring(534, 352, 190, 46, 10, 68),
    tube('M606 534L630 600', STEEL, 8),
    screw(218, 516, 19, 60),
  )
}

export const deskLamp: ObjectDrawing = {
  ground: 'mint',
  whole,
  open,
  rings: [
    [360, 316, 64],
    [524, 318, 50],
    [652, 96, 44],
  ],
}
