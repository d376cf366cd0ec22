import { gear, screw } from '../hardware.ts'
import { CREAM, INK, MUSTARD, RED, RUBBER, SKY, STEEL, WOOD } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { around, at, box, disc, flat, group, ink, solid } from '../shapes.ts'

const BEAN = ['#96603f', '#714329'] as const

function bean(x: number, y: number, turn: number, size = 18): string {
  return at(x, y, solid(disc(0, 0, size, size * 0.68), BEAN, 5) + ink(`M${-size * 0.7} 2Q0 -6 ${size * 0.7} 2`, 3), turn)
}

function whole(): string {
  const beans = [
    [330, 190, 20],
    [368, 200, 80],
    [404, 188, -30],
    [440, 202, 40],
    [474, 188, 0],
    [350, 226, -20],
    [388, 230, 30],
    [428, 232, 100],
    [458, 224, -40],
    [408, 256, 10],
  ] as const
  return group(
    shadow(400, 520, 190),
    solid('M300 128h200l-40 152h-120z', SKY, 0),
    ...beans.map(([x, y, turn]) => bean(x, y, turn)),
    flat('M304 130h192l-10 36h-172z', '#ffffff', 0.45),
    ink('M300 128h200l-40 152h-120z', 5),
    ink('M322 150l26 106', 7, '#ffffff'),
    solid(box(288, 106, 224, 26, 12), RUBBER, 5),
    solid(box(318, 274, 164, 30, 10), STEEL, 6),
    solid('M316 304h168q24 0 28 30l12 150q0 32 -30 32h-188q-30 0 -30 -32l12 -150q4 -30 28 -30z', RED, 22),
    solid(disc(400, 366, 44), CREAM, 9),
    ink('M400 366L424 340', 7),
    ink('M352 396l-8 6M346 366h-10M352 336l-8 -6M400 314v-2', 4),
    solid(box(324, 436, 152, 58, 10), RUBBER, 8),
    solid(box(334, 446, 132, 38, 6), WOOD, 6),
    solid(disc(400, 466, 10), MUSTARD, 3),
    ink('M304 356Q298 420 292 470', 9, '#ffffff'),
  )
}

function open(): string {
  const body = disc(400, 306, 240)
  const cutter = flat('M-6 -40Q30 -70 26 -104L12 -106Q8 -76 -18 -52z', STEEL[1]) + ink('M-6 -40Q30 -70 26 -104', 3)
  return group(
    below(body),
    solid(body, RED, 14),
    solid(disc(400, 306, 196), RUBBER, 0),
    solid(gear(400, 306, 36, 164, 184), STEEL, 8),
    flat(disc(400, 306, 146), INK),
    around(400, 306, 24, () => flat('M-9 -160L0 -122L9 -160z', STEEL[0])),
    solid(disc(400, 306, 110), STEEL, 8),
    around(400, 306, 12, () => cutter),
    solid(disc(400, 306, 44), STEEL, 8),
    screw(400, 306, 26, 30),
    ...[0, 120, 240].map((turn) => at(400, 306, solid(box(-18, -228, 36, 30, 6), CREAM, 5), turn + 60)),
    at(400, 306, solid(box(-14, -196, 28, 30, 5), MUSTARD, 5), -60),
    bean(116, 132, 30, 30),
    bean(182, 96, -50, 28),
    bean(690, 480, 70, 30),
    bean(104, 486, -20, 28),
    bean(330, 420, 20, 17),
    bean(518, 260, 70, 17),
  )
}

export const coffeeGrinder: ObjectDrawing = {
  ground: 'mint',
  whole,
  open,
  rings: [
    [400, 306, 50],
    [496, 402, 58],
    [242, 216, 46],
  ],
}
