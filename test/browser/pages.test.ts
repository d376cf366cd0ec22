import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { ABOUT, CATEGORIES, HOME, pathOf, SEARCH, TAGS, TEAMS } from '../../src/routes.ts'
import { benchbook } from '../benchbook.ts'
import { test } from './browser.ts'
import { hasMedia, sampleGuides, theGuide } from './sample.ts'

const guides = await sampleGuides()
const guidePath = (is: Parameters<typeof theGuide>[1]) => pathOf({ kind: 'guide', guideid: theGuide(guides, is).guideid })
const first = (kind: string) => {
  const names = readdirSync(join(inject('siteFolder'), kind), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'page',
  )
  return `/${kind}/${names[0]?.name ?? 'none'}/`
}
const longestTitle = Math.max(...guides.map(({ title }) => title.length))

const PAGES = {
  home: HOME,
  search: SEARCH,
  about: ABOUT,
  'all categories': CATEGORIES,
  'all tags': TAGS,
  'all teams': TEAMS,
  'a category': pathOf({ kind: 'wiki', namespace: 'CATEGORY', title: guides[0]?.category ?? '' }),
  'a tag': first('tag'),
  'a team': first('team'),
  'a user': first('user'),
  'a tool or part': first('item'),
  'a page about the site': first('info'),
  'a wiki page': first('wiki'),
  'a guide with pictures': guidePath(hasMedia('image')),
  'a guide with a video': guidePath(hasMedia('video')),
  'a guide with an embed': guidePath(hasMedia('embed')),
  'a guide without steps': guidePath(({ steps }) => steps.length === 0),
  'a guide with a long title': guidePath(({ title }) => title.length === longestTitle),
  'a guide with prerequisites': guidePath(({ prerequisites }) => prerequisites.length > 0),
  'a guide with hostile HTML': guidePath(({ title }) => title.startsWith('Hacked')),
}

for (const width of [390, 1440]) {
  const viewport = { width, height: 844 }

  test.for(Object.entries(PAGES))(`%s is without trouble at ${width} pixels`, async ([, path], { open }) => {
    const page = await open(path, { viewport })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await page.locator('h1').count()).toBe(1)
  })
}

test('a page that is not there says so, with a way on', async ({ open }) => {
  const page = await open('/nothing/here/', { expectStatus: 404 })
  expect(await page.locator('main').innerText()).toMatch(/not (here|found|there)|no (such )?page/i)
  expect(await page.locator('main a').count()).toBeGreaterThan(0)
})

test('the check of the site finds nothing', async () => {
  const { code, stdout } = await benchbook(['check', '--out', inject('siteFolder'), '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ findings: [] })
  expect(code).toBe(0)
})
