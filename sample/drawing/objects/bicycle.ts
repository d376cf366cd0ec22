import { chain, gear, hexBolt, wheel } from '../hardware.ts'
import { CREAM, INK, MUSTARD, RED, RUBBER, STEEL, TEAL, WOOD } from '../palette.ts'
import { shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { arc, around, at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

/** The bicycle alone, wheels on y = 500; the panorama shows it too. */
export function bicycleAlone(): string {
  return group(
    ...[228, 578].map((x) => wheel(x, 384, 116, 22)),
    tube(arc(228, 384, 130, 175, 330), TEAL, 7),
    tube(arc(578, 384, 130, 195, 340), TEAL, 7),
    tube('M228 384L196 250M150 250h165', STEEL, 5),
    solid(box(150, 232, 96, 16, 6), MUSTARD, 4),
    tube('M228 384L352 262M228 384L372 392', TEAL, 9),
    tube('M340 205L372 392L538 232M350 268Q440 300 530 205', TEAL, 15),
    tube('M338 205L332 178', STEEL, 9),
    solid('M278 172q60 -22 112 -4q10 10 -10 14q-40 2 -58 16q-36 -4 -44 -26z', WOOD, 6),
    tube('M546 250Q552 330 578 384', TEAL, 11),
    tube('M522 178L548 256', TEAL, 17),
    tube('M520 172L512 132Q496 118 452 134', STEEL, 8),
    tube('M478 124L446 137', WOOD, 13),
    solid('M548 196l26 -6a20 20 0 0 1 4 38l-22 -2z', MUSTARD, 5),
    chain('M228 370L372 362M228 398L372 424', 9),
    solid(gear(372, 392, 22, 28, 35), STEEL, 5),
    tube('M372 392L410 446', STEEL, 9),
    solid(box(386, 440, 52, 14, 6), RUBBER, 4),
    solid(disc(372, 392, 10), STEEL, 3),
    solid(disc(228, 384, 14), STEEL, 4),
    flat(disc(104, 352, 9), RED[0]),
  )
}

function crankset(): string {
  const spider = solid('M-22 -40L-12 -122h24L22 -40z', STEEL, 5)
  return group(
    tube('M-20 300L330 306M330 306L290 -20M330 306L640 -20', TEAL, 44),
    chain('M-20 152L330 126M-20 468L330 486', 26),
    solid(gear(330, 306, 40, 158, 180), STEEL, 10),
    chain(arc(330, 306, 176, -92, 92), 26),
    solid(disc(330, 306, 136), CREAM, 0),
    flat(disc(330, 306, 134), RUBBER[1]),
    around(330, 306, 5, () => spider + hexBolt(0, -136, 15)),
    solid(disc(330, 306, 62), STEEL, 10),
    at(
      330,
      306,
      solid('M-44 -30Q120 -34 286 -26a34 34 0 0 1 0 60Q120 36 -44 34z', STEEL, 12) +
        solid(disc(284, 4, 19), RUBBER, 4) +
        ink(disc(284, 4, 10), 3, STEEL[1]),
      34,
    ),
    solid(disc(330, 306, 40), STEEL, 8),
    hexBolt(330, 306, 27),
    ink('M372 352L520 452', 3, INK, ' opacity="0.35"'),
  )
}

export const bicycle: ObjectDrawing = {
  ground: 'butter',
  whole: () => shadow(402, 504, 310) + bicycleAlone(),
  open: crankset,
  rings: [
    [330, 306, 58],
    [330, 170, 36],
    [564, 468, 46],
  ],
}
