import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownPageView } from '../../../src/views/own/own-page.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'
import type { SearchDocument } from '../../../src/search/document.ts'
import { searchDocuments } from '../../../src/views/search/search-documents.ts'

test('a stray % in an address of a custom page is part of the name', async () => {
  const pages = await temporaryFolder()
  await writeFile(join(pages, 'imprint.md'), '# Imprint\n\n[done](100%.md) and ![all](100%.jpg), see [the team](te%61m.md).\n')
  await writeFile(join(pages, 'team.md'), '# The team\n\nAll of us.\n')
  const { html } = await ownPageView(await siteOf(guidesCache([guide(1)]), { pages }), 'imprint')
  expect(html).toContain('done')
  expect(html).toMatch(/href="[^"]*\/page\/team\/">the team/)
})

test('an address of this site becomes a link with its base, absolute or not, unless its record is missing', async () => {
  const pages = await temporaryFolder()
  const links = [
    '/wiki/guide/1/',
    'https://guides.example/wiki/guide/1/',
    '/wiki/about/#x',
    '/wiki/guide/9/',
    '//evil.example/wiki/about/',
    '/about/',
  ]
  await writeFile(join(pages, 'imprint.md'), `# Imprint\n\n${links.map((link) => `[a](${link})`).join(' ')}\n`)
  const site = await siteOf(guidesCache([guide(1)]), { pages, site: 'https://guides.example', base: '/wiki/' })
  const { html } = await ownPageView(site, 'imprint')
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="/wiki/guide/1/"', 'href="/wiki/guide/1/"', 'href="/wiki/about/#x"'])
})

/** The documents of the custom pages, one of which is written in German as well. */
async function documents(fallback: 'show' | 'hide'): Promise<SearchDocument[]> {
  const pages = await temporaryFolder()
  await writeFile(join(pages, 'imprint.md'), '# Imprint\n\nWe are **here** & [there](team.md).\n\n## Post\n\n<script>no()</script>Box 7\n')
  await writeFile(join(pages, 'imprint.de.md'), '# Impressum\n\nWir sind hier.\n')
  await writeFile(join(pages, 'team.md'), '# The team\n\nAll of us.\n')
  const cache = guidesCache([guide(1, { langid: 'en' })], { manifest: { translations: ['de', 'fr'] } })
  const all = await Array.fromAsync(searchDocuments(await siteOf(cache, { pages, fallback })))
  return all.filter(({ filters }) => filters.kind === 'page')
}

const told = ({ lang, isTranslation, translatedInto, path, title, text }: SearchDocument) => ({
  index: `${lang}${isTranslation ? ' translation' : ''}${translatedInto.map((other) => ` not ${other}`).join('')}`,
  path,
  title,
  text,
})

test('custom pages are searched, in another language those written in it', async () => {
  expect((await documents('show')).map(told)).toEqual([
    { index: 'en not de', path: '/page/imprint/', title: 'Imprint', text: 'We are here & there. Post Box 7' },
    { index: 'en', path: '/page/team/', title: 'The team', text: 'All of us.' },
    { index: 'de translation', path: '/page/imprint/', title: 'Impressum', text: 'Wir sind hier.' },
  ])
})

test('a language that only searches its own index finds all of them', async () => {
  expect((await documents('hide')).map(told).map(({ index, title }) => `${index}: ${title}`)).toEqual([
    'en not de: Imprint',
    'en: The team',
    'de translation: Impressum',
    'de translation: The team',
    'fr translation: Imprint',
    'fr translation: The team',
  ])
})
