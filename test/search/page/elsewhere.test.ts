import { expect, test } from 'vitest'
import { otherLanguages } from '../../../src/search/page/elsewhere.ts'
import { openEngine } from '../../../src/search/page/engine/open-engine.ts'
import { documentOf } from '../documents.ts'
import { queryOf, searchForAll } from '../opened.ts'
import { openIn } from '../../../scripts/search-quality/page-search.ts'

const DOCUMENTS = [
  documentOf('/guide/1/', 'Kettle battery', { translatedInto: ['de'], text: 'Of the kettle.' }),
  documentOf('/guide/1/', 'Akku vom Kettle', { lang: 'de', isTranslation: true, text: 'Der Akku.' }),
  documentOf('/guide/2/', 'Kettle lid', { text: 'It squeaks. Flexion.' }),
  documentOf('/guide/3/', 'Kettle switch', { text: 'It is loose.' }),
  ...[4, 5].map((id) => documentOf(`/guide/${id}/`, `Flexion ${id}`, { lang: 'de', isTranslation: true, text: 'Flexion.' })),
]

const site = searchForAll(DOCUMENTS)

const answerIn = async (lang: string, text: string) => (await site.engineIn(lang)).search(queryOf(text), 10)
const elsewhere = async (text: string) => {
  const form = { action: `${site.url}search/`, dataset: { base: site.url, root: site.url, languages: 'en de' } }
  const find = otherLanguages(form, 'en', (place) => openEngine(place, openIn(site.folder)))
  return find(queryOf(text), await answerIn('en', text))
}

test('the number of results in another language equals that of a search there', async () => {
  const [hint] = await elsewhere('Akku Kettle')
  expect(hint?.lang).toBe('de')
  expect(hint?.total).toBe((await answerIn('de', 'Akku Kettle')).total)
})

test('no other language is suggested if a page of this one has all words', async () => {
  expect((await answerIn('de', 'Flexion')).total).toBeGreaterThan((await answerIn('en', 'Flexion')).total)
  expect(await elsewhere('Flexion')).toEqual([])
})
