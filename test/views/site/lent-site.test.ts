import { afterEach, expect, test, vi } from 'vitest'
import { writeCache, temporaryFolder } from '../../cache/small-cache.ts'
import { guide, guidesCache } from '../small-site.ts'

/** They would share an address. */
const TWINS = ['Kettle==!*?!', 'Kettle)=!,.!']

/** A copy of the views and of what they keep in memory, as the pages have one. */
async function copyOfViews() {
  vi.resetModules()
  const { site, lendSite } = await import('../../../src/views/site/site.ts')
  const { keepApart, nameIn } = await import('../../../src/model/names.ts')
  return { site, lendSite, keepApart, nameIn }
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('the copy of the views that the pages have takes the site that is lent, with the names of titles', async () => {
  const folder = await temporaryFolder()
  await writeCache(folder, guidesCache([guide(1)]))
  vi.stubEnv('BENCHBOOK_CACHE', folder)
  const build = await copyOfViews()
  const opened = await build.site()
  build.keepApart('tag', TWINS)
  expect(new Set(TWINS.map((title) => build.nameIn('tag', title))).size).toBe(2)
  const giveBack = build.lendSite()
  const pages = await copyOfViews()
  expect(await pages.site()).toBe(opened)
  for (const title of TWINS) expect(pages.nameIn('tag', title)).toBe(build.nameIn('tag', title))
  giveBack()
  const later = await copyOfViews()
  expect(await later.site()).not.toBe(opened)
})
