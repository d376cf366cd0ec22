import postcss, { type Container, type Document } from 'postcss'
import type { Drawn } from '../parse.ts'

/** What each property may be for an element: its attribute, its style, and each rule that may match. Never less than a browser applies. */
export type Declared = ReadonlyMap<string, readonly string[]>

type Values = Map<string, Set<string>>

/** What comparing an element and one that it lies in with a selector takes, as a share of a small shape. */
const SELECTOR = 0.002

/** The style sheets of a drawing. Media queries and everything before the last part of a selector are taken to match. */
export class Sheets {
  readonly #byKey = new Map<string, Values>()
  readonly #selectors = new Map<string, number>()
  readonly #declared = new Map<Drawn, Declared>()

  constructor(root: Drawn) {
    for (const style of elementsOf(root)) if (style.name === 'style') this.#read(style)
  }

  declaredBy(element: Drawn): Declared {
    const known = this.#declared.get(element)
    if (known) return known
    const values: Values = new Map()
    const { style = '', ...attributes } = element.attributes
    for (const [name, value] of Object.entries(attributes)) add(values, name, value)
    postcss.parse(style).walkDecls(({ prop, value }) => add(values, prop, value))
    for (const key of keysOfElement(element))
      for (const [name, all] of this.#byKey.get(key) ?? []) for (const value of all) add(values, name, value)
    const declared = new Map([...values].map(([name, all]) => [name, [...all]]))
    this.#declared.set(element, declared)
    return declared
  }

  /** What finding the rules of an element costs that is so deep in the drawing. */
  matchingCost(element: Drawn, depth: number): number {
    return keysOfElement(element).reduce((sum, key) => sum + (this.#selectors.get(key) ?? 0), 0) * (1 + depth) * SELECTOR
  }

  #read(style: Drawn): void {
    const css = style.children.filter((part) => typeof part === 'string').join('')
    const sheet = postcss.parse(css)
    sheet.walkRules((rule) => {
      for (const key of keysOf(rule)) this.#selectors.set(key, (this.#selectors.get(key) ?? 0) + 1)
    })
    sheet.walkDecls((declaration) => {
      for (const key of keysOf(declaration.parent)) {
        const values = this.#byKey.get(key) ?? new Map<string, Set<string>>()
        this.#byKey.set(key, values)
        add(values, declaration.prop, declaration.value)
      }
    })
  }
}

const keysOfElement = ({ name, attributes: { id, class: classes } }: Drawn): string[] =>
  [...new Set(['*', name, ...(id === undefined ? [] : [`#${id}`]), ...(classes?.split(/\s+/).map((one) => `.${one}`) ?? [])])].map((key) =>
    key.toLowerCase(),
  )

/** An element and all that is in it. */
export function elementsOf(element: Drawn): Drawn[] {
  const found: Drawn[] = [element]
  for (const each of found) for (const child of each.children) if (typeof child !== 'string') found.push(child)
  return found
}

function add(values: Values, name: string, value: string): void {
  const key = name.toLowerCase()
  const known = values.get(key)
  if (known) known.add(value.trim())
  else values.set(key, new Set([value.trim()]))
}

function keysOf(container: Container | Document | undefined): string[] {
  for (let at = container; at; at = at.parent) if (at instanceof postcss.Rule) return at.selectors.map(keyOf)
  return ['*']
}

/** What the element that a selector is about has at least: a class, an id or a name. `*` where that is not simple. */
function keyOf(selector: string): string {
  if (selector.includes('(')) return '*'
  const last =
    selector
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? ''
  const [compound = ''] = last.split(':', 1)
  return (/[.#][\w-]+/.exec(compound)?.[0] ?? (compound || '*')).toLowerCase()
}
