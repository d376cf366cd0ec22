import { screw, wire } from '../hardware.ts'
import { CREAM, MUSTARD, RED, RUBBER, SAGE, SKY, STEEL, TEAL } from '../palette.ts'
import { below } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'

function whole(): string {
  const rays = [-60, -30, 0, 30, 60].map((turn) => at(400, 378, ink('M0 152v30', 9, MUSTARD[1]), turn)).join('')
  return group(
    tube('M400 -20V96', RUBBER, 16),
    solid('M386 92h28l10 40h-48z', RUBBER, 5),
    solid('M352 130h96q16 0 20 24l10 42h-156l10 -42q4 -24 20 -24z', TEAL, 14),
    solid(box(312, 196, 176, 74, 14), TEAL, 16),
    ink('M330 214v40M352 214v40M374 214v40M396 214v40M418 214v40M440 214v40M462 214v40', 4, TEAL[1]),
    solid(box(340, 268, 120, 26, 8), STEEL, 6),
    flat(disc(400, 400, 150), MUSTARD[0], 0.35),
    solid('M352 292h96q4 40 32 66a108 108 0 1 1 -160 0q28 -26 32 -66z', [MUSTARD[0], '#f0b648'], 16),
    ink('M374 430Q360 380 382 362T418 362T426 430M382 362v-66M418 362v-66', 4, '#a9682b'),
    ink('M316 440q-10 -36 12 -64', 9, '#ffffff'),
    rays,
  )
}

function open(): string {
  const cap = 'M96 234h34q80 4 96 -14v200q-16 -18 -96 -14h-34z'
  const shell = box(586, 186, 170, 250, 20)
  return group(
    below(cap),
    below(box(350, 196, 150, 230, 24)),
    below(shell),
    tube('M-20 320H100', RUBBER, 30),
    wire('M220 300Q280 250 352 252', RED, 10),
    wire('M220 340Q290 390 352 378', SKY, 10),
    wire('M220 320Q280 330 352 316', SAGE, 10),
    solid(cap, TEAL, 16),
    solid(box(70, 280, 44, 80, 8), RUBBER, 6),
    screw(92, 320, 17, 40),
    solid(box(350, 196, 150, 230, 24), CREAM, 14),
    solid(box(492, 250, 34, 122, 8), STEEL, 8),
    ink('M509 268v86', 3, STEEL[1]),
    ...[252, 316, 378].map((y) => solid(box(350, y - 22, 66, 44, 6), MUSTARD, 6) + screw(386, y, 16, y)),
    solid(disc(462, 311, 17), STEEL, 5),
    solid(shell, TEAL, 18),
    solid(box(566, 202, 36, 218, 10), TEAL, 8),
    ink('M630 206v212M656 206v212M682 206v212M708 206v212', 5, TEAL[1]),
    solid(box(756, 236, 60, 150, 6), STEEL, 8),
    ink('M776 240v142M796 240v142', 3),
    ink('M620 204h96', 7, '#ffffff', ' opacity="0.6"'),
  )
}

export const lampSocket: ObjectDrawing = {
  ground: 'peach',
  whole,
  open,
  rings: [
    [382, 246, 44],
    [92, 320, 46],
    [382, 386, 44],
  ],
}
