import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeSite } from '../../scripts/bench/build/made-site.ts'
import type { MadeCategory } from '../../scripts/bench/build/records.ts'
import { madeCategories } from '../../scripts/bench/tree/made-categories.ts'
import { checkSite } from '../../src/check/check.ts'
import { pathOf } from '../../src/routes.ts'
import { temporaryFolder } from '../cache/small-cache.ts'
import { answersOf } from '../search/index/same-answers.ts'
import { siteFiles } from '../site-files.ts'
import { configOf, type Flags } from './shards/sharded.ts'
import { haveSmallIndexes } from './small-indexes.ts'

haveSmallIndexes()

const GUIDES = 12
const TREE = madeCategories(240)
/** A site of the categories that have pages when the others are listed is less than this, and one of all is more. */
const MOST_FILES = 500

async function build(cache: string, flags: Flags): Promise<string> {
  const out = join(await temporaryFolder(), 'dist')
  vi.resetModules()
  const { buildSite } = await import('../../src/build.ts')
  await buildSite(
    configOf({ cache, out, maxFiles: String(MOST_FILES), mediaBase: 'https://media.example/', ...flags }),
    'Benchbook test',
    {},
  )
  return out
}

const pageOf = ({ title }: MadeCategory): string => `${pathOf({ kind: 'wiki', namespace: 'CATEGORY', title }).slice(1)}index.html`
const pageAbove = (category: MadeCategory): string => {
  const above = TREE.all.find(({ children }) => children.includes(category))
  return above ? pageOf(above) : 'none'
}

test(
  'a tree that is too large for a host is refused as pages, and fits as lists, where links are whole and each category is found',
  { timeout: 300_000 },
  async () => {
    const cache = await temporaryFolder()
    await makeSite(cache, GUIDES, TREE)
    await expect(build(cache, { emptyCategories: 'pages' })).rejects.toThrow(
      /^The site has \d+ files, and `maxFiles` allows 500\. .*`emptyCategories` listed leaves out \d{3} with neither/,
    )
    const out = await build(cache, { emptyCategories: 'listed' })
    const files = await siteFiles(out)
    expect(files.size).toBeLessThanOrEqual(MOST_FILES)
    expect((await checkSite(out, { base: '/' })).findings).toEqual([])
    const listed = TREE.all.filter((category) => !files.has(pageOf(category)))
    expect(listed.length).toBeGreaterThan(100)
    const namedOn = (page: string, { title }: MadeCategory) => readFileSync(join(out, page), 'utf8').includes(title)
    expect(listed.filter((category) => !namedOn(pageAbove(category), category))).toEqual([])
    const sample = listed.filter((_, at) => at % 20 === 0)
    const answers = await answersOf(
      out,
      sample.map(({ title }) => `?q=${encodeURIComponent(title)}`),
    )
    for (const category of sample) {
      const hits = answers.get(`?q=${encodeURIComponent(category.title)}`)?.hits ?? []
      expect(
        hits.map(({ href }) => href),
        category.title,
      ).toContain(`/${pageAbove(category).replace('index.html', '')}`)
    }
  },
)
