import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { guideView } from '../../../src/views/guide/guide.ts'
import { readOwnWords } from '../../../src/views/own/own-words.ts'
import { LANGUAGES } from '../../../src/words/words.ts'
import { temporaryFolder } from '../../cache/small-cache.ts'
import { guide, guidesCache, siteOf } from '../small-site.ts'

async function folderWith(files: Record<string, unknown>): Promise<string> {
  const folder = join(await temporaryFolder(), 'words')
  await mkdir(folder)
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}

test('without a folder there are no custom words', async () => {
  expect(await readOwnWords('')).toEqual({ words: {}, warnings: [] })
})

test('a custom word takes precedence over ours, and whole new languages give no warning', async () => {
  const folder = await folderWith({ 'de.json': { 'search.title': 'Suchen' }, 'qaa.json': LANGUAGES.en, 'README.md': 'words' })
  const { words, warnings } = await readOwnWords(folder)
  expect(Object.keys(words)).toEqual(['de', 'qaa'])
  expect(words.de).toEqual({ 'search.title': 'Suchen' })
  expect(warnings).toEqual([])
})

test('the words missing in a new language are named in one sentence', async () => {
  const folder = await folderWith({ 'qaa.json': { ...LANGUAGES.en, 'page.skip': undefined, 'pager.next': undefined } })
  const { warnings } = await readOwnWords(folder)
  expect(warnings).toEqual([`The words in ${join(folder, 'qaa.json')} lack 2 keys, which are said in English: page.skip, pager.next.`])
})

test('languages are named as in browsers', async () => {
  const folder = await folderWith({ 'zh-TW.json': { 'search.title': '搜尋' }, 'jp.json': { 'search.title': '探す' } })
  expect(Object.keys((await readOwnWords(folder)).words)).toEqual(['ja', 'zh-tw'])
})

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown key', { 'de.json': { 'search.titel': 'Suche' } }, 'there is no word "search.titel"'],
  ['a placeholder that is missing', { 'de.json': { 'pager.page': 'Seite' } }, '"pager.page" must have {page}, it has none'],
  ['no JSON', { 'de.json': '{"search.title": "Suche",}' }, 'cannot be read as JSON'],
  ['a list', { 'de.json': [] }, 'it is not an object of keys and words'],
  ['the name of no language', { 'my words.json': {} }, '"my words" is no language tag'],
  ['many faults', { 'de.json': { a: '', b: '', c: '', d: '', e: '', f: '', g: '' } }, 'there is no word "e"; and 2 more.'],
])('%s is refused with an error that names the file', async (_, files, why) => {
  const folder = await folderWith(files)
  const refused = readOwnWords(folder)
  await expect(refused).rejects.toThrow(UsageError)
  await expect(refused).rejects.toThrow(join(folder, Object.keys(files)[0] ?? ''))
  await expect(refused).rejects.toThrow(why)
})

test('a missing folder is refused with an error', async () => {
  const folder = join(await temporaryFolder(), 'nowhere')
  await expect(readOwnWords(folder)).rejects.toThrow(`The folder of words ${folder} cannot be read`)
})

test('a site uses the language of its content, and custom words', async () => {
  const cache = guidesCache([guide(1, { type: 'teardown', difficulty: 'Very easy', flags: [{ flagid: 'GUIDE_IN_PROGRESS' }] })], {
    manifest: { lang: 'de' },
  })
  const site = await siteOf(cache, { words: await folderWith({ 'de.json': { 'type.teardown': 'Zerlegung' } }) })
  const view = await guideView(site, 1)
  expect([view.type, view.difficulty, view.flags[0]?.text]).toEqual(['Zerlegung', 'Sehr einfach', 'Noch in Arbeit'])
  expect(view.head.crumbs[0]?.title).toBe('Kategorien')
})
