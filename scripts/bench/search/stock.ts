import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { close, createIndex } from 'pagefind'
import type { Browser } from 'playwright-core'
import { madeDocuments } from './made-documents.ts'
import { type Key, openDialog, quantile, typed, untilQuiet } from './typing.ts'
import type { SlowServer } from './slow-server.ts'

/** The folder of the stock index, below the site's. */
const FOLDER = 'stock'
/** As many results as the dialog shows. */
const SHOWN = 6
const ROUNDS = 5

/** The figures of one query: of our dialog, and of Pagefind's own API with the same number of results drawn. */
export interface StockRow {
  name: string
  ours: Key
  stock: Key
}

/**
 * What texts of a query take in the dialog of a site, and with Pagefind's own API on the same pages. Each query is typed after the one
 * before, in pages of their own, which have loaded nothing; the median of some rounds. Bytes and requests of pictures must not be counted.
 */
export async function besideStock(browser: Browser, server: SlowServer, site: string, guides: number): Promise<StockRow[]> {
  const queries = await indexAsStock(join(site, FOLDER), guides)
  const rounds: StockRow[][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const rows: StockRow[] = []
    const [dialog, page] = [await openDialog(browser, server), await openDialog(browser, server)]
    for (const [name, text] of queries) {
      const ours = await typed(dialog, server, text, 'texts')
      const ms = await page.evaluate(searchStock, [text, `${server.url}${FOLDER}/pagefind.js`, SHOWN] as const)
      rows.push({ name: `“${text}”, ${name}`, ours, stock: { ms, ...(await untilQuiet(server)) } })
    }
    for (const one of [dialog, page]) await one.context().close()
    if (round > 0) rounds.push(rows) // in the first, the server compresses
  }
  return queries.map((_, at) => {
    const same = rounds.flatMap((rows) => rows[at] ?? [])
    return { name: same[0]?.name ?? '', ours: quantile(same.map(({ ours }) => ours)), stock: quantile(same.map(({ stock }) => stock)) }
  })
}

/** Makes Pagefind's own index of made pages, and returns queries for them by what they are. */
async function indexAsStock(folder: string, guides: number): Promise<[name: string, text: string][]> {
  const { index } = await createIndex({ forceLanguage: 'en' })
  if (!index) throw new Error('Pagefind did not start.')
  const rare: string[][] = []
  for await (const { path, title, breadcrumb, lead, text, sections } of madeDocuments(guides)) {
    const parts = sections.map((section) => `<h2 id="${section.anchor}">${section.title}</h2><p>${section.text}</p>`)
    const content = `<html lang="en"><body><h1>${title}</h1><p>${breadcrumb}</p><p>${lead}</p><p>${text}</p>${parts.join('')}</body></html>`
    await index.addHTMLFile({ url: path, content })
    if (rare.length < 4) rare.push((sections[0]?.text ?? '').match(/\b[a-z]{7,}/g) ?? [])
  }
  // Pagefind's own writeFiles resolves before the files are written.
  for (const { path, content } of (await index.getFiles()).files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await close()
  return [
    ['at first', 'camera'],
    ['in a fifth of the guides', 'cleaning'],
    ['in all guides', 'step'],
    ['of one guide', (rare[0] ?? []).slice(0, 3).join(' ')],
    [
      'of no page together',
      rare
        .slice(1)
        .map(([word]) => word)
        .join(' '),
    ],
  ]
}

/** In a page: searches with Pagefind's API and draws the first results; returns the milliseconds. */
async function searchStock([text, module, shown]: readonly [string, string, number]): Promise<number> {
  interface Stock {
    search: (text: string) => Promise<{ results: { data: () => Promise<{ excerpt: string }> }[] }>
  }
  const start = performance.now()
  const { search } = (await import(module)) as Stock
  const { results } = await search(text)
  const found = await Promise.all(results.slice(0, shown).map((one) => one.data()))
  document.body.replaceChildren(
    ...found.map(({ excerpt }) => {
      const item = document.createElement('p')
      item.textContent = excerpt // the site allows no HTML from texts
      return item
    }),
  )
  await new Promise(requestAnimationFrame)
  return performance.now() - start
}
