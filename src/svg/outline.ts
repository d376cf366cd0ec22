type Point = readonly [x: number, y: number]

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
  let [here, start, control]: [Point, Point, Point] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ]
  for (const [, letter = '', list = ''] of d.matchAll(COMMAND)) {
    const command = letter.toUpperCase()
    const size = KINDS[command]?.length ?? 0
    if (size === 0) points.push((here = start))
    const numbers = size === 0 ? [] : numbersOf(list, KINDS[command])
    for (let at = size; at <= numbers.length; at += size || 1) {
      const next = segment(command, numbers.slice(at - size, at), here, letter === command ? [0, 0] : here)
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
