import Builder from 'fast-xml-builder'

/**
 * `type=XML` for guides and categories (sections 4.4 and 4.7), whose shape the specification leaves open. The root is named after the kind
 * of record; a member is an element of its name, an element of a list is `<item>`, null or empty values are empty elements. A name that is
 * invalid in XML becomes `<member name="140x105">`.
 */
export function toXml(root: string, value: unknown, isPretty: boolean): string {
  const builder = new Builder({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#',
    format: isPretty,
    maxNestedTags: 1000,
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [root]: element(value) })}`
}

type Element = string | { [name: string]: Element | Element[] }

function element(value: unknown): Element {
  if (Array.isArray(value)) return value.length > 0 ? { item: value.map(element) } : ''
  if (typeof value === 'object' && value) return members(value)
  return typeof value === 'string' ? writable(value) : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function members(object: object): Element {
  const entries = Object.entries(object)
  const plain = entries.filter(([name]) => XML_NAME.test(name)).map(([name, value]): [string, Element] => [name, element(value)])
  const others = entries.filter(([name]) => !XML_NAME.test(name)).map(([name, value]) => named(name, element(value)))
  return others.length > 0 ? { ...Object.fromEntries(plain), member: others } : Object.fromEntries(plain)
}

function named(name: string, value: Element): Element {
  return { '@name': writable(name), ...(typeof value === 'string' ? { '#': value } : value) }
}

const XML_NAME = /^(?!xml)[a-z_][\w.-]*$/i

/** Without the characters that XML 1.0 forbids even when escaped. */
const writable = (text: string): string => text.toWellFormed().replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
