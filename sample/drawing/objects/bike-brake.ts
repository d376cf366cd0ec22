import { hexBolt, nut, screw, spring } from '../hardware.ts'
import { INK, MUSTARD, ORANGE, RUBBER, STEEL, TEAL } from '../palette.ts'
import type { ObjectDrawing } from '../scene.ts'
import { arc, at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function arm(side: 1 | -1): string {
  const bent = 'M92 214Q112 120 88 20Q82 -60 96 -120'
  return `<g transform="translate(400 300) scale(${side} 1)">${group(
    tube(bent, STEEL, 30),
    solid(box(44, -34, 38, 72, 8), ORANGE, 8),
    ink('M54 -18h18M54 2h18M54 22h18'),
    hexBolt(96, 2, 17),
    hexBolt(94, 208, 21),
  )}</g>`
}

function whole(): string {
  const tread = Array.from({ length: 9 }, (_, index) => `M400 ${172 + index * 56}l-26 26M400 ${172 + index * 56}l26 26`).join('')
  return group(
    tube('M400 -20V96', TEAL, 56),
    tube('M276 640L286 170Q292 92 400 92T514 170L524 640', TEAL, 44),
    solid('M356 640V216Q358 140 400 138T444 216V640z', RUBBER, 16),
    ink(tread, 7, RUBBER[1]),
    solid('M350 640V330q6 -8 12 0v310z', STEEL, 3),
    solid('M438 640V330q6 -8 12 0v310z', STEEL, 3),
    arm(-1),
    arm(1),
    ink('M304 178Q350 168 496 178', 12),
    ink('M304 178Q350 168 496 178', 4, STEEL[0]),
    tube('M304 180Q246 176 222 96Q206 40 214 -20', STEEL, 12),
    tube('M376 172Q400 168 424 172', RUBBER, 20),
    hexBolt(496, 180, 20, 30),
    ink('M496 196Q500 236 490 262', 5, STEEL[1]),
    solid(disc(304, 180, 13), STEEL, 4),
    solid(box(374, 70, 52, 40, 12), TEAL, 8),
    screw(400, 90, 11),
  )
}

function open(): string {
  return group(
    ink(arc(400, 1010, 790, 200, 340), 122),
    ink(arc(400, 1010, 790, 200, 340), 112, RUBBER[1]),
    ink(arc(400, 1010, 812, 200, 340), 30, RUBBER[0]),
    ink(arc(400, 1010, 700, 200, 340), 74),
    ink(arc(400, 1010, 700, 200, 340), 64, STEEL[1]),
    ink(arc(400, 1010, 712, 200, 340), 30, STEEL[0]),
    solid('M232 292Q400 258 568 292q20 6 18 30l-4 24q-4 18 -24 14Q400 332 242 360q-20 4 -24 -14l-4 -24q-2 -24 18 -30z', ORANGE, 12),
    ink('M300 286l-4 56M350 280l-2 56M450 280l2 56M500 286l4 56', 6),
    tube('M400 486Q420 380 404 300Q392 180 414 92', STEEL, 66),
    solid(box(378, 250, 52, 124, 26), RUBBER, 8),
    nut(404, 310, 36),
    flat(disc(404, 310, 12), STEEL[0]),
    ink('M-20 60Q200 40 420 96L446 208', 16),
    ink('M-20 60Q200 40 420 96L446 208', 7, STEEL[0]),
    solid(box(390, 70, 54, 56, 10), MUSTARD, 8),
    hexBolt(416, 98, 26),
    solid(disc(400, 490, 46), STEEL, 10),
    hexBolt(400, 490, 27),
    tube('M366 506Q310 520 316 440L328 400', STEEL, 8),
    solid(box(424, 452, 70, 40, 8), TEAL, 7),
    at(494, 472, screw(0, 0, 15, 45)),
    spring(452, 210, 40, 14, 4, 80),
    flat(disc(446, 206, 6), INK),
  )
}

export const bikeBrake: ObjectDrawing = {
  ground: 'mist',
  whole,
  open,
  rings: [
    [404, 310, 58],
    [416, 98, 56],
    [494, 472, 42],
  ],
}
