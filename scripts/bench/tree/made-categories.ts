import { anyWord, chanceOf } from '../build/chance.ts'
import type { MadeTree } from '../build/made-site.ts'
import { type MadeCategory, madeWiki } from '../build/records.ts'

/** As many as the largest service has, in as many levels (api-facts, Hierarchy). */
const LEVELS = [15, 150, 900, 4_000, 12_000, 18_000, 10_000, 2_800, 395]
export const WHOLE_TREE = LEVELS.reduce((sum, count) => sum + count, 0)
/** Of each level, the share of its categories that others are below: the deeper, the fewer. */
const BRANCHING = [1, 1, 0.8, 0.35, 0.15, 0.05, 0.03, 0.02, 0]
/** Of the categories that nothing is below, every so many has a text, and every so many has guides. */
const TEXT_EVERY = 10
const GUIDES_EVERY = 60

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A tree of about so many categories in nine levels, in which a few have hundreds below them. Most are a title and a picture; the same number gives the same tree. */
export function madeCategories(count: number): MadeTree {
  const chance = chanceOf(7)
  const all: MadeCategory[] = []
  let above: MadeCategory[] = []
  for (const [level, size] of LEVELS.entries()) {
    const own = Array.from({ length: Math.ceil((size * count) / WHOLE_TREE) }, (_, at): MadeCategory => {
      const title = `${capital(anyWord(chance))} ${capital(anyWord(chance))} ${all.length + at + 1}`
      return { title, display_title: title, children: [] }
    })
    const parents = above.slice(0, Math.ceil(above.length * (BRANCHING[level - 1] ?? 0)))
    // Each parent gets one first, so that it is one.
    for (const [at, category] of own.entries())
      (parents[at] ?? parents[Math.floor(chance() ** 2 * parents.length)])?.children.push(category)
    all.push(...own)
    above = own
  }
  const bare = all.filter(({ children }) => children.length === 0)
  const withText = new Set(bare.filter((_, at) => at % TEXT_EVERY === 0))
  return {
    roots: all.slice(0, Math.ceil(((LEVELS[0] ?? 0) * count) / WHOLE_TREE)),
    all,
    leaves: bare.filter((_, at) => at % GUIDES_EVERY === 1),
    wikiOf: (category, at) => (withText.has(category) ? madeWiki(category, at) : withoutText(category, at)),
  }
}

function withoutText(category: MadeCategory, at: number): ReturnType<typeof madeWiki> {
  const { listed, details } = madeWiki(category, at)
  return { listed: { ...listed, summary: '' }, details: { ...details, summary: '', contents_rendered: '' } }
}
