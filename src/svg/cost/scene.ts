import type { Drawn } from '../parse.ts'
import { EVERYWHERE, join, NOWHERE } from './box.ts'
import { effectCost } from './effects.ts'
import { inherit, namesIn, Places } from './inherited.ts'
import { IDENTITY, type Matrix, matrixOf, multiply } from './matrix.ts'
import { markersOf, paintOf } from './paints.ts'
import type { Painted, Stage } from './stage.ts'
import { type Declared, elementsOf, Sheets } from './sheet.ts'
import { pictureOf, textOf } from './contents.ts'
import { frameOf, innerFrame, type Frame, lengthIn, viewed } from './frame.ts'

/** About five microseconds of a browser on a desktop computer each: as much as a small shape takes. */
export const MAX_COST = 200_000
/** Elements and values that are looked at; a drawing that needs more of it costs more than that to paint. */
const MAX_STEPS = 250_000
/** A longer chain of references and groups is nothing that a drawing program writes. */
const MAX_DEPTH = 400

const NOTHING_PAINTED: Painted = { cost: 0, box: NOWHERE }
const TOO_MUCH: Painted = { cost: Infinity, box: EVERYWHERE }

/** Elements that are painted only where something refers to them. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['defs', 'symbol', 'linearGradient', 'radialGradient', 'pattern', 'clipPath', 'mask', 'marker', 'filter'],
  ...['style', 'title', 'desc', 'tspan', 'textPath'],
])

/**
 * What a drawing costs to paint, in the worst case that its style sheets allow: all that is used again is painted again, with its markers,
 * patterns, masks and filters. Infinity when something refers to itself. The work is bounded, whatever the drawing.
 */
export function paintCost(root: Drawn, size: { width: number; height: number }): number {
  return new Scene(root, size).cost()
}

class Scene implements Stage {
  readonly sheets: Sheets
  readonly #root: Drawn
  readonly #size: { width: number; height: number }
  readonly #places: Places
  #steps = 0
  readonly #sizes = new Set<string>()

  constructor(root: Drawn, size: { width: number; height: number }) {
    this.#root = root
    this.#size = size
    this.sheets = new Sheets(root)
    this.#places = new Places(elementsOf(root), this.sheets)
  }

