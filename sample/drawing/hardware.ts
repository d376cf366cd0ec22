import { INK, MUSTARD, RUBBER, STEEL } from './palette.ts'
import type { Tone } from './palette.ts'
import { arc, around, at, box, disc, flat, group, ink, polar, polygon, round, solid } from './shapes.ts'

// Things that many objects are made of.

export function screw(x: number, y: number, radius = 14, turn = 20, tone: Tone = STEEL): string {
  const arm = round(radius * 0.5)
  const cross = ink(`M${-arm} 0h${2 * arm}M0 ${-arm}v${2 * arm}`, radius > 12 ? 5 : 3)
  return at(x, y, solid(disc(0, 0, radius), tone, radius / 4) + cross, turn)
}

export function hexBolt(x: number, y: number, radius: number, turn = 10): string {
  const corners = Array.from({ length: 6 }, (_, index) => polar(0, 0, round(radius * 0.62), index * 60))
  return at(x, y, solid(disc(0, 0, radius), STEEL, radius / 5) + solid(polygon(...corners), RUBBER, 2), turn)
}

export function nut(x: number, y: number, radius: number, turn = 10): string {
  const corners = Array.from({ length: 6 }, (_, index) => polar(0, 0, radius, index * 60))
  return at(x, y, solid(polygon(...corners), STEEL, radius / 5) + solid(disc(0, 0, round(radius * 0.5)), RUBBER, 3), turn)
}

/** A thin insulated wire. */
export function wire(d: string, [light]: Tone, width = 7): string {
  return ink(d, width + 6) + ink(d, width, light)
}

/** A coil spring along a line of `length`, lying to the right of 0, 0. */
export function spring(x: number, y: number, length: number, height: number, turns: number, turn = 0): string {
  const step = length / turns
  const coils = Array.from({ length: turns }, (_, i) => `M${round(i * step)} ${height / 2}L${round((i + 1) * step)} ${-height / 2}`)
  const back = Array.from(
    { length: turns - 1 },
    (_, i) => `M${round((i + 1) * step)} ${-height / 2}L${round((i + 1) * step)} ${height / 2}`,
  )
  const front = coils.join('')
  return at(x, y, ink(back.join(''), 5, STEEL[1]) + ink(front, 11) + ink(front, 5, STEEL[0]), turn)
}

/** The outline of a cogwheel. */
export function gear(cx: number, cy: number, teeth: number, inner: number, outer: number): string {
  const step = 360 / teeth
  const tooth = (index: number) =>
    [
      [inner, -0.5],
      [inner, -0.28],
      [outer, -0.12],
      [outer, 0.12],
      [inner, 0.28],
    ].map(([radius = 0, shift = 0]) => polar(cx, cy, radius, (index + shift) * step))
  return polygon(...Array.from({ length: teeth }, (_, index) => tooth(index)).flat())
}

/** A roller chain along a path. */
export function chain(d: string, width = 20): string {
  return ink(d, width) + ink(d, width * 0.5, STEEL[0], ` stroke-dasharray="${round(width * 0.55)} ${width * 0.9}"`)
}

/** A bicycle wheel with crossed spokes. */
export function wheel(cx: number, cy: number, radius: number, spokes = 20): string {
  const rim = radius * 0.88
  const lines = Array.from({ length: spokes }, (_, index) => {
    const angle = (index * 360) / spokes
    const from = polar(cx, cy, radius * 0.07, angle + (index % 2 ? 80 : -80))
    return `M${from.join(' ')}L${polar(cx, cy, rim, angle).join(' ')}`
  })
  const width = radius * 0.12
  return group(
    ink(lines.join(''), radius > 150 ? 3 : 2, '#8d949b'),
    ink(disc(cx, cy, round(rim - width * 0.55)), width * 0.5 + 6),
    ink(disc(cx, cy, round(rim - width * 0.55)), width * 0.5, STEEL[0]),
    ink(disc(cx, cy, round(radius - width / 2)), width + 6),
    ink(disc(cx, cy, round(radius - width / 2)), width, RUBBER[1]),
    ink(arc(cx, cy, round(radius - width / 2), 160, 290), width * 0.4, RUBBER[0]),
    solid(disc(cx, cy, round(radius * 0.085)), STEEL, 3),
  )
}

/** A circuit board with its lines and solder points. */
export function board(x: number, y: number, width: number, height: number, tone: Tone): string {
  const lines = `M${x + 18} ${y + height - 22}h${width * 0.3}l18 -18h${width * 0.25}M${x + width - 20} ${y + 20}v${height * 0.3}l-16 16v${height * 0.2}`
  const points = [0.12, 0.3, 0.5, 0.72].map((part) => flat(disc(round(x + width * part), y + 14, 4), MUSTARD[0]))
  return group(solid(box(x, y, width, height, 8), tone, 6), ink(lines, 3, tone[1]), ...points)
}

/** An integrated circuit with legs on its long sides. */
export function chip(x: number, y: number, width: number, height: number, legs = 4): string {
  const gap = width / (legs + 1)
  const d = Array.from({ length: legs }, (_, index) => `M${round(x + gap * (index + 1))} ${y - 7}v${height + 14}`).join('')
  return group(ink(d, 5), solid(box(x, y, width, height, 4), RUBBER, 5))
}

/** A capacitor seen from above. */
export function capacitor(x: number, y: number, radius: number, tone: Tone): string {
  return group(solid(disc(x, y, radius), tone, 5), ink(`M${x - radius * 0.5} ${y}h${radius}M${x} ${y - radius * 0.5}v${radius}`, 2))
}

/** A fan: ring, blades and hub. */
export function fan(cx: number, cy: number, radius: number): string {
  const blade = flat(
    `M0 ${-radius * 0.25}Q${radius * 0.3} ${-radius * 0.6} ${radius * 0.1} ${-radius * 0.86}L${radius * 0.42} ${-radius * 0.76}Q${radius * 0.5} ${-radius * 0.3} ${radius * 0.2} ${-radius * 0.1}z`,
    RUBBER[0],
  )
  return group(
    solid(disc(cx, cy, radius), STEEL, 6),
    flat(disc(cx, cy, round(radius * 0.9)), INK),
    around(cx, cy, 9, () => blade),
    solid(disc(cx, cy, round(radius * 0.3)), RUBBER, 5),
  )
}
