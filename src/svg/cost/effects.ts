import { type Box, EVERYWHERE, grow } from './box.ts'
import { filterCost } from './filters.ts'
import type { Frame } from './frame.ts'
import { numbersOf, stretchOf } from './matrix.ts'
import { type Affected, type Painted, type Stage, shareOf } from './stage.ts'
import type { Declared } from './sheet.ts'

/** What an effect takes however small it is, and a layer as large as the picture, as multiples of a small shape. */
const SETUP = 10
const LAYER = 500
const CLIP = 100
const PLAIN = /^(?:none|normal|auto|inherit|initial|unset|revert|0*1(?:\.0*)?|100%)?$/
const LAYERS = ['opacity', 'mix-blend-mode', 'isolation']
/** A blur spreads this many times its deviation. */
const SPREAD = 3

/** What the effects on an element cost that need a layer of their own: opacity, blending, masks, clip paths and filters. */
export function effectCost(scene: Stage, declared: Declared, affected: Affected): Painted {
  const { frame, depth } = affected
  const share = shareOf(affected.box, frame)
  let [cost, box] = [0, affected.box]
  for (const name of LAYERS) if (applied(declared, name).length > 0) cost += SETUP + LAYER * share
  for (const value of applied(declared, 'clip-path')) cost += SETUP + CLIP * share + scene.referred([value], frame, depth)
  // One layer for what is masked, one for the mask.
  for (const value of applied(declared, 'mask')) cost += 2 * (SETUP + LAYER * share) + scene.referred([value], frame, depth)
  for (const value of applied(declared, 'filter')) {
    box = spread(box, value, frame)
    cost += SETUP + LAYER * share + filterCost(scene, value, { ...affected, box })
    if (value.includes('url(')) box = EVERYWHERE
  }
  return { cost, box }
}

const applied = (declared: Declared, name: string): readonly string[] => (declared.get(name) ?? []).filter((value) => !PLAIN.test(value))

/** A filter that is written as a function spreads without bounds of its own. */
function spread(box: Box, value: string, { matrix }: Frame): Box {
  if (!/(?:blur|drop-shadow)\(/i.test(value)) return box
  const lengths = numbersOf(value)
  const known = matrix && /^[^%]*$/.test(value) && !/(?:calc|min|max|clamp)\(|\d(?!px)[a-z]/i.test(value)
  return known ? grow(box, SPREAD * lengths.reduce((sum, length) => sum + length, 0) * stretchOf(matrix)) : EVERYWHERE
}
