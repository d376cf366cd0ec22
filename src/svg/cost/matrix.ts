/** An affine transformation: x' = a·x + c·y + e, y' = b·x + d·y + f. Undefined is one that is not known. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** First `right`, then `left`. */
export function multiply(left: Matrix | undefined, right: Matrix | undefined): Matrix | undefined {
  if (!left || !right) return undefined
  const [a, b, c, d, e, f] = left
  const [g, h, i, j, k, l] = right
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

/** How much longer a line can become. */
export const stretchOf = ([a, b, c, d]: Matrix): number => Math.hypot(a, b, c, d)

/** How much larger an area becomes. */
export const growthOf = ([a, b, c, d]: Matrix): number => Math.abs(a * d - b * c)

const LIST = /^(?:[\s,]*[a-z]{1,20}\s{0,9}\([\s\d.,eE+-]*\))*\s*$/i
const CALL = /(?<![a-z])([a-z]{1,20})\s{0,9}\(([^)]*)\)/gi

/** The value of a `transform` attribute (SVG 2, section 8.5); undefined for what is not made of plain numbers. */
export function matrixOf(transform: string): Matrix | undefined {
  const plain = transform.replace(/(?<=\d)(?:px|deg)(?=[\s,)])/gi, '')
  if (plain.trim() === 'none') return IDENTITY
  if (!LIST.test(plain)) return undefined
  let matrix: Matrix | undefined = IDENTITY
  for (const [, name = '', list = ''] of plain.matchAll(CALL)) matrix = multiply(matrix, one(name, numbersOf(list)))
  return matrix?.every(Number.isFinite) ? matrix : undefined
}

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi

export const numbersOf = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number)

function one(name: string, [a = 0, b, c, d = 0, e = 0, f = 0]: number[]): Matrix | undefined {
  switch (name.toLowerCase()) {
    case 'matrix':
      return [a, b ?? 0, c ?? 0, d, e, f]
    case 'translate':
      return [1, 0, 0, 1, a, b ?? 0]
    case 'scale':
      return [a, 0, 0, b ?? a, 0, 0]
    case 'rotate':
      return rotation((a * Math.PI) / 180, b ?? 0, c ?? 0)
    case 'skewx':
      return [1, 0, Math.tan((a * Math.PI) / 180), 1, 0, 0]
    case 'skewy':
      return [1, Math.tan((a * Math.PI) / 180), 0, 1, 0, 0]
    default:
      return undefined
  }
}

function rotation(angle: number, x: number, y: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y]
}
