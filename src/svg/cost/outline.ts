import { type Box, boxOf, EVERYWHERE, join, NOWHERE } from './box.ts'
import { numbersOf } from './matrix.ts'

/** What a line that is drawn needs at most: no shorter, no smaller and with no fewer corners than a browser finds. */
export interface Outline {
  box: Box
  length: number
  corners: number
}

const WHOLE: Outline = { box: EVERYWHERE, length: Infinity, corners: 1 }

/** Undefined for an element that is no shape. `length` reads an attribute in user units; NaN where that is not simple. */
export function outlineOf(
  name: string,
  attributes: Readonly<Record<string, string>>,
  length: (key: string) => number,
): Outline | undefined {
  const [x, y, r] = [length('x'), length('y'), length('r')]
  switch (name) {
    case 'path':
      return pathOutline(attributes.d ?? '')
    case 'polygon':
    case 'polyline':
      return pathOutline(`M${attributes.points ?? ''}Z`)
    case 'line':
      return pathOutline(`M${length('x1')},${length('y1')} ${length('x2')},${length('y2')}`.replaceAll('NaN', '1e99'))
    case 'rect':
      return rectangle(x, y, length('width'), length('height'))
    case 'circle':
      return rectangle(length('cx') - r, length('cy') - r, 2 * r, 2 * r)
    case 'ellipse':
      return ellipse(length)
    default:
      return undefined
  }
}

function ellipse(length: (key: string) => number): Outline {
  // Each radius that is left out is like the other one.
  const [rx, ry] = [length('rx') || length('ry'), length('ry') || length('rx')]
  return rectangle(length('cx') - rx, length('cy') - ry, 2 * rx, 2 * ry)
}

function rectangle(x: number, y: number, width: number, height: number): Outline {
  const box = boxOf(x, y, width, height)
  return box === EVERYWHERE ? WHOLE : { box, length: 2 * Math.abs(width) + 2 * Math.abs(height), corners: 4 }
}

const COMMAND = /([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)/g
const SIZES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 }

/** By control points, which a curve does not leave. */
function pathOutline(d: string): Outline {
  const pen = new Pen()
  for (const [, command = '', list = ''] of d.matchAll(COMMAND)) {
    const size = SIZES[command.toUpperCase()]
    if (size === undefined) pen.close()
    const numbers = size === 7 ? arcNumbersOf(list) : numbersOf(list)
    for (let at = 0; size !== undefined && at < numbers.length; at += size)
      pen.draw((at > 0 && MORE_MOVES[command]) || command, numbers.slice(at, at + size))
  }
  return Number.isFinite(pen.length) ? { box: pen.box, length: pen.length, corners: pen.corners } : { ...WHOLE, corners: pen.corners }
}

/** What follows the first pair of a move are lines. */
const MORE_MOVES: Record<string, string> = { M: 'L', m: 'l' }
const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const FLAG = /[\s,]*([01])/y

/** The two flags of an arc need no space after them. */
function arcNumbersOf(list: string): number[] {
  const numbers: number[] = []
  for (let at = 0; at < list.length;) {
    const pattern = [3, 4].includes(numbers.length % 7) ? FLAG : NUMBER
    pattern.lastIndex = at
    const found = pattern.exec(list)
    if (!found) break
    numbers.push(Number(found[1]))
    at = pattern.lastIndex
  }
  return numbers
}

class Pen {
  box = NOWHERE
  length = 0
  corners = 0
  #x = 0
  #y = 0
  #start: readonly [number, number] = [0, 0]
  /** Where the control point of a smooth curve may be, from here. */
  #swing = 0

  draw(command: string, numbers: number[]): void {
    const kind = command.toUpperCase()
    const [fromX, fromY] = command === kind ? [0, 0] : [this.#x, this.#y]
    this.corners++
    if (!'CSQT'.includes(kind)) this.#swing = 0
    if (kind === 'M') this.#move(fromX + (numbers[0] ?? 0), fromY + (numbers[1] ?? 0))
    else if (kind === 'H') this.#to(fromX + (numbers[0] ?? 0), this.#y)
    else if (kind === 'V') this.#to(this.#x, fromY + (numbers[0] ?? 0))
    else if (kind === 'A') this.#arc(numbers, fromX, fromY)
    else this.#through(kind, numbers, fromX, fromY)
  }

  #move(x: number, y: number): void {
    this.#x = x
    this.#y = y
    this.#start = [x, y]
    // What is not finite has no length.
    if (!Number.isFinite(x + y)) this.length = Infinity
    this.#cover(x, y, 0)
  }

  close(): void {
    this.corners++
    this.#to(...this.#start)
  }

  #arc([rx = 0, ry = 0, , , , x = 0, y = 0]: number[], fromX: number, fromY: number): void {
    // Radii that are too short grow until they reach.
    const reach = 2 * Math.max(Math.abs(rx), Math.abs(ry), Math.hypot(fromX + x - this.#x, fromY + y - this.#y))
    this.#cover(this.#x, this.#y, reach)
    this.length += 4 * reach
    this.#to(fromX + x, fromY + y)
  }

  #through(kind: string, numbers: number[], fromX: number, fromY: number): void {
    // The control point that is not written mirrors the one before.
    if (kind === 'S' || kind === 'T') {
      this.#cover(this.#x, this.#y, this.#swing)
      this.length += 2 * this.#swing
    }
    for (let at = 0; at < numbers.length; at += 2) {
      const [x, y] = [fromX + (numbers[at] ?? 0), fromY + (numbers[at + 1] ?? 0)]
      const step = Math.hypot(x - this.#x, y - this.#y)
      this.#swing = kind === 'T' ? this.#swing + step : step
      this.#to(x, y)
    }
  }

  #to(x: number, y: number): void {
    this.length += Math.hypot(x - this.#x, y - this.#y)
    this.#x = x
    this.#y = y
    this.#cover(x, y, 0)
  }

  #cover(x: number, y: number, around: number): void {
    this.box = join(this.box, { left: x - around, top: y - around, right: x + around, bottom: y + around })
  }
}
