import { canonicalTitle } from '../../model/title.ts'
import { fieldOf, textIn } from '../fields.ts'
import { isSecret, parsed, translated } from './records.ts'
import { type Ask, type Handler, missing, stored } from '../reply.ts'

/** A tree as services write it: titles to trees; null, {} or [] for a leaf. */
type Tree = Record<string, unknown>

const storedTree =
  (kind: 'categories' | 'hierarchy-order', what: string): Handler =>
  async ({ cache, query }) =>
    stored(translated(cache, { kind, id: '' }, query.langid), what)

/** `GET /categories`: the bare tree (api-facts, Hierarchy). */
export const categories = storedTree('categories', 'The tree of categories')

/** `GET /wikis/CATEGORY?display=hierarchyOrder` (api-facts, Hierarchy). */
export const hierarchyOrder = storedTree('hierarchy-order', 'The ordered tree of categories')

/** `GET /wikis/CATEGORY?display=hierarchy`, section 4.4; as stored if nothing is left out. */
export const hierarchy: Handler = async (ask) => {
  const { requireGuides, includeStubs, langid } = ask.query
  const bytes = translated(ask.cache, { kind: 'hierarchy', id: '' }, langid)
  if (!bytes) return missing('The tree of categories')
  const answer: unknown = JSON.parse(bytes.toString('utf8'))
  const whole = asTree(fieldOf(answer, 'hierarchy'))
  const stubs = includeStubs ? new Set<string>() : await ask.known.stubs()
  const guides = requireGuides ? ((await ask.known.list('guides'))?.publicRows ?? []) : undefined
  const used = guides && new Set(guides.map(({ category }) => category))
  const tree = pruned(whole, (title) => !stubs.has(title) && (used?.has(canonicalTitle(title)) ?? true))
  const left = new Set(titlesIn(tree))
  if (left.size === new Set(titlesIn(whole)).size) return { json: bytes }
  const names = Object.entries(asTree(fieldOf(answer, 'display_titles'))).filter(([title]) => left.has(title))
  return { json: JSON.stringify({ hierarchy: tree, display_titles: Object.fromEntries(names) }) }
}

/** The categories to keep, with their ancestors. */
function pruned(tree: Tree, isKept: (title: string) => boolean): Tree {
  const kept = Object.entries(tree).flatMap(([title, below]) => {
    const children = pruned(asTree(below), isKept)
    const isLeaf = Object.keys(children).length === 0
    return isLeaf && !isKept(title) ? [] : [[title, isLeaf ? null : children] as const]
  })
  return Object.fromEntries(kept)
}

const titlesIn = (tree: Tree): string[] => Object.entries(tree).flatMap(([title, below]) => [title, ...titlesIn(asTree(below))])

/** The direct subcategories of a category, as in the list of categories, otherwise by title; undefined if no tree contains the category. */
export async function childrenInTree(ask: Ask): Promise<unknown[] | undefined> {
  const { cache, known, params, query } = ask
  const wanted = canonicalTitle(params.title ?? '')
  const stored = parsed(cache, { kind: 'hierarchy', id: '' }, query.langid)
  const bare = await cache.record({ kind: 'categories', id: '' })
  const below = [asTree(fieldOf(stored, 'hierarchy')), asTree(bare)].map((tree) => subtree(tree, wanted)).find((found) => found)
  if (!below) return undefined
  const list = await known.list('wikis-CATEGORY')
  const titles = Object.keys(below).filter((title) => !isSecret(ask, 'wiki', `CATEGORY/${title}`))
  const items = new Map<string, unknown>()
  const isWanted = new Set(titles)
  for await (const { item } of list?.all() ?? []) if (isWanted.has(textIn(item, 'title'))) items.set(textIn(item, 'title'), item)
  const displayed = asTree(fieldOf(stored, 'display_titles'))
  return titles.map((title) => items.get(title) ?? { namespace: 'CATEGORY', title, display_title: displayed[title] ?? title })
}

function subtree(tree: Tree, wanted: string): Tree | undefined {
  for (const [title, below] of Object.entries(tree)) {
    const found = canonicalTitle(title) === wanted ? asTree(below) : subtree(asTree(below), wanted)
    if (found) return found
  }
  return undefined
}

/** A category and its descendants, by title. */
export async function titlesBelow({ cache }: Ask, title: string): Promise<Set<string>> {
  const wanted = canonicalTitle(title)
  const stored =
    fieldOf(await cache.record({ kind: 'hierarchy', id: '' }), 'hierarchy') ?? (await cache.record({ kind: 'categories', id: '' }))
  return new Set([wanted, ...titlesIn(subtree(asTree(stored), wanted) ?? {}).map(canonicalTitle)])
}

const asTree = (value: unknown): Tree => (typeof value === 'object' && value && !Array.isArray(value) ? (value as Tree) : {})
