import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { serveSite, type Serving } from '../../../src/publish/serve.ts'
import { indexSite } from '../../../src/search/index/index-site.ts'
import { OtherLanguages } from '../../../src/search/page/elsewhere.ts'
import { openEngine } from '../../../src/search/page/engine/engine.ts'
import type { OpenIndex } from '../../../src/search/page/engine/indexes.ts'
import { documentOf, stream } from '../documents.ts'
import { openIn } from '../../../scripts/search-quality/open-in.ts'

const DOCUMENTS = [
  documentOf('/guide/1/', 'Kettle battery', { translatedInto: ['de'], text: 'Of the kettle.' }),
  documentOf('/guide/1/', 'Akku vom Kettle', { lang: 'de', isTranslation: true, text: 'Der Akku.' }),
  documentOf('/guide/2/', 'Kettle lid', { text: 'It squeaks. Flexion.' }),
  documentOf('/guide/3/', 'Kettle switch', { text: 'It is loose.' }),
  ...[4, 5].map((id) => documentOf(`/guide/${id}/`, `Flexion ${id}`, { lang: 'de', isTranslation: true, text: 'Flexion.' })),
]

let folder: string
let site: Serving
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchbook-elsewhere-'))
  site = await serveSite(folder, { base: '/', port: 0 })
  await indexSite(stream(DOCUMENTS), folder)
  return async () => {
    site.close()
    await rm(folder, { recursive: true, force: true })
  }
})

const open: OpenIndex = (place, options) => openIn(folder)(place, options)
const answerIn = async (lang: string, text: string) => {
  const base = lang === 'en' ? site.url : `${site.url}${lang}/`
  const engine = await openEngine({ root: site.url, base, lang, ownOnly: false }, open)
  return engine.search({ text, filters: {}, sort: 'relevance' }, 10)
}
const elsewhere = async (text: string) => {
  const form = { action: `${site.url}search/`, dataset: { base: site.url, root: site.url, languages: 'en de' } }
  const others = new OtherLanguages(form, 'en', () => open)
  return others.find({ text, filters: {}, sort: 'relevance' }, await answerIn('en', text))
}

test('the number of results in another language is that of the search there', async () => {
  const [hint] = await elsewhere('Akku Kettle')
  expect(hint?.lang).toBe('de')
  expect(hint?.total).toBe((await answerIn('de', 'Akku Kettle')).total)
})

test('no other language is named where a page of this one has all words', async () => {
  expect((await answerIn('de', 'Flexion')).total).toBeGreaterThan((await answerIn('en', 'Flexion')).total)
  expect(await elsewhere('Flexion')).toEqual([])
})
