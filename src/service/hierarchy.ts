import { fieldOf } from './fields.ts'
import { translated } from './records.ts'
import { type Ask, type Handler, missing, stored } from './reply.ts'

/** A tree as the services write it: titles to trees; null, {} or [] for a leaf. */
type Tree = Record<string, unknown>

/** `GET /categories`: the bare tree (api-facts, Hierarchy). */
export const categories: Handler = async ({ cache, query }) =>
  stored(await translated(cache, { kind: 'categories', id: '' }, query.langid), 'The tree of categories')

/** `GET /wikis/CATEGORY?display=hierarchyOrder` (api-facts, Hierarchy). */
export const hierarchyOrder: Handler = async ({ cache, query }) =>
  stored(await translated(cache, { kind: 'hierarchy-order', id: '' }, query.langid), 'The ordered tree of categories')

/** `GET /wikis/CATEGORY?display=hierarchy`, section 4.4; as it was stored where nothing is to be left out. */
export const hierarchy: Handler = async (ask) => {
  const { requireGuides, includeStubs, langid } = ask.query
  const text = await translated(ask.cache, { kind: 'hierarchy', id: '' }, langid)
  if (text === undefined) return missing('The tree of categories')
  const answer: unknown = JSON.parse(text)
  const whole = asTree(fieldOf(answer, 'hierarchy'))
  const stubs = includeStubs ? new Set<string>() : await ask.known.stubs()
  const used = requireGuides ? await categoriesWithGuides(ask) : undefined
  const tree = pruned(whole, (title) => !stubs.has(title) && (used?.has(title) ?? true))
  const left = new Set(titlesIn(tree))
  if (left.size === new Set(titlesIn(whole)).size) return { json: text }
  const names = Object.entries(asTree(fieldOf(answer, 'display_titles'))).filter(([title]) => left.has(title))
  return { json: JSON.stringify({ hierarchy: tree, display_titles: Object.fromEntries(names) }) }
}

async function categoriesWithGuides({ known }: Ask): Promise<Set<string>> {
  const guides = await known.lists.index('guides')
  return guides ? guides.wordsAt('category', guides.publicPlaces) : new Set()
}

/** The categories to keep, and those above them. */
function pruned(tree: Tree, isKept: (title: string) => boolean): Tree {
  const kept = Object.entries(tree).flatMap(([title, below]) => {
    const children = pruned(asTree(below), isKept)
    const isLeaf = Object.keys(children).length === 0
    return isLeaf && !isKept(title) ? [] : [[title, isLeaf ? null : children] as const]
  })
  return Object.fromEntries(kept)
}

function titlesIn(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([title, below]) => [title, ...titlesIn(asTree(below))])
}

const asTree = (value: unknown): Tree => (typeof value === 'object' && value && !Array.isArray(value) ? (value as Tree) : {})
