import { hexBolt, screw, wire } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, SAGE, SKY, STEEL, TEAL } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { arc, at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function whole(): string {
  return group(
    shadow(410, 506, 230),
    wire('M280 492Q170 500 150 470T60 480', RUBBER, 9),
    solid(box(262, 470, 276, 34, 14), RUBBER),
    tube('M482 214Q600 196 604 300Q600 410 524 424', RUBBER, 30),
    solid('M322 232L262 204Q244 196 252 220L302 318z', CREAM),
    solid('M316 190Q400 172 484 190L524 452Q400 474 276 452z', CREAM, 26),
    solid('M281 426Q400 446 519 426L524 452Q400 474 276 452z', ORANGE, 12),
    solid('M316 190Q330 146 400 144T484 190Q400 208 316 190z', ORANGE, 14),
    solid(box(378, 122, 44, 26, 12), RUBBER, 6),
    solid(box(432, 262, 30, 134, 15), SKY, 6),
    flat('M436 330h22v51a11 11 0 0 1 -22 0z', TEAL[0]),
    ink('M470 290h12M470 320h12M470 350h12M470 380h12'),
    ink('M334 226Q322 320 312 400', 9, '#ffffff'),
    solid(box(534, 440, 38, 18, 8), MUSTARD, 4),
  )
}

function underside(): string {
  const plate = disc(400, 300, 236)
  return group(
    below(plate),
    solid(plate, CREAM, 14),
    solid(disc(400, 300, 204), STEEL, 0),
    flat(disc(406, 306, 194), STEEL[1]),
    flat(disc(400, 298, 192), STEEL[0]),
    tube(arc(400, 300, 142, 130, 410), STEEL, 24),
    ...[-90, 30, 150].map((angle) => at(400, 300, screw(218, 0, 12), angle)),
    solid(disc(400, 300, 74), RUBBER, 10),
    solid(disc(400, 300, 50), CREAM, 8),
    solid(disc(400, 300, 26), STEEL, 5),
    flat(disc(400, 300, 10), INK),
    wire('M362 352Q330 400 309 409', RED),
    wire('M440 350Q470 400 491 409', SKY),
    wire('M400 374Q396 440 420 462', SAGE),
    wire('M338 262Q300 230 306 196', RED),
    solid(box(276, 148, 76, 52, 10), MUSTARD, 8),
    solid(disc(314, 174, 17), STEEL, 4),
    ...[
      [309, 409],
      [491, 409],
    ].map(([x = 0, y = 0]) => solid(box(x - 22, y - 17, 44, 34, 6), STEEL, 6) + screw(x, y, 11, 45)),
    hexBolt(426, 464, 17),
    solid(box(468, 150, 52, 74, 8), ORANGE, 8),
    ink('M480 168h28M480 186h28M480 204h28'),
  )
}

export const kettle: ObjectDrawing = {
  ground: 'mint',
  whole,
  open: underside,
  rings: [
    [309, 409, 44],
    [314, 174, 56],
    [491, 409, 44],
  ],
}
