import type { Drawn } from '../parse.ts'
import type { Declared, Sheets } from './sheet.ts'

/** Properties that children take over and that decide what painting costs. */
const INHERITED: ReadonlySet<string> = new Set([
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-miterlimit', 'font-size', 'font', 'letter-spacing', 'word-spacing'],
  ...['marker', 'marker-start', 'marker-mid', 'marker-end'],
])
/** Values that stand for another one, which may be the parent's. */
const OTHERS = /^(?:inherit|unset|revert|revert-layer|context-fill|context-stroke|currentcolor)\b/i

const NOTHING: Declared = new Map()

/** What is taken over from a parent, and whatever an element may have instead. */
export function inherit(from: Declared, element: Drawn, declared: Declared): Declared {
  const own = [...declared].filter(([name]) => INHERITED.has(name))
  if (own.length === 0) return from
  const values = new Map(from)
  for (const [name, all] of own) {
    const isSure =
      (element.attributes[name] !== undefined || element.attributes.style?.includes(`${name}:`)) && !all.some((value) => OTHERS.test(value))
    values.set(name, isSure ? all : [...new Set([...(from.get(name) ?? []), ...all])])
  }
  return values
}

/** What an element takes over where it stands, which is what counts when something refers to it. */
export class Places {
  readonly #parents = new Map<Drawn, Drawn>()
  readonly #named = new Map<string, Drawn>()
  readonly #inherited = new Map<Drawn, Declared>()
  readonly #sheets: Sheets

  constructor(elements: readonly Drawn[], sheets: Sheets) {
    this.#sheets = sheets
    for (const element of elements) {
      const { id } = element.attributes
      if (id !== undefined && !this.#named.has(id)) this.#named.set(id, element)
      for (const child of element.children) if (typeof child !== 'string') this.#parents.set(child, element)
    }
  }

  named(id: string): Drawn | undefined {
    return this.#named.get(id)
  }

  inheritedBy(element: Drawn): Declared {
    const parent = this.#parents.get(element)
    if (!parent) return NOTHING
    const known = this.#inherited.get(parent)
    if (known) return known
    const values = inherit(this.inheritedBy(parent), parent, this.#sheets.declaredBy(parent))
    this.#inherited.set(parent, values)
    return values
  }
}

const REFERENCE = /url\(\s*["']?#([\w.-]+)/g

/** The names in the references of values. */
export const namesIn = (values: readonly string[]): string[] =>
  values.flatMap((value) => (value.includes('url(') ? [...value.matchAll(REFERENCE)].map(([, name = '']) => name) : []))
