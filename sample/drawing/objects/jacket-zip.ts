import { CREAM, INK, MUSTARD, SAGE, STEEL, TEAL } from '../palette.ts'
import { shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { at, box, disc, flat, group, ink, round, solid } from '../shapes.ts'

function whole(): string {
  return group(
    shadow(400, 530, 220),
    solid('M288 140L214 186Q190 204 176 270L130 474q-2 16 12 20l60 14q16 2 20 -14l50 -200z', TEAL, 14),
    solid('M512 140L586 186Q610 204 624 270L670 474q2 16 -12 20l-60 14q-16 2 -20 -14l-50 -200z', TEAL, 14),
    solid('M300 130Q270 140 256 162V500q0 20 20 20h248q20 0 20 -20V162Q530 140 500 130L400 150z', TEAL, 20),
    flat('M346 128L398 330h4L454 128L400 146z', CREAM[0]),
    ink('M346 128L398 330h4L454 128', 5),
    solid('M326 84q20 -14 40 -12L398 300L318 160q-10 -50 8 -76z', SAGE, 8),
    solid('M474 84q-20 -14 -40 -12L402 300L482 160q10 -50 -8 -76z', SAGE, 8),
    ink('M400 330V518', 15),
    ink('M400 330V514', 8, MUSTARD[0], ' stroke-dasharray="4 11"'),
    solid('M386 306h28l6 34q-20 14 -40 0z', STEEL, 5),
    solid(box(392, 336, 16, 46, 7), STEEL, 4),
    ink('M290 420l62 -22M510 420l-62 -22', 9),
    ink('M290 420l62 -22M510 420l-62 -22', 3, SAGE[0]),
    solid(box(252, 488, 146, 34, 10), SAGE, 6),
    solid(box(402, 488, 146, 34, 10), SAGE, 6),
    ink('M138 470l92 22M662 470l-92 22', 5),
    ink('M276 180q-4 90 0 160', 7, '#ffffff', ' opacity="0.5"'),
  )
}

function tooth(x: number, y: number, side: 1 | -1, turn = 0): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${side} 1)">${solid('M-34 -10h40q6 -8 20 -6q10 6 10 16t-10 16q-14 2 -20 -6h-40z', MUSTARD, 4)}</g>`
}

function open(): string {
  const above = Array.from({ length: 7 }, (_, i) => i)
  return group(
    solid('M-20 -20H150Q250 160 352 300L386 330V640H-20z', TEAL, 0),
    solid('M820 -20H650Q550 160 448 300L414 330V640H820z', TEAL, 0),
    solid('M130 -20H212Q290 150 392 286V640H300V330Q210 180 130 -20z', SAGE, 10),
    solid('M670 -20H588Q510 150 408 286V640H500V330Q590 180 670 -20z', SAGE, 10),
    ink('M262 640V350Q170 190 96 -20M538 640V350Q630 190 704 -20', 4, CREAM[0], ' stroke-dasharray="16 12"'),
    ...above.map((i) => tooth(round(212 + i * 23), -4 + i * 42, 1, 24 + i * 2)),
    ...above.map((i) => (i === 3 ? tooth(522, 122, -1, 14) : tooth(round(588 - i * 23), -4 + i * 42, -1, -24 - i * 2))),
    ...Array.from({ length: 10 }, (_, i) => tooth(i % 2 ? 414 : 386, 388 + i * 26, i % 2 ? -1 : 1)),
    solid('M318 236Q330 200 372 214L400 236L428 214Q470 200 482 236L462 384Q400 424 338 384z', STEEL, 16),
    ink('M356 240Q360 320 372 370', 7, '#ffffff'),
    solid(box(378, 260, 44, 78, 16), STEEL, 7),
    at(
      400,
      322,
      solid('M-18 0h36l16 126q-2 32 -34 32t-34 -32z', STEEL, 10) + solid(disc(0, 120, 14), TEAL, 3) + flat(disc(0, 16, 5), INK),
      -10,
    ),
  )
}

export const jacketZip: ObjectDrawing = {
  ground: 'butter',
  whole,
  open,
  rings: [
    [400, 222, 52],
    [518, 124, 46],
    [420, 448, 58],
  ],
}
