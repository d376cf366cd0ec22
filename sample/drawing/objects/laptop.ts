import { board, chip, fan, screw } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, SAGE, SKY, STEEL, TEAL, WOOD } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { box, disc, flat, group, ink, polygon, solid, tube } from '../shapes.ts'

function whole(): string {
  const keys = [0, 1, 2, 3].map((row) => `M${238 - row * 9} ${416 + row * 15}H${562 + row * 9}`).join('')
  return group(
    shadow(400, 522, 310),
    solid(box(206, 110, 388, 280, 22), RUBBER, 12),
    solid(box(224, 128, 352, 240, 8), SKY, 0),
    flat('M226 290Q300 210 372 270T574 220V366H226z', TEAL[0], 0.6),
    flat(disc(490, 190, 34), MUSTARD[0]),
    solid(box(250, 150, 150, 96, 8), CREAM, 5),
    ink('M266 176h80M266 196h110M266 216h60', 5, ORANGE[0]),
    flat(polygon([226, 260], [300, 130], [350, 130], [226, 330]), '#ffffff', 0.28),
    solid(box(250, 384, 300, 20, 6), RUBBER, 4),
    solid(polygon([212, 400], [588, 400], [654, 494], [146, 494]), STEEL, 0),
    ink(keys, 10, RUBBER[0], ' stroke-dasharray="13 14"'),
    solid(polygon([350, 472], [450, 472], [456, 490], [344, 490]), ['#eef1f2', '#eef1f2'], 0),
    solid(box(138, 492, 524, 26, 12), STEEL, 8),
    solid(box(362, 492, 76, 10, 5), RUBBER, 2),
  )
}

function open(): string {
  const shell = box(60, 74, 680, 452, 34)
  const corners = [
    [84, 98],
    [400, 94],
    [716, 98],
    [84, 502],
    [400, 506],
    [716, 502],
  ] as const
  return group(
    below(shell),
    solid(shell, STEEL, 12),
    flat(box(80, 92, 640, 414, 20), RUBBER[1]),
    ink(box(80, 92, 640, 414, 20), 4),
    board(230, 112, 330, 196, SAGE),
    fan(168, 196, 76),
    tube('M214 146H330V200', WOOD, 20),
    solid(box(290, 186, 80, 76, 6), WOOD, 8),
    ink('M304 204h52M304 222h52M304 240h52', 4, WOOD[1]),
    solid(box(410, 138, 130, 44, 4), TEAL, 5),
    ...[420, 452, 484, 516].map((x) => solid(box(x - 4, 146, 22, 26, 2), RUBBER, 2)),
    ink('M416 190h118', 5, MUSTARD[0]),
    chip(422, 226, 52, 46, 4),
    solid(box(584, 116, 60, 176, 6), SKY, 8),
    solid(box(594, 136, 40, 50, 4), RUBBER, 4),
    solid(box(594, 200, 40, 50, 4), RUBBER, 4),
    screw(614, 276, 13, 40),
    solid(box(664, 130, 38, 130, 8), RUBBER, 4),
    ...[104, 306, 508].map((x) => solid(box(x, 338, 190, 146, 10), CREAM, 10) + ink(`M${x + 24} 368h70M${x + 24} 386h100`, 4, CREAM[1])),
    ink('M600 420l-14 24h24l-12 22', 6, ORANGE[0]),
    ...[RED, MUSTARD, RUBBER].map((tone, i) => ink(`M${378 + i * 14} 338V318`, 9) + ink(`M${378 + i * 14} 338V318`, 4, tone[0])),
    solid(box(362, 290, 62, 32, 5), MUSTARD, 5),
    ...corners.map(([x, y]) => screw(x, y, 12, x)),
    flat(disc(168, 196, 6), INK),
  )
}

export const laptop: ObjectDrawing = {
  ground: 'butter',
  whole,
  open,
  rings: [
    [393, 306, 50],
    [168, 196, 92],
    [614, 276, 38],
  ],
}
