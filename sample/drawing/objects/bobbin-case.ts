import { screw } from '../hardware.ts'
import { INK, MUSTARD, ORANGE, RUBBER, STEEL } from '../palette.ts'
import { below, shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { arc, around, at, box, disc, flat, group, ink, solid } from '../shapes.ts'

function reel(cx: number, cy: number, radius: number): string {
  return group(
    solid(disc(cx, cy, radius), STEEL, 8),
    ...[0.86, 0.77, 0.68].map((part, index) => flat(disc(cx, cy, Math.round(radius * part)), ORANGE[index % 2 ? 1 : 0])),
    ink(disc(cx, cy, Math.round(radius * 0.86)), 4),
    solid(disc(cx, cy, Math.round(radius * 0.58)), STEEL, 6),
    around(cx, cy, 6, () => solid(disc(0, Math.round(-radius * 0.4), Math.round(radius * 0.1)), RUBBER, 2)),
    solid(disc(cx, cy, Math.round(radius * 0.2)), [INK, INK], 0),
  )
}

function whole(): string {
  return group(
    shadow(420, 504, 230),
    solid('M400 110h72a190 190 0 0 1 0 380h-72z', STEEL, 26),
    ink('M560 176q62 124 0 248', 3, STEEL[1]),
    solid(box(596, 262, 54, 76, 12), MUSTARD, 6),
    screw(624, 300, 14),
    solid(disc(396, 300, 190), STEEL, 14),
    solid(box(360, 44, 66, 110, 18), STEEL, 10),
    solid(disc(393, 80, 14), RUBBER, 4),
    reel(396, 300, 158),
    ink('M280 382Q200 430 190 480T90 530', 5, ORANGE[1]),
    ink(arc(396, 300, 174, 190, 250), 7, '#ffffff'),
  )
}

function open(): string {
  const shell = disc(260, 300, 176)
  const flanges = box(520, 180, 30, 240, 10) + box(690, 180, 30, 240, 10)
  return group(
    below(shell),
    below(flanges),
    solid(box(226, 66, 66, 90, 18), STEEL, 10),
    solid(disc(259, 98, 13), RUBBER, 4),
    solid(shell, STEEL, 16),
    solid(disc(260, 300, 124), STEEL, 0),
    flat(disc(264, 304, 118), STEEL[1]),
    solid(disc(260, 300, 34), RUBBER, 6),
    flat(disc(260, 300, 14), STEEL[0]),
    solid('M150 380Q176 320 260 336T380 372l-20 44Q300 388 252 386T176 424z', MUSTARD, 8),
    screw(184, 388, 17, 40),
    solid('M352 384l44 -34l16 20l-44 36z', [INK, INK], 0),
    solid('M196 212h128q16 0 16 18v8h-160v-8q0 -18 16 -18z', STEEL, 6),
    ink('M212 226h96', 3, STEEL[1]),
    solid(box(544, 206, 152, 188, 12), ORANGE, 16),
    ...Array.from({ length: 8 }, (_, index) =>
      ink(`M550 ${224 + index * 22}Q620 ${232 + index * 22} 690 ${220 + index * 22}`, 3, ORANGE[1]),
    ),
    solid(box(516, 180, 34, 240, 12), STEEL, 8),
    solid(box(690, 180, 34, 240, 12), STEEL, 8),
    ink('M546 388Q470 470 400 400L372 380Q330 350 290 376', 5, ORANGE[1]),
    at(0, 0, ink(arc(260, 300, 160, 200, 255), 7, '#ffffff')),
  )
}

export const bobbinCase: ObjectDrawing = {
  ground: 'peach',
  whole,
  open,
  rings: [
    [184, 388, 44],
    [384, 378, 44],
    [259, 106, 56],
  ],
}
