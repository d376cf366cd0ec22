import { nut, screw } from './hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RUBBER, STEEL, TEAL, WOOD } from './palette.ts'
import type { SingleDrawing } from './scene.ts'
import { at, box, disc, flat, group, ink, polygon, solid, tube } from './shapes.ts'

/** One drawing a spare part, on the sheet of 800 × 600. */
export const PARTS: Record<string, SingleDrawing> = {
  'brake-pad': {
    ground: 'mist',
    draw: () => {
      const pad = group(
        tube('M0 -30V-150', STEEL, 24),
        ink('M-10 -150h20M-10 -136h20M-10 -122h20M-10 -108h20', 3),
        nut(0, -76, 30, 0),
        solid('M-170 -34Q0 -60 170 -34q20 6 18 30l-6 34q-4 20 -26 18Q0 30 -156 48q-22 2 -26 -18l-6 -34q-2 -24 18 -30z', ORANGE, 14),
        ink('M-104 -38l-4 74M-46 -44l-2 74M46 -44l2 74M104 -38l4 74', 6),
      )
      return at(330, 260, pad, -10) + at(480, 480, pad, 8)
    },
  },
  'inner-tube': {
    ground: 'butter',
    draw: () =>
      group(
        tube('M400 130Q640 120 640 220T400 310T160 220T400 130z', RUBBER, 62),
        tube('M400 290Q640 280 640 380T400 470T160 380T400 290z', RUBBER, 62),
        solid(box(332, 270, 136, 66, 12), MUSTARD, 8),
        ink('M352 296h96M352 312h60', 4, MUSTARD[1]),
        at(400, 500, solid(box(-16, -22, 32, 30, 6), RUBBER, 5) + tube('M0 8V58', STEEL, 14) + solid(box(-12, 48, 24, 30, 6), RUBBER, 5)),
      ),
  },
  bobbin: {
    ground: 'peach',
    draw: () =>
      group(
        solid(disc(400, 450, 180, 56), STEEL, 10),
        solid('M262 190V430Q262 474 400 474T538 430V190z', ORANGE, 24),
        ...[0, 1, 2, 3, 4, 5, 6].map((i) => ink(`M266 ${232 + i * 32}Q400 ${280 + i * 32} 534 ${224 + i * 32}`, 3, ORANGE[1])),
        solid(disc(400, 174, 180, 56), STEEL, 10),
        solid(disc(400, 170, 40, 13), [INK, INK], 0),
        ...[-110, 110].map((dx) => solid(disc(400 + dx, 172, 24, 8), RUBBER, 0)),
        ink('M528 420Q640 440 650 520T760 540', 5, ORANGE[1]),
      ),
  },
  bulb: {
    ground: 'mint',
    draw: () =>
      group(
        solid('M346 386q-4 -50 -48 -92a140 140 0 1 1 204 0q-44 42 -48 92z', MUSTARD, 22),
        ink('M366 386V270Q360 220 384 236T416 236T434 270V386', 5, '#a9682b'),
        ink('M288 216q6 -60 56 -84', 10, '#ffffff'),
        solid(box(340, 382, 120, 96, 14), STEEL, 12),
        ink('M342 412q58 16 116 0M342 440q58 16 116 0', 4),
        solid('M360 478h80l-16 34q-24 12 -48 0z', RUBBER, 8),
      ),
  },
  fuse: {
    ground: 'mist',
    draw: () =>
      at(
        400,
        300,
        group(
          solid(box(-170, -62, 340, 124, 10), ['#eef6f8', '#cfe3e9'], 14),
          ink('M-170 0Q-80 -20 -20 6T80 -8T170 0', 5, ORANGE[1]),
          ink('M-130 -40h220', 8, '#ffffff'),
          solid(box(-262, -74, 120, 148, 18), STEEL, 16),
          solid(box(142, -74, 120, 148, 18), STEEL, 16),
          ink('M-222 -66v126M182 -66v126', 4, STEEL[1]),
        ),
        -18,
      ),
  },
  'felt-pad': {
    ground: 'butter',
    draw: () =>
      group(
        solid(box(184, 76, 432, 448, 26), CREAM, 14),
        solid(box(360, 96, 80, 26, 13), ['#fdf5df', '#fdf5df'], 0),
        ...(
          [
            [296, 230],
            [504, 230],
            [296, 414],
            [504, 414],
          ] as const
        ).map(([x, y]) => solid(disc(x, y, 76), WOOD, 14) + ink(disc(x, y, 62), 3, WOOD[1], ' stroke-dasharray="3 11"')),
        flat(polygon([616, 440], [616, 498], [590, 524], [530, 524]), WOOD[1], 0.35),
        screw(400, 322, 12, 20, TEAL),
      ),
  },
}
