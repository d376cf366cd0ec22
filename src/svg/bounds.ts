import { imageSize } from 'image-size'
import postcss, { type Container, type Document } from 'postcss'
import { numbersOf, pathPoints, stretchOf, userUnits } from './outline.ts'
import type { Drawn } from './parse.ts'

/** Limits of a drawing, including all repetitions. At any single limit, a browser paints for a few seconds. */
const LIMITS = {
  elements: 100_000,
  points: 300_000,
  /** Pairs of lines of a path on the same pixel row: a browser sorts the lines of each row. */
  sorted: 2.5e10,
  /** Multiplied by their width in pixels. */
  dashes: 250_000,
  letters: 600_000,
  /** Of the whole picture. */
  fills: 5000,
  /** Of pictures within the drawing. */
  pixels: 1e8,
  /** Rules that may match an element, once for each ancestor. */
  rules: 2e6,
}
/** The cost of operations, in fills or letters. */
const FILLS = { server: 8, tile: 37, picture: 8, layer: 12, clip: 3, step: 25, heavyStep: 150 }
const LETTERS = { withPlace: 30, newSize: 1500 }
const MAX_DEPTH = 400
const MAX_VALUES = 50
const MAX_VALUE_LENGTH = 2000
/** Of a drawing on a page. */
const ROWS = 300

const MARKERS = ['marker', 'marker-start', 'marker-mid', 'marker-end']
const STROKES = ['stroke', 'stroke-width', 'stroke-dasharray', 'stroke-miterlimit', 'vector-effect']
const INHERITED = new Set(['fill', 'font', 'font-size', ...STROKES, ...MARKERS])
const LAYERS = ['opacity', 'mix-blend-mode', 'isolation', 'mask', 'mask'] // a mask is one more
const COUNTED = new Set([...INHERITED, ...LAYERS, 'clip-path', 'filter', 'transform'])
const NO_EFFECT = /^(?:none|normal|auto|inherit|initial|unset|revert|revert-layer|0*1(?:\.0*)?|100%)?$/
const ELSEWHERE = /^(?:defs|symbol|linearGradient|radialGradient|pattern|clipPath|mask|marker|filter|style|title|desc)$/
const SHAPE = /^(?:path|polygon|polyline|line|rect|circle|ellipse)$/
const TEXT = /^(?:text|tspan|textPath)$/
const HEAVY_STEP = /blur|shadow|lighting|turbulence|morphology|convolve/i

/** The possible values of a property, whichever rules match. */
type Style = ReadonlyMap<string, readonly string[]>
type Rule = readonly [name: string, value: string]

/** The context of painting: the scale, the maximum share of the picture, and the `use` that leads there. */
interface PaintContext {
  stretch: number
  most: number
  used: Style
  depth: number
}

class TooMuch extends Error {}

/** False for a drawing that may take a browser too long to paint. */
export function isPaintable(root: Drawn, size: { width: number; height: number }): boolean {
  try {
    new Painting(root, size).draw(root, { stretch: 1, most: 1, used: new Map(), depth: 0 })
    return true
  } catch (error) {
    if (error instanceof TooMuch) return false
    throw error
  }
}

class Painting {
  readonly #left = { ...LIMITS }
  readonly #rules = new Map<string, Rule[]>()
  readonly #named = new Map<string, Drawn>()
  readonly #styles = new Map<Drawn, Style>()
  /** The number of rules that may match an element. */
  readonly #matching = new Map<Drawn, number>()
  readonly #outlines = new Map<Drawn, ReturnType<typeof outlineOf>>()
  readonly #sizes = new Set<number>()
  readonly #whole: number
  readonly #area: number

  constructor(root: Drawn, size: { width: number; height: number }) {
    const [, , width = size.width, height = size.height] = numbersOf(root.attributes.viewBox ?? '')
    this.#whole = Math.max(width, height)
    this.#area = (size.width * size.height) / Math.max(size.width / width, size.height / height) ** 2
    for (const element of elementsOf(root)) if (element.name === 'style') this.#read(textOf(element))
    this.#prepare(root, new Map())
  }

