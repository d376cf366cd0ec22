import { expect, test } from 'vitest'
import { makeBook } from '../../src/pdf/book.ts'
import { guidePage, HOST } from '../one-file/small-site.ts'

const need = (name: string, quantity: number) => `<li data-quantity="${quantity}"><input type="checkbox" aria-label="${name}"></li>`
const needs = (tools: string, parts: string) =>
  `<section data-shopping><section aria-labelledby="tools"><ul class="products">${tools}</ul></section>
<section aria-labelledby="parts"><ul class="products">${parts}</ul></section></section>`

const PAGES: Readonly<Record<string, string>> = {
  '/guide/1/': guidePage(1, { before: [3], text: needs(need('Spudger', 2), need('AA battery', 2)) }),
  '/guide/2/': guidePage(2, { before: [3], text: `${needs(need('Spudger', 1), need('AA battery', 1))}<a href="/tag/x/">Tag</a>` }),
  '/guide/3/': guidePage(3),
}

/** Guide 2 is in a category below the book's, and guide 3 in another. */
const book = (pages = PAGES) => {
  const chapters = [
    { url: `${HOST}/guide/1/`, below: [] },
    { url: `${HOST}/guide/2/`, below: ['Pumps', 'Seals'] },
  ]
  const options = { title: 'Pots & Pans', chapters, widthPx: 592, elsewhere: () => '' }
  return makeBook(options, async (url) => pages[url.slice(HOST.length)])
}
const textOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')

test('the contents name each guide once, prerequisites where they are first needed, with the categories', async () => {
  const html = (await book()) ?? ''
  expect(Array.from(html.matchAll(/<h1[^>]*>([^<]*)/g), ([, title]) => title)).toEqual(['Pots &amp; Pans', 'Guide 3', 'Guide 1', 'Guide 2'])
  const contents = textOf(/<nav class="book-contents">.*?<\/nav>/s.exec(html)?.[0] ?? '')
  expect(contents).toBe('|In this file, in the order to do it|Guide 3| |Do this first|888|Guide 1|888|Pumps › Seals|Guide 2|888|')
  const targets = Array.from(html.matchAll(/href="#(g\d)" data-page-of="\1"/g), ([, id]) => id ?? '')
  for (const id of targets) expect(html).toContain(`id="${id}"`)
})

test('a prerequisite of a category below is under the heading of the guide that needs it', async () => {
  const html = await book({ ...PAGES, '/guide/1/': guidePage(1, { before: [2] }), '/guide/2/': guidePage(2) })
  const contents = textOf(/<nav class="book-contents">.*?<\/nav>/s.exec(html ?? '')?.[0] ?? '')
  expect(contents).toBe('|In this file, in the order to do it|Guide 2|888|Guide 1|888|')
})

test('parts of all guides add up, of tools the largest quantity is enough; each has the pages of its guides', async () => {
  const text = textOf((await book()) ?? '')
  expect(text).toContain('|Tools|2 × |Spudger|888|, |888|')
  expect(text).toContain('|Parts|3 × |AA battery|888|, |888|')
})

test('the foot of a sheet has the title of its guide, whatever is in it', async () => {
  const title = 'A "b" \\ </style>\nc'
  const html =
    (await book({
      ...PAGES,
      '/guide/1/': (PAGES['/guide/1/'] ?? '').replace('Guide 1<', '$&').replace('>Guide 1', `>${title.replace('<', '&lt;')}`),
    })) ?? ''
  expect(html).toContain('@page g2 { @bottom-left { content: "Guide 2" } }')
  expect(html).toContain(String.raw`@page g1 { @bottom-left { content: "A \22 b\22  \5c  \3c /style> c" } }`)
})

test('pages of the site without an address are text, and no footer names the original of one guide', async () => {
  const html = (await book()) ?? ''
  expect(html).toContain('<a>Tag</a>')
  expect(html.match(/data-original/g)).toBeNull()
  expect(html.match(/class="one-file-origin"/g)).toHaveLength(3)
})

test('links with index.html, as on a site for use from disk, lead to the guides of the book', async () => {
  const pages = Object.fromEntries(
    Object.entries(PAGES).map(([path, html]) => [path, html.replaceAll(/(\/guide\/\d\/)"/g, '$1index.html"')]),
  )
  expect(await book(pages)).toBe(await book())
})

test('there is no book without a guide', async () => {
  expect(await book({})).toBeUndefined()
})
