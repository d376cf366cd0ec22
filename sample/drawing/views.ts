import { gear, hexBolt, screw, wire } from './hardware.ts'
import { bicycleAlone } from './objects/bicycle.ts'
import { CREAM, GROUNDS, INK, MUSTARD, ORANGE, RED, RUBBER, SAGE, SKY, STEEL, TEAL, WOOD } from './palette.ts'
import { sheet, shadow } from './scene.ts'
import { at, box, disc, flat, group, ink, polygon, solid, tube } from './shapes.ts'
import { TOOLS } from './tools.ts'

/** Portrait, 600 × 900: the kettle's parts along one axis. */
export function kettleExploded(): string {
  const [wall, light] = GROUNDS.mint
  return sheet(
    group(
      flat('M0 0h600v900h-600z', wall),
      flat(box(24, 24, 552, 852, 40), light),
      ink('M300 60V850', 4, INK, ' stroke-dasharray="2 14" opacity="0.5"'),
      at(
        -100,
        -60,
        group(solid('M316 190Q330 146 400 144T484 190Q400 208 316 190z', ORANGE, 14), solid(box(378, 122, 44, 26, 12), RUBBER, 6)),
      ),
      tube('M382 220Q500 202 504 306Q500 416 424 430', RUBBER, 28),
      solid('M222 238L162 210Q144 202 152 226L202 324z', CREAM),
      solid('M216 196Q300 214 384 196L424 458Q300 480 176 458z', CREAM, 26),
      solid(box(334, 268, 28, 130, 14), SKY, 6),
      ink('M234 236Q222 330 212 410', 9, '#ffffff'),
      solid('M190 530a110 30 0 1 1 220 0a110 30 0 1 1 -220 0zM214 530a86 18 0 1 0 172 0a86 18 0 1 0 -172 0z', RED, 4),
      solid('M176 606a124 36 0 1 1 248 0v18a124 36 0 1 1 -248 0z', STEEL, 8),
      ink('M176 606a124 36 0 1 0 248 0', 4),
      ink('M222 604a78 18 0 1 1 156 0a78 18 0 1 1 -136 12', 9, MUSTARD[1]),
      solid(box(254, 694, 92, 56, 10), MUSTARD, 8),
      solid(disc(300, 722, 16), STEEL, 4),
      wire('M254 716Q220 716 210 744', RED, 6),
      wire('M346 716Q380 716 390 744', SKY, 6),
      solid(box(168, 806, 264, 38, 16), RUBBER, 8),
      solid(box(270, 790, 60, 22, 8), STEEL, 5),
      wire('M432 828Q510 836 600 812', RUBBER, 10),
    ),
    600,
    900,
  )
}

/** Wide, 1600 × 640: the wall of the workshop. */
export function bicyclePanorama(): string {
  const tools = ['screwdriver', 'pliers', 'spudger', 'tyre-lever']
    .map((key, index) => at(560 + index * 106, 56, TOOLS[key]?.draw() ?? '', 0, 0.3))
    .join('')
  const holes = Array.from({ length: 44 }, (_, index) =>
    flat(disc(640 + (index % 11) * 40, 70 + Math.floor(index / 11) * 44, 3), WOOD[1]),
  ).join('')
  return sheet(
    group(
      flat('M0 0h1600v640h-1600z', GROUNDS.butter[0]),
      flat('M0 560h1600v80h-1600z', '#e3c792'),
      flat(disc(300, 330, 270), GROUNDS.butter[1]),
      flat(disc(1300, 330, 270), GROUNDS.butter[1]),
      at(-56, 110, shadow(402, 504, 300) + bicycleAlone(), 0, 0.9),
      at(1656, 110, `<g transform="scale(-0.9 0.9)">${shadow(402, 504, 300)}${bicycleAlone()}</g>`),
      solid(box(610, 44, 460, 210, 14), WOOD, 8),
      holes,
      tools,
      solid(box(640, 440, 26, 130, 4), WOOD, 6),
      solid(box(1010, 440, 26, 130, 4), WOOD, 6),
      solid(box(600, 404, 480, 42, 10), WOOD, 9),
      solid(box(680, 440, 140, 66, 8), SAGE, 7),
      solid(box(732, 466, 38, 12, 6), MUSTARD, 3),
      solid(box(930, 340, 110, 66, 8), RED, 8),
      solid(box(960, 322, 50, 22, 8), RUBBER, 4),
      solid(gear(700, 372, 14, 24, 31), STEEL, 4) + hexBolt(700, 372, 10),
      solid('M800 404v-58q0 -10 10 -10h44q10 0 10 10v58z', SKY, 7),
      solid(polygon([812, 336], [822, 288], [832, 336]), MUSTARD, 2),
      tube('M846 336V292', ORANGE, 10),
    ),
    1600,
    640,
  )
}

/** Wide, 1600 × 900 drawn on 960 × 540: plug, switch in the live wire, lamp socket with bulb. */
export function wiringDiagram(): string {
  const [wall, light] = GROUNDS.mist
  return sheet(
    group(
      flat('M0 0h960v540h-960z', wall),
      flat(box(24, 24, 912, 492, 36), light),
      '<g transform="translate(0 28)">',
      wire('M180 236H400', RED, 9),
      wire('M540 236H780V190', RED, 9),
      wire('M180 344H812V190', SKY, 9),
      wire('M180 290H290V430H880V170H850', SAGE, 9),
      solid(box(86, 196, 108, 188, 28), RUBBER, 12),
      solid(box(52, 230, 44, 18, 6), STEEL, 4),
      solid(box(52, 332, 44, 18, 6), STEEL, 4),
      ...(
        [
          [168, 236],
          [168, 290],
          [168, 344],
        ] as const
      ).map(([x, y]) => screw(x, y, 13, y)),
      solid(box(386, 176, 168, 116, 22), CREAM, 10),
      solid(disc(424, 236, 12), STEEL, 3),
      solid(disc(516, 236, 12), STEEL, 3),
      tube('M424 232L500 194', MUSTARD, 12),
      solid('M760 60q-2 -30 36 -30t36 30z', MUSTARD, 6),
      flat(disc(796, 96, 82), MUSTARD[0], 0.35),
      solid('M770 150q0 -14 -20 -28a58 58 0 1 1 92 0q-20 14 -20 28z', MUSTARD, 12),
      ink('M784 146V110q12 -16 24 0v36', 4, '#a9682b'),
      solid(box(752, 146, 90, 50, 10), TEAL, 8),
      screw(780, 176, 11),
      screw(814, 176, 11, 50),
      '</g>',
    ),
    960,
    540,
  )
}
