import postcss, { type ChildNode, type Container, type Declaration } from 'postcss'
import { PROPERTIES, words } from './allowed.ts'

/** A reference within the same drawing. */
const OWN_REFERENCE = /url\(\s*(["']?)#[\w.-]+\1\s*\)/g
/** What hides a name behind an escape or a comment, or ends the value. */
const LEAVING = /[\\@<>{};]|\/\*/
const FUNCTION = /(?<![\w-])([\w-]*)\(/g
/** And parentheses without a name. */
const FUNCTIONS = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color calc min max clamp matrix translate translatex translatey scale scalex scaley rotate
  skewx skewy blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
`)
/** Large numbers of siblings, `:has()` and `:nth-…` take a browser too long. */
const SELECTOR = /^(?!.*-of-type)[\w\s.#,:>*-]*$/s
const MEDIA = /^[\w\s(),.:-]*$/

/** A property value that loads nothing: colours, numbers, words, and references within the drawing. */
export function isOwnValue(value: string): boolean {
  const rest = value.replace(OWN_REFERENCE, '')
  return !LEAVING.test(rest) && [...rest.matchAll(FUNCTION)].every(([, name = '']) => !name || FUNCTIONS.has(name.toLowerCase()))
}

/** A style sheet, or the declarations of a `style` attribute, restricted to drawing; '' for text that is not CSS. */
export function safeStyle(css: string): string {
  let root: Container
  try {
    root = postcss.parse(css)
  } catch (error) {
    if (error instanceof postcss.CssSyntaxError) return ''
    throw error
  }
  return written(root)
}

/** Drawings need no deeper nesting than a rule in a media query. */
const MAX_LEVEL = 3

function written(container: Container, level = 1): string {
  if (level > MAX_LEVEL) return ''
  return (container.nodes ?? []).map((node) => writtenNode(node, level)).join('')
}

function writtenNode(node: ChildNode, level: number): string {
  if (node.type === 'decl') return writtenDeclaration(node)
  if (node.type === 'rule') return SELECTOR.test(node.selector) ? `${node.selector}{${written(node, level + 1)}}` : ''
  const isMedia = node.type === 'atrule' && node.name === 'media' && MEDIA.test(node.params) && node.nodes !== undefined
  return isMedia ? `@media ${node.params}{${written(node, level + 1)}}` : ''
}

function writtenDeclaration({ prop, value, important }: Declaration): string {
  const name = prop.toLowerCase()
  return PROPERTIES.has(name) && isOwnValue(value) ? `${name}:${value}${important ? '!important' : ''};` : ''
}
