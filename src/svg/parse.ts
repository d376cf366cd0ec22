import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { ATTRIBUTES, ELEMENTS, PROPERTIES, UNWRAPPED, WITH_TEXT } from './allowed.ts'
import { isOwnValue, safeStyle } from './style.ts'

/** An element of a drawing, with its allowed attributes. */
export interface Drawn {
  name: string
  attributes: Record<string, string>
  children: (Drawn | string)[]
}

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
const MAX_DEPTH = 200
const PIECE = 1024
/** Drawing programs declare their namespaces as entities; nested entities are not used for that. */
const ENTITY = /<!ENTITY\s+([\w.-]{1,40})\s+(?:"([^"&%<]{0,200})"|'([^'&%<]{0,200})')\s*>/g
const MAX_ENTITIES = 50
const PIXELS = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/
const OWN_HREF = /^#[\w.-]+$/

/** The root of a drawing restricted to the allow-list, by a strict XML parser. Undefined if it is not well-formed SVG. */
export function parseDrawing(xml: string): Drawn | undefined {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const made: { root?: Drawn; isRefused: boolean } = { isRefused: false }
  /** Open elements from the root; undefined for one that is removed with its content. */
  const open: (Drawn | undefined)[] = []
  const writeText = (text: string): void => {
    const parent = open.at(-1)
    if (parent && WITH_TEXT.has(parent.name)) parent.children.push(text)
  }
  const elementOf = (tag: SaxesTagNS): Drawn | undefined => {
    const parent = open.at(-1)
    const isOutermost = open.length === 0
    if (isOutermost ? tag.local !== 'svg' || tag.uri !== SVG : !parent || tag.uri !== SVG) return undefined
    if (parent && UNWRAPPED.has(tag.local)) return parent
    if (!ELEMENTS.has(tag.local)) return undefined
    const drawn: Drawn = { name: tag.local, attributes: attributesOf(tag), children: [] }
    if (isOutermost) made.root = drawn
    parent?.children.push(drawn)
    return drawn
  }
  parser.on('error', () => (made.isRefused = true))
  parser.on('doctype', (doctype) => Object.assign(parser.ENTITIES, entitiesOf(doctype)))
  parser.on('opentag', (tag) => {
    if (open.length >= MAX_DEPTH) made.isRefused = true
    open.push(elementOf(tag))
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed?.name === 'style') closed.children = [safeStyle(closed.children.filter((part) => typeof part === 'string').join(''))]
  })
  parser.on('text', writeText)
  parser.on('cdata', writeText)
  // In chunks, so that a text with an early error is not read to its end.
  for (let at = 0; at < xml.length && !made.isRefused; at += PIECE) parser.write(xml.slice(at, at + PIECE))
  if (!made.isRefused) parser.close()
  return made.isRefused ? undefined : made.root
}

function entitiesOf(doctype: string): Record<string, string> {
  const found = [...doctype.matchAll(ENTITY)].slice(0, MAX_ENTITIES)
  return Object.fromEntries(found.map(([, name = '', double, single]) => [name, double ?? single ?? '']))
}

function attributesOf({ local: element, attributes }: SaxesTagNS): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const attribute of Object.values(attributes)) {
    const value = valueOf(element, attribute)
    if (value !== undefined) kept[attribute.local] = value
  }
  return kept
}

/** The allowed value of an attribute; undefined if it is removed. */
function valueOf(element: string, { local, uri, value }: SaxesAttributeNS): string | undefined {
  if (local === 'href' && (uri === '' || uri === XLINK)) return isOwnHref(element, value) ? value : undefined
  if (uri !== '') return undefined
  if (local === 'style') return safeStyle(value) || undefined
  if (PROPERTIES.has(local)) return isOwnValue(value) ? value : undefined
  return ATTRIBUTES.has(local) ? value : undefined
}

const isOwnHref = (element: string, href: string): boolean =>
  OWN_HREF.test(href) || ((element === 'image' || element === 'feImage') && PIXELS.test(href))
