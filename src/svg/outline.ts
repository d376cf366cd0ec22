const PIXELS_IN = { '': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 16, ex: 8 } as const

/** A positive length in pixels; undefined for any other text. */
export function pixels(length: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{0,9}\.?\d{0,9})(px|pt|pc|mm|cm|in|em|ex)?$/.exec(length.trim()) ?? []
  const value = Number(number) * PIXELS_IN[unit as keyof typeof PIXELS_IN]
  return number && value > 0 ? value : undefined
}

const LENGTH = /^([+-]?(?:\d{1,99}(?:\.\d{0,99})?|\.\d{1,99})(?:e[+-]?\d{1,9})?)(px|pt|pc|mm|cm|in|em|ex|%)?$/i

/** A coordinate or a length in user units, or a percentage of `whole`; NaN for anything complex. */
export function userUnits(length: string, whole = Number.NaN, em = 16): number {
  const [, number, unit = ''] = LENGTH.exec(length.trim()) ?? []
  if (number === undefined) return Number.NaN
  const key = unit.toLowerCase()
  if (key === '%') return (Number(number) / 100) * whole
  if (key === 'em' || key === 'ex') return Number(number) * em
  return Number(number) * PIXELS_IN[key as keyof typeof PIXELS_IN]
}

type Point = readonly [x: number, y: number]
const ORIGIN: Point = [0, 0]

const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const FLAG = /[\s,]*([01])/y
const COMMAND = /([MZLHVCSQTA])([^MZLHVCSQTA]*)/gi
/** `f` is a flag of an arc, which may be followed by a number without a space. */
const KINDS: Record<string, string> = { M: 'xy', L: 'xy', H: 'x', V: 'y', C: 'xyxyxy', S: 'xyxy', Q: 'xyxy', T: 'xy', A: 'nnnffxy' }

/** The numbers at the start of a text. */
export function numbersOf(text: string, kinds = 'n'): number[] {
  const numbers: number[] = []
  for (let at = 0; at < text.length;) {
    const pattern = kinds[numbers.length % kinds.length] === 'f' ? FLAG : NUMBER
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) break
    numbers.push(Number(found[1]))
    at = pattern.lastIndex
  }
  return numbers
}

/** The points and control points of a path: the path is within them, and no longer than a line through them. */
export function pathPoints(d: string): Point[] {
  const points: Point[] = []
  let [here, start, control] = [ORIGIN, ORIGIN, ORIGIN]
  for (const [, letter = '', list = ''] of d.matchAll(COMMAND)) {
    const command = letter.toUpperCase()
    const size = KINDS[command]?.length ?? 0
    if (size === 0) points.push((here = start))
    const numbers = size === 0 ? [] : numbersOf(list, KINDS[command])
    for (let at = size; at <= numbers.length; at += size || 1) {
      const next = segment(command, numbers.slice(at - size, at), here, letter === command ? ORIGIN : here)
      // An implicit control point mirrors the previous one.
      if (command === 'S' || command === 'T') next.unshift([2 * here[0] - control[0], 2 * here[1] - control[1]])
      for (const point of next) points.push(point)
      here = next.at(-1) ?? here
      control = next.at(-2) ?? here
      if (command === 'M' && at === size) start = here
    }
  }
  return points
}

function segment(command: string, numbers: readonly number[], here: Point, [x, y]: Point): Point[] {
  const [first = 0, second = 0, , , , endX = 0, endY = 0] = numbers
  if (command === 'H') return [[x + first, here[1]]]
  if (command === 'V') return [[here[0], y + first]]
  if (command !== 'A') return numbers.flatMap((value, at): Point[] => (at % 2 === 0 ? [[x + value, y + (numbers[at + 1] ?? 0)]] : []))
  // Radii that are too short are scaled up.
  const reach = 2 * Math.max(Math.abs(first), Math.abs(second), Math.hypot(x + endX - here[0], y + endY - here[1]))
  return [
    [here[0] - reach, here[1] - reach],
    [here[0] + reach, here[1] + reach],
    [x + endX, y + endY],
  ]
}

/** The factor by which a transformation may lengthen a line; infinite if it does not consist of plain numbers. */
export function stretchOf(transform: string): number {
  const plain = transform.replace(/(?<=\d)(?:px|deg)(?=[\s,)])|^none$/gi, '')
  if (!/^(?:[\s,]*[a-z]{1,20}\s{0,9}\([\s\d.,e+-]*\))*\s*$/i.test(plain)) return Infinity
  let stretch = 1
  for (const [, name = '', list = ''] of plain.matchAll(/([a-z]{1,20})\s{0,9}\(([^)]*)\)/gi)) {
    const numbers = numbersOf(list)
    if (/^scale$/i.test(name)) stretch *= Math.max(...numbers.map(Math.abs))
    else if (name === 'matrix') stretch *= Math.hypot(...numbers.slice(0, 4))
    else if (!/^(?:translate|rotate)$/i.test(name)) return Infinity
  }
  return stretch
}
