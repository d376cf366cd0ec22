import { chain, gear, hexBolt } from '../hardware.ts'
import { MUSTARD, ORANGE, RUBBER, STEEL, TEAL } from '../palette.ts'
import { below } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { around, at, box, disc, flat, group, ink, solid, tube } from '../shapes.ts'
import type { Tone } from '../palette.ts'

/** One side plate of a link: its left hole at 0, 0, the right one 165 further on. */
const PLATE = 'M0 -50a50 50 0 1 0 0 100Q42 50 82 32Q124 50 165 50a50 50 0 1 0 0 -100Q124 -50 82 -32Q42 -50 0 -50z'

function plate(tone: Tone): string {
  return group(solid(PLATE, tone, 12), ...[0, 165].map((x) => solid(disc(x, 0, 21), STEEL, 5)))
}

function roller(x: number, tone: Tone = STEEL): string {
  return solid(disc(x, 300, 40), tone, 9) + solid(disc(x, 300, 17), RUBBER, 4)
}

function innerLink(x: number): string {
  return group(at(x, 300, solid(PLATE, RUBBER, 12)), roller(x), roller(x + 165))
}

function whole(): string {
  const path = 'M226 172L556 146A128 128 0 0 1 570 402L300 470A34 34 0 0 1 270 420Q330 372 310 340Q280 306 240 306A66 66 0 0 1 226 172z'
  return group(
    tube('M226 240L570 274L640 20', TEAL, 26),
    solid(gear(570, 274, 30, 112, 132), STEEL, 8),
    flat(disc(570, 274, 82), '#fdf5df'),
    ink(disc(570, 274, 82), 5),
    around(570, 274, 5, () => solid('M-14 -20L-8 -92h16L14 -20z', STEEL, 4) + hexBolt(0, -92, 10)),
    solid(disc(570, 274, 36), STEEL, 6),
    hexBolt(570, 274, 16),
    solid(gear(232, 240, 15, 52, 70), STEEL, 8),
    solid(disc(232, 240, 26), RUBBER, 5),
    hexBolt(232, 240, 12),
    tube('M244 276L262 340L292 446', RUBBER, 34),
    chain(path, 18),
    solid(gear(282, 350, 11, 22, 32), ORANGE, 4),
    solid(gear(302, 440, 11, 22, 32), ORANGE, 4),
    hexBolt(282, 350, 10),
    hexBolt(302, 440, 10),
  )
}

function open(): string {
  const guides = 'M318 196v56M483 404v-56M318 404v-56M483 196v56'
  return group(
    innerLink(153),
    innerLink(483),
    at(-12, 300, below(PLATE) + plate(STEEL)),
    at(648, 300, below(PLATE) + plate(STEEL)),
    ink(guides, 5, ORANGE[1], ' stroke-dasharray="1 14"'),
    solid(box(307, 140, 22, 92, 6), STEEL, 6),
    solid(box(472, 372, 22, 92, 6), STEEL, 6),
    at(318, 136, below(PLATE) + plate(MUSTARD)),
    at(318, 464, below(PLATE) + plate(MUSTARD)),
  )
}

export const bikeChain: ObjectDrawing = {
  ground: 'butter',
  whole,
  open,
  rings: [
    [318, 136, 66],
    [483, 464, 66],
    [483, 300, 58],
  ],
}
