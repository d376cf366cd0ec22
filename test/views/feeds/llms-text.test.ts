import { expect, test } from 'vitest'
import { hasLlmsText, llmsText } from '../../../src/views/feeds/llms-text.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

const TREE = { kind: 'categories' as const, id: '', body: { Kitchen: { Kettle: null }, Garden: null } }

test('llms.txt lists a site, its categories and its latest guides, in the format of llmstxt.org', async () => {
  const cache = guidesCache([guide(1, { title: '[Boil]\n# it', summary: 'Takes *long*.\n\n- x' })], { records: [TREE] })
  const text = await llmsText(await siteOf(cache, { site: 'https://x.example', base: '/r/', name: 'Pots' }))
  const lines = text.split('\n')
  expect(lines.slice(0, 2)).toEqual(['# Pots', ''])
  expect(lines[2]).toMatch(/^> /)
  expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Categories', '## Recently updated', '## Optional'])
  expect(lines).toContain('- [\\[Boil\\] \\# it](https://x.example/r/guide/1/): Takes \\*long\\*. - x')
  expect(text).toMatch(/^- \[Kitchen\]\(https:\/\/x\.example\/r\/category\/kitchen-\w+\/\): 1 guide, 1 category$/m)
  expect(text).not.toContain('Garden')
})

test('llms.txt has paths if the site has no address, and a private site has no llms.txt', async () => {
  const cache = guidesCache([guide(1)])
  expect(await llmsText(await siteOf(cache))).toContain('](/guide/1/)')
  expect(hasLlmsText(await siteOf(cache))).toBe(true)
  expect(hasLlmsText(await siteOf({ ...cache, manifest: { isPrivateSite: true } }))).toBe(false)
})

test('llms.txt also links to guides in categories outside of the tree, and in none', async () => {
  const cache = guidesCache([guide(1, { category: 'Shed' }), guide(2, { category: '' })], { records: [TREE] })
  const text = await llmsText(await siteOf(cache, { site: 'https://x.example', base: '/r/' }))
  expect(text).toMatch(/^- \[Shed\]\(https:\/\/x\.example\/r\/category\/shed-\w+\/\): 1 guide$/m)
  expect(text).toContain('- [Sitemap](https://x.example/r/sitemap-index.xml): application/xml')
  expect(await llmsText(await siteOf(cache))).not.toContain('Sitemap')
})
