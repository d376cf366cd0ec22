import { INK, MUSTARD, WOOD } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { flat, group, ink, polygon, solid, tube } from '../shapes.ts'

const GRAIN = WOOD[1]

function whole(): string {
  return group(
    shadow(400, 522, 200),
    tube('M306 80L326 470M494 80L474 470', WOOD, 20),
    ...[110, 164, 218, 272].map((y) => solid(`M310 ${y}Q400 ${y - 22} 490 ${y}l-3 30Q400 ${y + 10} 313 ${y + 30}z`, MUSTARD, 6)),
    tube('M326 420H474', WOOD, 13),
    tube('M290 360L262 516M510 360L538 516', WOOD, 24),
    tube('M272 452H528', WOOD, 15),
    solid(polygon([318, 312], [482, 312], [548, 362], [252, 362]), WOOD, 0),
    solid(polygon([252, 360], [548, 360], [544, 390], [256, 390]), [GRAIN, '#a26c3e'], 0),
    ink('M330 326h110M300 344h80M430 346h70', 3, GRAIN),
    ink('M300 400L282 490', 5, '#ffffff', ' opacity="0.5"'),
  )
}

function open(): string {
  const rail = 'M470 236H830V386H470z'
  return group(
    below(rail),
    below('M90 -20H270V640H90z'),
    solid('M90 -20H270V640H90z', WOOD, 16),
    ink(
      'M120 -10Q140 120 118 240T130 640M176 -10Q160 90 178 180M180 470Q168 560 184 640M226 -10Q238 80 224 160M226 480Q240 540 228 640',
      3,
      GRAIN,
    ),
    solid('M262 236h8v150h-8z', [INK, INK], 0),
    solid(polygon([186, 250], [270, 250], [270, 372], [186, 372]), ['#8b5a35', '#5b3a24'], 30),
    ink('M118 420Q140 440 132 470T160 520L154 570', 7),
    ink('M132 470l-16 22M160 520l16 18', 4),
    solid(rail, WOOD, 14),
    ink('M500 270Q620 262 820 276M520 316Q660 326 820 312M500 352Q600 346 700 354', 3, GRAIN),
    solid(polygon([350, 262], [470, 262], [470, 360], [350, 360]), ['#e8bd8e', WOOD[0]], 14),
    flat('M362 272q28 -8 40 8t34 2q10 18 -12 24t-44 -4q-28 -4 -18 -30z', '#fff1c9'),
    ink('M362 272q28 -8 40 8t34 2q10 18 -12 24t-44 -4q-28 -4 -18 -30z', 3, MUSTARD[1]),
    flat('M380 328q18 -8 30 4t-4 16t-28 -4z', '#fff1c9'),
    ink('M340 310H292M306 296l-16 14l16 14', 5, MUSTARD[1]),
  )
}

export const chair: ObjectDrawing = {
  ground: 'mist',
  whole,
  open,
  rings: [
    [230, 311, 58],
    [402, 294, 54],
    [142, 490, 56],
  ],
}
