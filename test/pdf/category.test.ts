import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { categoryInCache, guidesBelow } from '../../scripts/stages/pdf-category.ts'
import { guidePages } from '../../src/pdf/guide-pages.ts'
import { pathOf } from '../../src/routes.ts'
import { guideView } from '../../src/views/guide/guide.ts'
import { temporaryFolder, writeCache } from '../cache/small-cache.ts'
import { guide, guidesCache, siteOf } from '../views/small-site.ts'

/** Chargers stand in two places, and two categories are called "Accessories". */
const TREE = [
  ['Phone', 'Phones', [['Phone Accessory', 'Accessories', [['Charger', 'Chargers', []]]]]],
  ['Laptop', 'Laptops', [['Laptop Accessory', 'Accessories', [['Charger', 'Chargers', []]]]]],
  ['Garden', 'Garden', []],
] as const
type Node = readonly [title: string, display_title: string, children: readonly Node[]]
const ordered = ([title, display_title, children]: Node): object => ({ title, display_title, children: children.map(ordered) })

const CACHE = guidesCache(
  [
    guide(1, { category: 'Charger' }),
    guide(2, { category: 'Phone Accessory' }),
    guide(3, { category: 'Laptop Accessory' }),
    guide(4, { category: 'Garden' }),
    guide(5, { category: 'Shed' }),
  ],
  { records: [{ kind: 'hierarchy-order', id: '', body: (TREE as readonly Node[]).map(ordered) }] },
)

/** The pages of the guides, with the breadcrumbs that the site gives them, and the cache. */
async function made() {
  const [out, cache] = [await temporaryFolder(), await temporaryFolder()]
  await writeCache(cache, CACHE)
  const site = await siteOf(CACHE)
  for (const guideid of [1, 2, 3, 4, 5]) {
    const { crumbs = [] } = (await guideView(site, guideid)).head
    const items = crumbs.map(({ title, href }) => `<li>${href ? `<a href="${href}">${title}</a>` : title}</li>`)
    const folder = join(out, pathOf({ kind: 'guide', guideid }))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'index.html'), `<nav class="crumbs"><ol>${items.join('')}</ol></nav>`)
  }
  const pages = await guidePages(out)
  return async (category: string, folder = cache) =>
    (await guidesBelow(out, pages, category, await categoryInCache(folder, category))).map(({ guideid }) => guideid)
}

test('guides of a category are those of the site’s tree: below it in either place where a category stands, by title or name', async () => {
  const below = await made()
  expect(await below('Phone')).toEqual([1, 2])
  expect(await below('laptop')).toEqual([1, 3])
  expect(await below('Laptops')).toEqual([1, 3])
  expect(await below('Laptop Accessory')).toEqual([1, 3])
  expect(await below('Charger')).toEqual([1])
  expect(await below('Garden')).toEqual([4])
})

test('a name that two categories have is refused, and the sentence has their titles', async () => {
  const below = await made()
  await expect(below('accessories')).rejects.toMatchObject({
    code: 'ERR_OPTION',
    message: 'Several categories are called "accessories". Name one by its title: "Phone Accessory", "Laptop Accessory".',
  })
})

test('a category in no tree, and a site without its cache, have breadcrumbs to go by', async () => {
  const below = await made()
  expect(await below('Shed')).toEqual([5])
  const nowhere = join(await temporaryFolder(), 'none')
  expect(await below('Laptops', nowhere)).toEqual([3])
  expect(await below('Accessories', nowhere)).toEqual([1, 2, 3])
})
