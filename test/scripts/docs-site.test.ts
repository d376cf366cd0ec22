import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { documentOf } from '../../scripts/docs/site/document.ts'
import { CHAPTERS } from '../../scripts/docs/site/pages.ts'
import { writeDocs } from '../../scripts/docs/site/write-cache.ts'
import { build, check } from '../../src/library/library.ts'
import { temporaryFolder } from '../cache/small-cache.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test('every page of docs/ is in one chapter', () => {
  const files = Object.values(CHAPTERS).flat()
  expect(files.filter((file) => file.startsWith('docs/')).sort()).toEqual(
    readdirSync(join(ROOT, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`)
      .sort(),
  )
  expect(new Set(files).size).toBe(files.length)
})

test('a page has its title, a summary, headings, and links that are placed', () => {
  const markdown = '# A `title`\n\nOf [what](b.md#c) it\nis.\n\n## Its parts\n\n![p](p.webp) [x](https://x.example) [y](#its-parts)\n'
  expect(documentOf('docs/a.md', markdown, (file, fragment) => `at:${file}${fragment}`)).toEqual({
    title: 'A title',
    summary: 'Of what it is.',
    html: expect.stringMatching(
      /^<p>.*"at:docs\/b\.md#c"[^]*id="its-parts"[^]*"at:docs\/p\.webp"[^]*"https:\/\/x\.example"[^]*"#its-parts"/,
    ) as string,
    headings: [{ title: 'Its parts', id: 'its-parts', level: 1 }],
  })
})

test('a page that names a file which is not there is refused', async () => {
  const folder = await temporaryFolder()
  await expect(writeDocs(folder, { One: ['test/scripts/none.md'] })).rejects.toThrow('none.md')
})

test('the documentation becomes a site without a dead link, whose search knows its pages', async () => {
  const folder = await temporaryFolder()
  const [cache, out] = [join(folder, 'cache'), join(folder, 'out')]
  await writeDocs(cache)
  const { pages, unreadable } = await build({ cache, out, base: '/benchbook/', name: 'Benchbook' })
  expect(unreadable).toEqual([])
  expect(pages).toBeGreaterThan(Object.values(CHAPTERS).flat().length)
  expect((await check({ cache, out })).findings).toEqual([])
  const usage = (await readdir(join(out, 'category'))).find((name) => name.startsWith('usage-')) ?? ''
  const html = await readFile(join(out, 'category', usage, 'index.html'), 'utf8')
  expect(html).toMatch(/<h2 id="[^"]*exit-codes"/)
  expect(html).toMatch(/href="\/benchbook\/category\/[\w-]*every-night[\w-]*\/"/)
  const home = readFileSync(join(out, 'index.html'), 'utf8')
  for (const chapter of Object.keys(CHAPTERS)) expect(home).toContain(chapter)
})
