import type { Drawn } from './parse.ts'

/** A longer chain of references is nothing that a drawing program writes. */
const MAX_DEPTH = 1000
const REFERENCE = /(?:^|url\(\s*["']?)#([\w.-]+)/g

/** How many elements are drawn when each reference draws what it names; Infinity when something refers to itself. */
export function drawnBy(root: Drawn): number {
  const named = new Map<string, Drawn>()
  collect(root, named)
  return count(root, named, new Map(), 0)
}

function collect(drawn: Drawn, named: Map<string, Drawn>): void {
  const { id } = drawn.attributes
  if (id !== undefined && !named.has(id)) named.set(id, drawn)
  for (const child of drawn.children) if (typeof child !== 'string') collect(child, named)
}

function count(drawn: Drawn, named: ReadonlyMap<string, Drawn>, counts: Map<Drawn, number>, depth: number): number {
  const known = counts.get(drawn)
  if (known !== undefined) return known
  // Until it is counted: what comes back here refers to itself.
  counts.set(drawn, Number.POSITIVE_INFINITY)
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY
  let sum = 1
  for (const child of drawn.children) if (typeof child !== 'string') sum += count(child, named, counts, depth + 1)
  for (const target of referredBy(drawn.attributes, named)) sum += count(target, named, counts, depth + 1)
  counts.set(drawn, sum)
  return sum
}

const referredBy = (attributes: Drawn['attributes'], named: ReadonlyMap<string, Drawn>): Drawn[] =>
  Object.entries(attributes).flatMap(([name, value]) =>
    name !== 'href' && !value.includes('url(') ? [] : [...value.matchAll(REFERENCE)].flatMap(([, id = '']) => named.get(id) ?? []),
  )