  #read(css: string): void {
    postcss.parse(css).walkDecls(({ parent, prop, value }) => {
      for (const key of selectedBy(parent)) {
        const rules = this.#rules.get(key) ?? []
        rules.push([prop, value])
        this.#rules.set(key, rules)
      }
    })
  }

  #rulesOf({ name, attributes: { id = '', class: classes = '' } }: Drawn): Rule[] {
    const keys = new Set(['*', name, `#${id}`, ...classes.split(/\s+/).map((one) => `.${one}`)])
    return [...keys].flatMap((key) => this.#rules.get(key.toLowerCase()) ?? [])
  }

  /** Records the declared and inherited properties of elements. */
  #prepare(element: Drawn, inherited: Style): void {
    const { id = '', style: css = '', ...attributes } = element.attributes
    if (id && !this.#named.has(id)) this.#named.set(id, element)
    const style = inheritable(inherited)
    const matching = this.#rulesOf(element)
    this.#count('rules', matching.length)
    this.#matching.set(element, matching.length)
    const rules: Rule[] = [...Object.entries(attributes), ...matching]
    postcss.parse(css).walkDecls(({ prop, value }) => void rules.push([prop, value]))
    for (const [name, value] of rules) if (COUNTED.has(name)) add(style, name, [value.trim()])
    this.#styles.set(element, style)
    for (const child of childrenOf(element)) this.#prepare(child, style)
  }

  #count(what: keyof typeof LIMITS, amount: number): void {
    this.#left[what] -= amount
    if (!(this.#left[what] >= 0)) throw new TooMuch(what)
  }

  /** Counts the cost of an element and everything painted for it. Returns the share of the picture that it may cover. */
  draw(element: Drawn, { stretch, most, used, depth }: PaintContext): number {
    this.#count('elements', depth > MAX_DEPTH ? Infinity : 1)
    this.#count('rules', (this.#matching.get(element) ?? 0) * (depth + 1))
    const style = new Map(this.#styles.get(element))
    for (const [name, values] of used) add(style, name, values)
    const [transform = '', ...others] = style.get('transform') ?? []
    const isOpen = others.length > 0 || element.name === 'symbol' || (element.name === 'svg' && depth > 0)
    const place = { stretch: isOpen ? Infinity : stretch * stretchOf(transform), most, used, depth: depth + 1 }
    const share = this.#content(element, style, place)
    return this.#affect(style, share, place)
  }

  #content(element: Drawn, style: Style, place: PaintContext): number {
    const { name, attributes } = element
    const { href = '#' } = attributes
    const target = this.#named.get(href.slice(1))
    if (name === 'use')
      return target && (!ELSEWHERE.test(target.name) || target.name === 'symbol')
        ? this.draw(target, { ...place, used: inheritable(style) })
        : 0
    // A gradient or a pattern may inherit its content from another one.
    if (href.startsWith('#')) this.#refer([href.slice(1)], place)
    else this.#count('fills', FILLS.picture * place.most)
    this.#count('pixels', href.startsWith('#') ? 0 : pixelsOf(href))
    if (SHAPE.test(name)) return this.#shape(element, style, place)
    if (TEXT.test(name)) this.#text(element, style, place)
    const shares = childrenOf(element).map((child) => (ELSEWHERE.test(child.name) ? 0 : this.draw(child, place)))
    // Two small elements may be far apart.
    return TEXT.test(name) || name === 'image' || shares.filter(Boolean).length > 1 ? place.most : Math.max(0, ...shares)
  }

  #refer(names: readonly string[], place: PaintContext): void {
    for (const target of names.map((name) => this.#named.get(name)))
      if (target) this.draw(target, { ...place, stretch: Infinity, used: new Map() })
  }

  #share = (length: number, { stretch, most }: PaintContext): number =>
    Math.min(most, (length * stretch) ** 2 / this.#area || (length && most))

  #shape(element: Drawn, style: Style, place: PaintContext): number {
    const outline = this.#outlines.get(element) ?? outlineOf(element, this.#whole)
    this.#outlines.set(element, outline)
    const { count, length, across } = outline
    const strokes = applied(style, 'stroke')
    const width = strokes.length > 0 ? this.#largest(style, 'stroke-width', 1) : 0
    const reach =
      applied(style, 'vector-effect').length > 0 ? Infinity : width && 2 * width * Math.max(1, this.#largest(style, 'stroke-miterlimit', 4))
    const share = this.#share(across + reach, place)
    const lines = count * (strokes.length > 0 ? 5 : 1) // a stroke has two sides, and corners
    const crossed = Math.sqrt(this.#share(length / count + width, place)) || 0
    this.#count('points', lines)
    this.#count('sorted', lines ** 2 * (1 + 4 * ROWS * crossed))
    this.#fill(applied(style, 'fill', 'black'), share, place)
    this.#fill(strokes, share, place)
    if (strokes.length > 0) this.#dash(element, style, length, place)
    // A marker is assumed at every point.
    for (const name of MARKERS.flatMap((property) => namesIn(style.get(property) ?? [])))
      for (let at = 0; at < count; at++) this.#refer([name], place)
    return share
  }

  #dash({ attributes }: Drawn, style: Style, length: number, { stretch }: PaintContext): void {
    const along = Math.max(length * (applied(style, 'vector-effect').length > 0 ? stretch : 1), Number(attributes.pathLength ?? 0) || 0)
    const width = Math.min(100, this.#largest(style, 'stroke-width', 1) * stretch)
    for (const list of style.get('stroke-dasharray') ?? []) {
      if (/^[a-z-]*$/i.test(list)) continue
      const dashes = /^(?:[\d.e+\s,-]|px)*$/i.test(list) ? numbersOf(list.replaceAll('px', ' ')) : [Number.NaN]
      const round = dashes.reduce((sum, dash) => sum + dash, 0)
      if (round !== 0) this.#count('dashes', (along / round) * dashes.length * (1 + width))
    }
  }

  #fill(paints: readonly string[], share: number, place: PaintContext): void {
    const names = namesIn(paints)
    const isTiled = names.some((name) => this.#named.get(name)?.name === 'pattern')
    this.#count('fills', share * (names.length > 0 ? FILLS.server + (isTiled ? FILLS.tile : 0) : Math.min(1, paints.length)))
    this.#refer(names, { ...place, most: Math.min(place.most, share) })
  }

  #text(element: Drawn, style: Style, place: PaintContext): void {
    const { name, attributes } = element
    const letters = textOf(element).length
    const places = ['x', 'y', 'dx', 'dy'].map((key) => (attributes[key] ?? '').split(/[\s,]+/).length - 1)
    const size = this.#largest(style, style.has('font') ? 'font' : 'font-size', 16)
    const isNew = this.#sizes.size < this.#sizes.add(size * place.stretch).size
    const isPlaced = name === 'textPath' || attributes.rotate !== undefined
    this.#count('letters', letters + LETTERS.withPlace * Math.max(isPlaced ? letters : 0, ...places) + (isNew ? LETTERS.newSize : 0))
    for (const paint of ['fill', 'stroke']) this.#fill(applied(style, paint, 'black'), letters * this.#share(size, place), place)
    if (applied(style, 'stroke').length > 0) this.#dash(element, style, 8 * letters * size, place)
  }

  /** The layers, clip paths and filters of an element that covers a share of the picture. */
  #affect(style: Style, share: number, place: PaintContext): number {
    this.#count('fills', FILLS.layer * share * LAYERS.flatMap((name) => applied(style, name)).length)
    this.#count('fills', FILLS.clip * share * applied(style, 'clip-path').length)
    for (const name of ['mask', 'clip-path']) this.#refer(namesIn(applied(style, name)), { ...place, most: share })
    const filters = applied(style, 'filter')
    for (const filter of filters) {
      const functions = filter.match(/(?<![\w-])(?!url)[a-z-]+(?=\()/gi) ?? []
      const names = namesIn([filter])
      const own = functions.reduce((sum, name) => sum + place.most * (HEAVY_STEP.test(name) ? FILLS.heavyStep : FILLS.step), 0)
      const fills = names.reduce((sum, name) => sum + this.#filter(this.#named.get(name), share, place), own)
      // Each enlarges the area of those before it.
      this.#count('fills', fills * (functions.length + names.length))
    }
    return filters.length > 0 ? place.most : share
  }

  #filter(filter: Drawn | undefined, share: number, place: PaintContext): number {
    if (!filter) return 0
    const { width = '120%', height = '120%', filterUnits, primitiveUnits } = filter.attributes
    const stretch = primitiveUnits === undefined ? place.stretch : Infinity
    const region = filterUnits === 'userSpaceOnUse' ? Infinity : share * Math.abs(userUnits(width, 1) * userUnits(height, 1))
    const results = new Map<string, number>()
    let last = 0
    for (const step of childrenOf(filter)) {
      this.draw(step, { ...place, used: new Map() })
      const inputs = elementsOf(step).flatMap(({ attributes }) => [attributes.in, attributes.in2].filter((input) => input !== undefined))
      // A browser may recompute each input; an unnamed input is the previous step.
      last = inputs.length === 0 ? last : inputs.reduce((sum, input) => sum + (results.get(input) ?? last), 0)
      last += Math.min(place.most, Number.isNaN(region) ? Infinity : region) * fillsOf(step, stretch)
      if (step.attributes.result !== undefined) results.set(step.attributes.result, last)
    }
    return last
  }

  /** Infinity if a length is not a plain number. */
  #largest(style: Style, property: string, otherwise: number): number {
    const values = style.get(property)?.map((value) => Math.abs(userUnits(value, this.#whole))) ?? [otherwise]
    return values.some(Number.isNaN) ? Infinity : Math.max(...values)
  }
}

function outlineOf({ name, attributes }: Drawn, whole: number): { count: number; length: number; across: number } {
  const keys = ['width', 'height', 'r', 'r', 'rx', 'rx', 'ry', 'ry', 'x1', 'y1', 'x2', 'y2']
  const sum = keys.reduce((all, key) => all + Math.abs(userUnits(attributes[key] ?? '0', whole)), 0)
  if (name !== 'path' && !name.startsWith('poly')) return { count: 4, length: 4 * sum, across: sum }
  const points = pathPoints(name === 'path' ? (attributes.d ?? '') : `M${attributes.points ?? ''}Z`)
  let [length, left, top, right, bottom] = [0, Infinity, Infinity, -Infinity, -Infinity]
  for (const [at, [x, y]] of points.entries()) {
    const [beforeX, beforeY] = points[at - 1] ?? [x, y]
    length += Math.hypot(x - beforeX, y - beforeY)
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
  }
  return { count: points.length, length, across: points.length === 0 ? 0 : Math.hypot(right - left, bottom - top) }
}

function fillsOf({ name, attributes: { numOctaves = '', radius = '', order = '' } }: Drawn, stretch: number): number {
  const [columns = 3, rows = columns] = numbersOf(order)
  const radii = numbersOf(radius).map((value) => Math.min(999, value && value * stretch) / 3)
  const times = Math.max(1, ...numbersOf(numOctaves), ...radii, name === 'feConvolveMatrix' ? (columns * rows) / 3 : 1)
  return HEAVY_STEP.test(name) ? FILLS.heavyStep * times : FILLS.step
}

function pixelsOf(href: string): number {
  try {
    // A Buffer shares its memory, and image-size reads past the end of a short one.
    const { width, height } = imageSize(Uint8Array.from(Buffer.from(href.slice(href.indexOf(',') + 1), 'base64')))
    return width * height
  } catch {
    return 0 // image-size throws if it is not a picture; browsers do not show it either
  }
}

const inheritable = (style: Style): Map<string, readonly string[]> => new Map([...style].filter(([name]) => INHERITED.has(name)))

function add(style: Map<string, readonly string[]>, name: string, more: readonly string[]): void {
  const values = [...new Set([...(style.get(name) ?? []), ...more])]
  if (values.length > MAX_VALUES || more.some(({ length }) => length > MAX_VALUE_LENGTH)) throw new TooMuch(name)
  style.set(name, values)
}

const applied = (style: Style, name: string, otherwise = 'none'): string[] =>
  (style.get(name) ?? [otherwise]).filter((value) => !NO_EFFECT.test(value))

const namesIn = (values: readonly string[]): string[] => [
  ...new Set(values.flatMap((value) => [...value.matchAll(/url\(\s*["']?#([\w.-]+)/g)].map(([, name = '']) => name))),
]

const textOf = ({ children }: Drawn): string => children.filter((child) => typeof child === 'string').join('')
const childrenOf = ({ children }: Drawn): Drawn[] => children.filter((child) => typeof child !== 'string')
const elementsOf = (element: Drawn): Drawn[] => [element, ...childrenOf(element).flatMap(elementsOf)]

/** The minimum requirement for elements to match a rule: a class, an id or a name. */
function selectedBy(rule: Container | Document | undefined): string[] {
  if (!(rule instanceof postcss.Rule)) return rule ? selectedBy(rule.parent) : ['*']
  return rule.selectors.map((selector) => {
    const parts = selector.trim().split(/[\s>]+/)
    const [compound = ''] = (parts.at(-1) ?? '').split(':', 1)
    return (/[.#][\w-]+/.exec(compound)?.[0] ?? (compound || '*')).toLowerCase()
  })
}
