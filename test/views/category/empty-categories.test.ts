import { expect, test } from 'vitest'
import { addressesOf } from '../../../src/build/hosts/service-addresses.ts'
import { pathOf } from '../../../src/routes.ts'
import { categoryPaths, categoryView } from '../../../src/views/category/category.ts'
import { searchDocuments } from '../../../src/views/search/search-documents.ts'
import { hrefOf } from '../../../src/views/site/links.ts'
import { guide, guidesCache, siteOf, wiki } from '../small-site.ts'

const TREE = { Kitchen: { Kettle: null, Toaster: null, Oven: { Range: null }, Mixer: null, Juicer: null, Blender: null }, Garden: null }
const RECORDS = [
  { kind: 'categories' as const, id: '', body: TREE },
  wiki('Toaster', { display_title: 'Toasters', image: { id: 1, guid: 'x' } }),
  wiki('Mixer', { contents_rendered: '<p>Mixes.</p>' }),
  wiki('Juicer'),
  { ...wiki('Juicer', { contents_rendered: '<p>Entsaftet.</p>' }), lang: 'de' },
  { ...wiki('Blender'), body: 'damaged' },
]
const cache = guidesCache([guide(1)], { manifest: { translations: ['de'] }, records: RECORDS })
const category = (title: string) => ({ kind: 'wiki' as const, namespace: 'CATEGORY' as const, title })
const listing = () => siteOf(cache, { emptyCategories: 'listed' })

test('each category has a page unless told otherwise', async () => {
  const pages = categoryPaths(await siteOf(cache)).map(({ title }) => title)
  expect(pages).toEqual(['Kitchen', 'Kettle', 'Toaster', 'Oven', 'Range', 'Mixer', 'Juicer', 'Blender', 'Garden'])
})

test('one below another with neither guides nor text is listed: not the top, nor what is translated or cannot be read', async () => {
  expect(categoryPaths(await listing()).map(({ title }) => title)).toEqual([
    'Kitchen',
    'Kettle',
    'Oven',
    'Mixer',
    'Juicer',
    'Blender',
    'Garden',
  ])
})

test('its name stands on the page of the one above', async () => {
  const listed = await listing()
  expect((await categoryView(listed, 'Kitchen', 1)).listed).toEqual(['Toaster'])
  const { listed: below, sections } = await categoryView(listed, 'Oven', 1)
  expect([below, sections]).toEqual([['Range'], []])
})

test('links and the addresses of the service lead there, and the search finds it there', async () => {
  const listed = await listing()
  expect(hrefOf(listed, category('Toaster'))).toBe(hrefOf(listed, category('Kitchen')))
  const { titles } = await addressesOf(listed, new Set())
  expect(titles.find(({ title }) => title === 'Range')).toEqual({ kind: 'CATEGORY', title: 'Range', path: pathOf(category('Oven')) })
  const documents = await Array.fromAsync(searchDocuments(listed))
  expect(documents.filter(({ text }) => text.includes('Toaster')).map(({ title }) => title)).toEqual(['Kitchen'])
})

test('where untranslated pages are hidden, a language has the same list', async () => {
  const site = await siteOf(cache, { emptyCategories: 'listed', fallback: 'hide' })
  const german = await site.in('de')
  expect(categoryPaths(german).map(({ title }) => title)).toEqual(['Kitchen', 'Juicer'])
})
