import { DomUtils, ElementType, parseDocument } from 'htmlparser2'

type Document = ReturnType<typeof parseDocument>
export type Element = NonNullable<ReturnType<typeof DomUtils.getElementById>>

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])

/** Parses markup identically in browsers and in Node. Scripts in it do not run. */
export const readMarkup = (html: string): Document => parseDocument(html)

/** Serializes an element. A script or style would become plain text; articles have none. */
export function markupOf({ name, attribs, children }: Element): string {
  const attributes = Object.entries(attribs).map(([attribute, value]) =>
    value === '' ? ` ${attribute}` : ` ${attribute}="${escaped(value)}"`,
  )
  const start = `<${name}${attributes.join('')}>`
  if (VOID.has(name)) return start
  const inner = children.map((child) =>
    'attribs' in child ? markupOf(child) : 'data' in child && child.type === ElementType.Text ? escaped(child.data) : '',
  )
  return `${start}${inner.join('')}</${name}>`
}

/** The descendants of an element with an attribute, including itself. */
export const withAttribute = (root: Document | Element, name: string): Element[] =>
  DomUtils.findAll((element) => name in element.attribs, [root])

/** The descendants of an element with a class, including itself. */
export const withClass = (root: Document | Element, name: string): Element[] =>
  DomUtils.findAll((element) => hasClass(element, name), [root])

export const withTag = (root: Document | Element, name: string): Element[] => DomUtils.findAll((element) => element.name === name, [root])

export const hasClass = ({ attribs }: Element, name: string): boolean => (attribs.class ?? '').split(/\s+/).includes(name)

export const textOf = (element: Element | undefined): string => (element ? DomUtils.textContent(element) : '')

export const remove = (elements: readonly Element[]): void => elements.forEach((element) => DomUtils.removeElement(element))

/** Escapes a text for markup, and for attributes in double quotes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter] ?? letter)

export function dropAttributes(element: Element, names: readonly string[]): void {
  element.attribs = Object.fromEntries(Object.entries(element.attribs).filter(([name]) => !names.includes(name)))
}
