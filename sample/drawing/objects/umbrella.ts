import { hexBolt } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RUBBER, STEEL, WOOD } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function whole(): string {
  return group(
    shadow(400, 544, 150),
    ink('M400 150L250 286M400 150L550 286M400 170V280', 4, '#8d949b'),
    tube('M400 90V470', STEEL, 10),
    tube('M400 430V486Q400 530 440 530T480 488', WOOD, 20),
    solid('M400 96Q180 100 118 306Q168 272 220 304Q250 170 400 96z', ORANGE, 8),
    solid('M400 96Q620 100 682 306Q632 272 580 304Q550 170 400 96z', ORANGE, 12),
    solid('M400 96Q270 150 220 304Q268 264 322 300Q334 180 400 96z', CREAM, 6),
    solid('M400 96Q530 150 580 304Q532 264 478 300Q466 180 400 96z', CREAM, 10),
    solid('M400 96Q330 180 322 300Q400 256 478 300Q470 180 400 96z', ORANGE, 12),
    solid(box(390, 58, 20, 42, 8), RUBBER, 4),
    ...[118, 220, 322, 478, 580, 682].map((x, i) => solid(disc(x, [308, 306, 302, 302, 306, 308][i] ?? 306, 7), MUSTARD, 2)),
    ink('M176 226Q214 158 280 128', 8, '#ffffff', ' opacity="0.6"'),
  )
}

function open(): string {
  return group(
    solid('M-20 -20H820V96Q420 150 -20 330z', ORANGE, 0),
    ink('M-20 286Q420 112 820 60', 4, CREAM[0], ' stroke-dasharray="18 14"'),
    ink('M560 -20Q520 60 500 134', 4, ORANGE[1]),
    tube('M-20 380L420 262', STEEL, 30),
    ink('M-20 376L414 260', 5, RUBBER[0]),
    tube('M520 236L840 150', STEEL, 30),
    ink('M530 232L830 152', 5, RUBBER[0]),
    solid('M408 248l22 -6l-6 14l14 4l-12 22l-12 4z', STEEL, 3),
    solid('M530 216l-18 5l8 14l-12 10l10 16l18 -4z', STEEL, 3),
    tube('M240 322L420 640', STEEL, 28),
    ink('M246 336L412 632', 5, RUBBER[0]),
    at(240, 316, solid('M-58 -30h116q16 0 16 16v28q0 16 -16 16h-116q-16 0 -16 -16v-28q0 -16 16 -16z', RUBBER, 8) + hexBolt(0, 0, 24), -15),
    at(
      556,
      424,
      below(box(-110, -34, 220, 68, 14)) +
        solid('M-110 -34h220v68h-220q-16 0 -16 -16v-36q0 -16 16 -16z', MUSTARD, 12) +
        flat(box(-100, -8, 210, 16, 8), MUSTARD[1]) +
        ink('M-70 -30v60M70 -30v60', 3),
      -15,
    ),
    ink('M520 370Q500 330 484 296M476 316l6 -24l20 12', 5, INK),
    ink('M150 308q8 22 -4 44M160 300q16 30 -4 56', 4, CREAM[0]),
  )
}

export const umbrella: ObjectDrawing = {
  ground: 'mist',
  whole,
  open,
  rings: [
    [240, 316, 52],
    [424, 260, 46],
    [600, 98, 46],
  ],
}
