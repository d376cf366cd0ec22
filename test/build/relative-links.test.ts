import { expect, test } from 'vitest'
import { siteFiles } from '../site-files.ts'
import { CHANGES } from './changing-site.ts'
import { Nights } from './nights.ts'

const RELATIVE = { links: 'relative' }

test('after changes, a site with relative links is byte for byte what a full build makes', async () => {
  const nights = await Nights.first({ seed: 3, flags: RELATIVE })
  expect(await nights.compare('nothing')).toBeLessThan(5)
  nights.change(...Object.keys(CHANGES).filter(() => nights.chance() < 0.15))
  await nights.compare('some changes')
  expect([...(await siteFiles(nights.out)).keys()]).toContain('pagefind/indexes.json.js')
})

test('other links are another site: all pages are made anew', async () => {
  const nights = await Nights.first({ seed: 4 })
  const { pages } = await nights.build()
  // A site that is no app has no page of what is kept, in any of its two languages.
  expect(await nights.compare('relative', RELATIVE)).toBe(pages - 2)
  expect([...(await siteFiles(nights.out)).keys()]).toContain('pagefind/indexes.json.js')
  expect(await nights.compare('from the root')).toBe(pages)
  expect([...(await siteFiles(nights.out)).keys()]).not.toContain('pagefind/indexes.json.js')
})
