import { chip, screw } from '../hardware.ts'
import { CREAM, INK, MUSTARD, ORANGE, RED, RUBBER, SAGE, SKY, STEEL, TEAL } from '../palette.ts'
import { below } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { at, box, disc, flat, group, ink, polygon, solid } from '../shapes.ts'

function whole(): string {
  const icons = [0, 1, 2, 3, 4, 5]
    .map((i) =>
      solid(box(-84 + (i % 3) * 62, 30 + Math.floor(i / 3) * 62, 44, 44, 12), [ORANGE, MUSTARD, SAGE, CREAM, RED, TEAL][i] ?? CREAM, 5),
    )
    .join('')
  const body = box(-128, -240, 256, 480, 40)
  return at(
    400,
    298,
    group(
      below(body),
      solid(box(122, -120, 12, 64, 5), RUBBER, 2),
      solid(body, RUBBER, 12),
      solid(box(-108, -218, 216, 436, 26), SKY, 0),
      flat('M-106 40Q-30 -60 30 0T106 -40V190a26 26 0 0 1 -26 26H-80a26 26 0 0 1 -26 -26z', TEAL[0], 0.55),
      flat(disc(44, -96, 34), MUSTARD[0]),
      flat(polygon([-108, -40], [-40, -218], [20, -218], [-100, 96]), '#ffffff', 0.28),
      solid(box(-34, -208, 68, 16, 8), [INK, INK], 0),
      icons,
      ink('M108 120L40 150L60 190L20 218M40 150L-6 130M40 150L50 96M60 190L108 200M76 136L108 170M30 176L-2 196', 4, '#ffffff'),
      ink('M108 120L40 150L60 190L20 218', 2),
    ),
    8,
  )
}

function open(): string {
  const body = box(120, 50, 270, 500, 44)
  const back = box(480, 50, 250, 500, 44)
  return group(
    below(back),
    solid(back, SKY, 14),
    ink(box(500, 72, 210, 456, 28), 3, SKY[1]),
    ...[120, 190].map((y) => solid(disc(546, y, 27), ['#eaf3f6', '#eaf3f6'], 0)),
    flat('M700 460L600 528h70q40 0 40 -40z', '#ffffff', 0.4),
    below(body),
    solid(body, RUBBER, 12),
    flat(box(136, 66, 238, 466, 30), INK),
    solid('M144 90q0 -18 18 -18h186q18 0 18 18v374h-60V220H144z', SAGE, 8),
    ...[106, 168].map(
      (y) => solid(disc(186, y, 30), STEEL, 6) + solid(disc(186, y, 18), [INK, INK], 0) + flat(disc(180, y - 6, 5), '#ffffff'),
    ),
    chip(248, 100, 70, 44),
    chip(252, 172, 58, 30),
    solid(box(322, 262, 32, 70, 5), STEEL, 5),
    solid(box(322, 352, 32, 54, 5), RUBBER, 5),
    solid(box(146, 236, 148, 236, 10), CREAM, 12),
    ink('M168 270h70M168 290h100M168 306h84', 4, CREAM[1]),
    ink('M220 346l-22 42h38l-20 40', 7, ORANGE[0]),
    solid('M184 448h72v44q-36 24 -72 0z', MUSTARD, 6),
    ink('M210 474l10 12l10 -12', 4),
    ink('M294 250Q316 250 326 232', 11),
    ink('M294 250Q316 250 326 232', 5, ORANGE[0]),
    solid(box(306, 206, 52, 28, 5), ORANGE, 4),
    ink('M315 216v8M325 216v8M335 216v8M345 216v8', 3),
    solid(box(280, 490, 74, 28, 6), STEEL, 4),
    ...[
      [340, 92],
      [160, 210],
      [340, 440],
      [160, 508],
      [364, 512],
    ].map(([x = 0, y = 0]) => screw(x, y, 9, x + y)),
  )
}

export const phone: ObjectDrawing = {
  ground: 'mint',
  whole,
  open,
  rings: [
    [332, 220, 40],
    [160, 210, 26],
    [220, 474, 46],
  ],
}
