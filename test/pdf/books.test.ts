import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { booksOf } from '../../scripts/stages/pdf-books.ts'
import { readConfig } from '../../src/config.ts'
import { guidePages, languagesIn } from '../../src/pdf/guide-pages.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const ARCHIVED = '<p class="archived"><svg class="icon icon-archive" viewBox="0 0 24 24"></svg><span>Archived.</span></p>'
const OLD_COPY = '<p class="archived"><svg class="icon icon-clock" viewBox="0 0 24 24"></svg><span>An older copy.</span></p>'

const page = (notice: string, ...crumbs: string[]): string =>
  `<nav class="crumbs"><ol><li><a href="/category/">All</a></li>${crumbs.map((name) => `<li><a href="/category/${name}-1/" lang="ja">${name}</a></li>`).join('')}<li>It</li></ol></nav>${notice}`

/** The books of a site of these pages, with these options beside `--category home`. */
async function books(pages: Record<string, string>, options: Record<string, string> = {}) {
  const out = await temporaryFolder()
  for (const [path, html] of Object.entries(pages)) {
    await mkdir(join(out, path), { recursive: true })
    await writeFile(join(out, path, 'index.html'), html)
  }
  const config = readConfig({ out, book: true, category: 'home', ...options }, {})
  const others = await Promise.all((await languagesIn(out)).map((lang) => guidePages(out, lang)))
  return booksOf(config, [...(await guidePages(out)), ...others.flat()], undefined)
}

test('archived guides are left out in every language, unless they are named', async () => {
  const pages = {
    'guide/1': page('', 'home'),
    'guide/2': page(ARCHIVED, 'home', 'kettle'),
    'guide/3': page(OLD_COPY, 'home', 'kettle'),
    'de/guide/2': page('', 'home'),
    'de/guide/3': page('', 'home'),
  }
  const inShort = (made: Awaited<ReturnType<typeof books>>) =>
    made.map(({ name, guides, leftOut }) => [name.replace(/-\w+\./, '.'), guides.map(({ guideid }) => guideid), leftOut])
  expect(inShort(await books(pages))).toEqual([
    ['home.pdf', [1, 3], [2]],
    ['home.de.pdf', [3], [2]],
  ])
  expect(inShort(await books(pages, { guide: '2' }))).toEqual([
    ['home.pdf', [1, 2, 3], []],
    ['home.de.pdf', [2, 3], []],
  ])
})

test('a category of archived guides alone is refused, with what prints them', async () => {
  await expect(books({ 'guide/1': page(ARCHIVED, 'home'), 'guide/22': page(ARCHIVED, 'home') })).rejects.toMatchObject({
    code: 'ERR_NOT_ON_SITE',
    message: 'All guides in the category "home" are archived, which a book leaves out. To print them, name them: add --guide 1,22.',
  })
})

test('a heading in another language than the page is marked as such', async () => {
  const [book] = await books({ 'guide/1': page('', 'home', 'kettle') })
  expect(book?.guides[0]?.above).toEqual([{ page: 'kettle-1', title: 'kettle', lang: 'ja' }])
})