  cost(): number {
    const frame = frameOf(this.#root.attributes, this.#size)
    return this.#paint(this.#root, { ...frame, matrix: IDENTITY }, new Map(), 0).cost
  }

  /** What the elements cost that values refer to, each painted where it stands, in an area of at most `most`. */
  referred(values: readonly string[], frame: Frame, depth: number, most = frame.most): number {
    const names = new Set(namesIn(values))
    const inside = { ...frame, most: Math.min(most, frame.most), matrix: undefined }
    return [...names].reduce((sum, name) => sum + this.#content(name, inside, depth + 1), 0)
  }

  /** True once for each size that letters are drawn in. */
  isNewSize(size: string): boolean {
    if (this.#sizes.has(size)) return false
    return Boolean(this.#sizes.add(size))
  }

  named(id: string): Drawn | undefined {
    return this.#places.named(id)
  }

  #content(name: string, frame: Frame, depth: number): number {
    const target = this.#places.named(name)
    if (!target) return 0
    if (depth > MAX_DEPTH) return Infinity
    // A pattern, a mask and a clip path may have effects, and refer to others like them.
    return 1 + this.#within(target, frame, this.#places.inheritedBy(target), depth).cost
  }

  #paint(element: Drawn, frame: Frame, from: Declared, depth: number): Painted {
    const declared = this.sheets.declaredBy(element)
    this.#steps += 1 + declared.size / 4
    if (depth > MAX_DEPTH || this.#steps > MAX_STEPS) return TOO_MUCH
    if (ELSEWHERE.has(element.name) && depth > 0) return NOTHING_PAINTED
    const matrix = multiply(frame.matrix, transformOf(declared))
    const { cost, box } = this.#within(element, { ...frame, matrix }, from, depth)
    return { cost: cost + this.sheets.matchingCost(element, depth), box }
  }

  /** An element that is painted here whatever its kind, with its effects. */
  #within(element: Drawn, frame: Frame, from: Declared, depth: number): Painted {
    const declared = this.sheets.declaredBy(element)
    const inherited = inherit(from, element, declared)
    for (const values of inherited.values()) this.#steps += values.length / 10
    if (this.#steps > MAX_STEPS) return TOO_MUCH
    const { cost, box } = this.#unaffected(element, frame, inherited, depth)
    const effects = effectCost(this, declared, { element, box, frame, depth })
    return { cost: cost + effects.cost, box: effects.box }
  }

  #unaffected(element: Drawn, frame: Frame, inherited: Declared, depth: number): Painted {
    if (element.name === 'use') return this.#used(element, frame, inherited, depth)
    if (element.name === 'image' || element.name === 'feImage') return pictureOf(element, frame)
    if (element.name === 'text') return textOf(this, element, frame, inherited, depth)
    const shape = paintOf(this, element, frame, inherited, depth)
    if (shape) return { cost: shape.cost + markersOf(this, element, shape.corners, { frame, inherited, depth }), box: shape.box }
    const inner = element.name === 'svg' && depth > 0 ? innerFrame(element.attributes, frame) : frame
    return this.#children(
      element,
      depth === 0 ? { ...inner, matrix: multiply(inner.matrix, viewed(element.attributes, this.#size)) } : inner,
      inherited,
      depth,
    )
  }

  #children(element: Drawn, frame: Frame, inherited: Declared, depth: number): Painted {
    let { cost, box } = { cost: 1, box: NOWHERE }
    for (const child of element.children) {
      if (typeof child === 'string') continue
      const painted = this.#paint(child, frame, inherited, depth + 1)
      cost += painted.cost
      box = join(box, painted.box)
      if (cost > MAX_COST) return TOO_MUCH
    }
    return { cost, box }
  }

  #used({ attributes }: Drawn, frame: Frame, inherited: Declared, depth: number): Painted {
    const target = this.#places.named((attributes.href ?? '').slice(1))
    if (!target) return { cost: 1, box: NOWHERE }
    const [x, y] = [lengthIn(frame, attributes, 'x'), lengthIn(frame, attributes, 'y')]
    const moved: Matrix | undefined = Number.isFinite(x + y) ? [1, 0, 0, 1, x, y] : undefined
    const here = { ...frame, matrix: multiply(frame.matrix, moved) }
    const isFramed = target.name === 'symbol' || target.name === 'svg'
    const { width, height } = { ...target.attributes, ...attributes }
    const said = { ...target.attributes, ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) }
    // What is used is a copy within the reference: a symbol is painted too.
    const own = isFramed ? innerFrame(said, here) : { ...here, matrix: multiply(here.matrix, transformOf(this.sheets.declaredBy(target))) }
    this.#steps++
    if (depth > MAX_DEPTH || this.#steps > MAX_STEPS) return TOO_MUCH
    if (ELSEWHERE.has(target.name) && target.name !== 'symbol') return { cost: 1, box: NOWHERE }
    const painted = this.#copied(target, own, inherited, depth + 1, isFramed)
    return { cost: painted.cost + 1, box: painted.box }
  }

  #copied(target: Drawn, frame: Frame, inherited: Declared, depth: number, isFramed: boolean): Painted {
    if (!isFramed) return this.#within(target, frame, inherited, depth)
    const declared = this.sheets.declaredBy(target)
    const { cost, box } = this.#children(target, frame, inherit(inherited, target, declared), depth)
    const effects = effectCost(this, declared, { element: target, box, frame, depth })
    return { cost: cost + effects.cost, box: effects.box }
  }
}

/** Undefined where it is not simple, or may be one of several. */
function transformOf(declared: Declared): Matrix | undefined {
  const values = declared.get('transform') ?? []
  if (values.length === 0) return IDENTITY
  if (values.length > 1 || declared.has('transform-origin') || declared.has('transform-box')) return undefined
  return matrixOf(values[0] ?? '')
}
