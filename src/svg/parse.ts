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
/** Drawing programs declare their namespaces as entities; nested entities are not used for that. */
const ENTITY = /<!ENTITY\s+([\w.-]{1,40})\s+(?:"([^"&%<]{0,200})"|'([^'&%<]{0,200})')\s*>/g
const MAX_ENTITIES = 50
const PIXELS = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+$/
const OWN_HREF = /^#[\w.-]+$/

/** The root of a drawing restricted to the allow-list, by a strict XML parser. Undefined if it is not well-formed SVG. */
export function parseDrawing(xml: string): Drawn | undefined {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const builder = new Builder()
  parser.on('error', () => builder.refuse())
  parser.on('doctype', (doctype) => Object.assign(parser.ENTITIES, entitiesOf(doctype)))
  parser.on('opentag', (tag) => builder.open(tag))
  parser.on('closetag', () => builder.close())
  parser.on('text', (text) => builder.text(text))
  parser.on('cdata', (text) => builder.text(text))
  // In chunks, so that a text with an early error is not read to its end.
  for (let at = 0; at < xml.length && !builder.isRefused; at += PIECE) parser.write(xml.slice(at, at + PIECE))
  if (!builder.isRefused) parser.close()
  return builder.isRefused ? undefined : builder.root
}

const PIECE = 1024

function entitiesOf(doctype: string): Record<string, string> {
  const found = [...doctype.matchAll(ENTITY)].slice(0, MAX_ENTITIES)
  return Object.fromEntries(found.map(([, name = '', double, single]) => [name, double ?? single ?? '']))
}

class Builder {
  root: Drawn | undefined
  isRefused = false
  /** Open elements from the root; undefined for one that is removed with its content. */
  readonly #open: (Drawn | undefined)[] = []

  open(tag: SaxesTagNS): void {
    if (this.#open.length >= MAX_DEPTH) this.refuse()
    const parent = this.#open.at(-1)
    const isOutermost = this.#open.length === 0
    if (isOutermost ? tag.local !== 'svg' || tag.uri !== SVG : !parent || tag.uri !== SVG) return void this.#open.push(undefined)
    if (parent && UNWRAPPED.has(tag.local)) return void this.#open.push(parent)
    if (!ELEMENTS.has(tag.local)) return void this.#open.push(undefined)
    const drawn: Drawn = { name: tag.local, attributes: attributesOf(tag), children: [] }
    if (isOutermost) this.root = drawn
    parent?.children.push(drawn)
    this.#open.push(drawn)
  }

  refuse(): void {
    this.isRefused = true
  }

  close(): void {
    const closed = this.#open.pop()
    if (closed?.name === 'style') closed.children = [safeStyle(closed.children.filter((part) => typeof part === 'string').join(''))]
  }

  text(text: string): void {
    const parent = this.#open.at(-1)
    if (parent && WITH_TEXT.has(parent.name)) parent.children.push(text)
  }
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
