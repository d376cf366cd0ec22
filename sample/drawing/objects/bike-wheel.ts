import { hexBolt, wheel } from '../hardware.ts'
import { INK, MUSTARD, ORANGE, RED, RUBBER, STEEL } from '../palette.ts'
import { shadow } from '../scene.ts'
import type { ObjectDrawing } from '../scene.ts'
import { arc, at, box, disc, group, ink, polar, round, solid } from '../shapes.ts'

function whole(): string {
  return group(
    shadow(400, 536, 190),
    wheel(400, 290, 238, 28),
    solid(disc(400, 290, 34), STEEL, 8),
    ink(arc(400, 290, 28, 0, 359), 3),
    hexBolt(400, 290, 18),
    at(400, 290, solid(box(-6, 152, 12, 36, 4), RUBBER, 3) + solid(box(-8, 142, 16, 14, 4), STEEL, 3), 18),
    at(400, 290, solid(box(-16, -142, 32, 56, 10), MUSTARD, 6) + ink('M-8 -126h16M-8 -114h16M-8 -102h16', 2), 40),
  )
}

/** A thick band along part of the wheel, whose centre lies far below. */
function band(radius: number, from: number, to: number, width: number, light: string, shade: string): string {
  const inner = arc(400, 980, radius, from, to)
  const lit = arc(400, 980, round(radius + width * 0.16), from, to)
  return ink(inner, width + 10) + ink(inner, width, shade) + ink(lit, width * 0.5, light)
}

function open(): string {
  const spokes = [-116, -108, -101, -95, -88, -81, -75, -68, -61].map((angle, index) => {
    const [x, y] = polar(400, 980, 600, angle)
    return `M${x} ${y}L${round(x + (index % 2 ? 70 : -70))} 640`
  })
  return group(
    ink(spokes.join(''), 9),
    ink(spokes.join(''), 4, STEEL[0]),
    band(606, 215, 325, 78, STEEL[0], STEEL[1]),
    band(706, 195, 345, 118, RUBBER[0], RUBBER[1]),
    solid('M236 362Q330 262 400 262T584 364Q490 330 404 332T236 362z', [INK, INK], 0),
    solid('M306 340Q330 292 400 290Q476 290 520 344Q528 372 470 366Q400 352 350 366Q296 372 306 340z', RED, 14),
    ink('M340 322Q370 306 412 306', 8, '#ffffff', ' opacity="0.6"'),
    at(560, 356, solid(box(-11, -10, 22, 100, 6), RUBBER, 5) + solid(box(-15, 74, 30, 36, 6), STEEL, 5), -14),
    at(318, 322, solid('M-24 -250q24 -22 48 0L18 -60Q22 -10 0 10Q-22 18 -20 2Q-10 -6 -12 -40z', ORANGE, 12), 22),
    at(318, 322, solid(disc(0, -228, 10), ['#fdeee3', '#fdeee3'], 0), 22),
  )
}

export const bikeWheel: ObjectDrawing = {
  ground: 'mist',
  whole,
  open,
  rings: [
    [316, 316, 44],
    [430, 334, 58],
    [580, 436, 48],
  ],
}
