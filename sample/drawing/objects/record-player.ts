import { hexBolt, screw } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, STEEL, TEAL, WOOD } from '../palette.ts'
import { below } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { arc, at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function deck(): string {
  const plinth = box(78, 72, 644, 456, 30)
  return group(below(plinth), solid(plinth, WOOD, 14), solid(box(100, 92, 600, 412, 18), CREAM, 8))
}

function toneArm(): string {
  return group(
    solid(disc(620, 170, 52), STEEL, 10),
    tube('M620 122V170L626 350Q626 384 596 412', STEEL, 13),
    solid(box(602, 92, 36, 52, 8), RUBBER, 6),
    at(590, 418, solid(box(-14, -12, 28, 56, 6), ORANGE, 5), 40),
    solid(disc(620, 170, 22), RUBBER, 6),
    solid(box(654, 300, 20, 44, 6), RUBBER, 4),
  )
}

function whole(): string {
  return group(
    deck(),
    solid(disc(338, 298, 190), STEEL, 8),
    solid(disc(338, 298, 176), RUBBER, 0),
    ...[160, 144, 126, 108, 92].map((radius) => ink(disc(338, 298, radius), 2, '#7d7789')),
    ink(arc(338, 298, 152, 200, 250) + arc(338, 298, 118, 205, 245) + arc(338, 298, 152, 20, 60), 7, '#958fa1'),
    solid(disc(338, 298, 66), ORANGE, 0),
    ink(arc(338, 298, 48, 200, 340) + arc(338, 298, 40, 30, 150), 4, CREAM[0]),
    solid(disc(338, 298, 9), STEEL, 2),
    toneArm(),
    solid(disc(150, 456, 22), MUSTARD, 6),
    solid(box(556, 458, 88, 22, 11), RUBBER, 4),
    solid(disc(574, 469, 15), STEEL, 4),
  )
}

function open(): string {
  const belt = 'M138 166A30 30 0 0 1 162 128L392 186A126 126 0 1 1 238 376L138 166z'
  return group(
    deck(),
    solid(disc(338, 298, 190), ['#f3e6cf', '#dccbb0'], 0),
    flat(disc(338, 298, 160), '#e6d7bd'),
    solid(disc(338, 298, 118), TEAL, 12),
    solid(disc(338, 298, 70), STEEL, 8),
    solid(disc(338, 298, 34), RUBBER, 6),
    solid(disc(338, 298, 15), STEEL, 4),
    ...[0, 90, 180, 270].map((turn) => at(338, 298, flat(disc(0, -94, 11), INK), turn + 45)),
    solid(disc(166, 158, 46), RUBBER, 8),
    ink(belt, 15),
    ink(belt, 6, RED[0]),
    solid(disc(160, 156, 20), MUSTARD, 5),
    hexBolt(160, 156, 11),
    toneArm(),
    screw(130, 470, 14),
    screw(520, 130, 14, 50),
    screw(520, 470, 14, 70),
    solid(box(556, 458, 88, 22, 11), RUBBER, 4),
    solid(disc(574, 469, 15), STEEL, 4),
  )
}

export const recordPlayer: ObjectDrawing = {
  ground: 'peach',
  whole,
  open,
  rings: [
    [160, 156, 52],
    [284, 158, 42],
    [338, 298, 48],
  ],
}
