import postcss, { type Container, type Document } from 'postcss'
import type { Drawn } from './parse.ts'

/** What a drawing may paint, in elements, including all repetitions. */
const MOST = 100_000
/** In elements: a layer or clip path, a step of a filter, and a letter or a rule. */
const COST = { layer: 10, step: 100, letter: 0.1 }
const MAX_DEPTH = 400

const INHERITED = /^(?:fill|stroke|marker(?:-start|-mid|-end)?)$/
const MARKER = /^marker(?:-start|-mid|-end)?$/
const LAYER = /^(?:opacity|mix-blend-mode|isolation|mask|clip-path)$/
const NO_EFFECT = /^(?:none|normal|auto|0*1(?:\.0*)?|100%)$/
const ELSEWHERE = /^(?:defs|symbol|linearGradient|radialGradient|pattern|clipPath|mask|marker|filter)$/
const PAINTED = /^(?:path|polygon|polyline|line|rect|circle|ellipse|text|tspan|textPath)$/
const REFERENCE = /url\(\s*["']?#([\w.-]+)/g

type Declaration = readonly [name: string, value: string]

/**
 * False for a drawing that repeats its parts so often that it would keep a browser busy. What one part costs, such as the dashes of a line,
 * is not counted.
 */
export const isPaintable = (root: Drawn): boolean => new Painting(root).draw(root)

class Painting {
  #left = MOST
  /** By class, id or name, the declarations of rules that require it. */
  readonly #rules = new Map<string, Declaration[]>()
  readonly #named = new Map<string, Drawn>()
  readonly #declared = new Map<Drawn, readonly Declaration[]>()

  constructor(root: Drawn) {
    for (const element of elementsOf(root)) {
      const { id } = element.attributes
      if (id !== undefined && !this.#named.has(id)) this.#named.set(id, element)
      if (element.name !== 'style') continue
      postcss.parse(textOf(element)).walkDecls(({ parent, prop, value }) => {
        for (const key of selectedBy(parent)) {
          const rules = this.#rules.get(key) ?? []
          rules.push([prop, value])
          this.#rules.set(key, rules)
        }
      })
    }
  }

  /** Counts an element and all that is painted for it; `inherited` are declarations of those around it. False if it is too much. */
  draw(element: Drawn, inherited: readonly Declaration[] = [], depth = 0): boolean {
    const { name, attributes } = element
    const declared = this.#declarationsOf(element)
    const passedOn = [...new Set([...inherited, ...declared.filter(([property]) => INHERITED.test(property))])]
    const layers = declared.filter(([property, value]) => LAYER.test(property) && !NO_EFFECT.test(value))
    const letters = PAINTED.test(name) ? textOf(element).length : 0
    this.#left -= 1 + layers.length * COST.layer + (letters + declared.length) * COST.letter
    const functions = declared.flatMap(([property, value]) => (property === 'filter' ? (value.match(/(?<!url)\(/g) ?? []) : []))
    this.#left -= (functions.length + (name === 'filter' ? stepsOf(element) : 0)) * COST.step
    if (this.#left < 0 || depth > MAX_DEPTH) return false
    const used = this.#named.get(attributes.href?.slice(1) ?? '')
    const shown = [...declared.filter(([property]) => !INHERITED.test(property)), ...(PAINTED.test(name) ? passedOn : [])]
    return (
      shown.every(([property, value]) => this.#refer(value, MARKER.test(property) ? pointsOf(element) : 1, depth)) &&
      (!used || this.draw(used, passedOn, depth + 1)) &&
      childrenOf(element).every((child) => ELSEWHERE.test(child.name) || this.draw(child, passedOn, depth + 1))
    )
  }

  /** Of its attributes, its style and all rules that may match it. */
  #declarationsOf(element: Drawn): readonly Declaration[] {
    const known = this.#declared.get(element)
    if (known) return known
    const { id = '', class: classes = '', style = '', ...attributes } = element.attributes
    const keys = new Set(['*', element.name, `#${id}`, ...classes.split(/\s+/).map((one) => `.${one}`)])
    const declared = [...Object.entries(attributes), ...[...keys].flatMap((key) => this.#rules.get(key.toLowerCase()) ?? [])]
    postcss.parse(style).walkDecls(({ prop, value }) => void declared.push([prop, value]))
    this.#declared.set(element, declared)
    return declared
  }

  /** Counts what a value refers to so many times. */
  #refer(value: string, times: number, depth: number): boolean {
    for (const [, name = ''] of value.matchAll(REFERENCE)) {
      const target = this.#named.get(name)
      for (let time = 0; target && time < times; time++) if (!this.draw(target, [], depth + 1)) return false
    }
    return true
  }
}

/** A browser may repeat the steps before one that combines two. */
const stepsOf = (filter: Drawn): number => {
  const steps = childrenOf(filter)
  return steps.length - 1 + 2 ** steps.filter(({ name, attributes }) => attributes.in2 !== undefined || name === 'feMerge').length
}

/** At most as many as there are numbers. */
const pointsOf = ({ attributes: { d = '', points = '' } }: Drawn): number => ((d + points).match(/\d+/g) ?? []).length

const textOf = ({ children }: Drawn): string => children.filter((child) => typeof child === 'string').join('')
const childrenOf = ({ children }: Drawn): Drawn[] => children.filter((child) => typeof child !== 'string')
const elementsOf = (element: Drawn): Drawn[] => [element, ...childrenOf(element).flatMap(elementsOf)]

/** The minimum requirement for elements to match a rule: a class, an id or a name. */
function selectedBy(rule: Container | Document | undefined): string[] {
  if (!(rule instanceof postcss.Rule)) return rule ? selectedBy(rule.parent) : ['*']
  return rule.selectors.map((selector) => {
    const parts = selector.trim().split(/[\s>]+/)
    const [compound = ''] = (parts.at(-1) ?? '').split(':', 1)
    return (/[.#][\w-]+/.exec(compound)?.[0] ?? (compound || '*')).toLowerCase()
  })
}
