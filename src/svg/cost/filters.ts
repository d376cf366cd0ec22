import type { Drawn } from '../parse.ts'
import { namesIn } from './inherited.ts'
import { growthOf, numbersOf, stretchOf } from './matrix.ts'
import { type Affected, type Stage, shareOf } from './stage.ts'
import { elementsOf } from './sheet.ts'
import { pictureOf } from './contents.ts'

/** What a step of a filter takes on the whole picture, as a multiple of a small shape. */
const STEP = 1000
const BLUR = 5000
const OCTAVE = 3000
const SPREAD_PIXEL = 2000
const TAP = 2200
const LIGHT = 6000
const SETUP = 5
const BLURS: ReadonlySet<string> = new Set(['feGaussianBlur', 'feDropShadow'])
const LIGHTS: ReadonlySet<string> = new Set(['feDiffuseLighting', 'feSpecularLighting'])

/** What a list of filters costs: each function, and each step of each filter that it refers to, in the region of that filter. */
export function filterCost(scene: Stage, value: string, affected: Affected): number {
  const share = shareOf(affected.box, affected.frame)
  const functions = value.match(/(?<![\w-])(?!url)[a-z-]+\(/gi) ?? []
  const own = functions.reduce((sum, name) => sum + SETUP + share * (/blur|shadow/i.test(name) ? BLUR : STEP), 0)
  const count = functions.length + namesIn([value]).length
  // Each makes those before it work on a larger area.
  return count * namesIn([value]).reduce((sum, name) => sum + stepsCost(scene, scene.named(name), affected), own)
}

function stepsCost(scene: Stage, filter: Drawn | undefined, affected: Affected): number {
  if (filter?.name !== 'filter') return 0
  const share = regionOf(filter, affected)
  const results = new Map<string, number>()
  let last = 0
  for (const child of filter.children) {
    if (typeof child === 'string' || !child.name.startsWith('fe')) continue
    const inputs = elementsOf(child).flatMap(({ attributes }) => [attributes.in, attributes.in2].filter((name) => name !== undefined))
    // A browser works out each input anew, and what is not named is the step before.
    const before = inputs.reduce((sum, name) => sum + (results.get(name) ?? last), inputs.length === 0 ? last : 0)
    last = before + SETUP + share * stepCost(child, affected) + imageCost(scene, child, affected)
    if (child.attributes.result !== undefined) results.set(child.attributes.result, last)
  }
  return last
}

/** The share of the picture that a filter works on (SVG 2 Filter Effects, section 8). */
function regionOf({ attributes }: Drawn, { box, frame }: Affected): number {
  const { x = '-10%', y = '-10%', width = '120%', height = '120%', filterUnits } = attributes
  const [across, down] = [shareOfLength(width), shareOfLength(height)]
  if (![x, y, width, height].every((length) => /^[-+\d.e]+%?$/i.test(length))) return frame.most
  if (filterUnits === 'userSpaceOnUse')
    return (width + height).includes('%') || !frame.matrix
      ? frame.most
      : Math.min(frame.most, (across * down * growthOf(frame.matrix)) / frame.visible)
  // What is turned has a larger box than what is filtered.
  return Math.min(frame.most, shareOf(box, frame) * Math.max(0, across * down))
}

const shareOfLength = (length: string): number => Number.parseFloat(length) / (length.endsWith('%') ? 100 : 1)

function stepCost({ name, attributes }: Drawn, { frame }: Affected): number {
  const scale = frame.matrix ? stretchOf(frame.matrix) : Infinity
  if (BLURS.has(name)) return BLUR
  if (LIGHTS.has(name)) return LIGHT
  if (name === 'feTurbulence') return OCTAVE * Math.max(1, largestOf(attributes.numOctaves, 1))
  if (name === 'feMorphology') {
    const radius = largestOf(attributes.radius, 0)
    return SPREAD_PIXEL * (1 + (radius === 0 ? 0 : Math.min(radius * scale, MAX_RADIUS)))
  }
  if (name !== 'feConvolveMatrix') return STEP
  const [columns = 3, rows = columns] = numbersOf(attributes.order ?? '3')
  return TAP * Math.max(1, columns * rows)
}

/** A wider one is as wide as the picture. */
const MAX_RADIUS = 1000
const largestOf = (list: string | undefined, otherwise: number): number =>
  list === undefined ? otherwise : Math.max(0, ...numbersOf(list).slice(0, 2))

/** A picture within a filter: pixels, or something of the drawing. */
function imageCost(scene: Stage, step: Drawn, { frame, depth }: Affected): number {
  if (step.name !== 'feImage') return 0
  const { href = '' } = step.attributes
  return href.startsWith('#') ? scene.referred([`url(${href})`], frame, depth) : pictureOf(step, frame).cost
}
