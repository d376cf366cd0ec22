import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { INDEX_FOLDER, INDEX_LIST, type IndexEntry, TITLES_FOLDER } from '../../src/search/index-list.ts'
import { titledPage } from '../../src/search/index/indexed-page.ts'
import { languageWords } from '../../src/search/index/language-words.ts'
import { writeTitleList } from '../../src/search/index/titles/title-files.ts'
import { startChromium } from '../../test/browser/chromium.ts'
import { makeSite } from './made-site.ts'
import { COMMAND, runTree, withFolder } from './runs.ts'
import { categoriesFor, madeDocuments } from './search/made-documents.ts'
import { serveSlowly } from './search/slow-server.ts'
import { besideStock, type StockRow } from './search/stock.ts'
import { type Key, type KeyRow, keysIn, PATIENCE_MS, titleKeysIn } from './search/typing.ts'

const INDEX = join(import.meta.dirname, 'search/index-made.ts')

/** The number of guides that gives a site of 100,000 pages. */
const WHOLE = 51_740
/** Pagefind's own index takes 0.3 MB of memory a page. */
const MOST_FOR_STOCK = 20_000
const BUT_PICTURES = /^(?!\/media\/)/
const OF_TITLES = /\/pagefind\/(?:titles\/|indexes\.json$)/

/** Types into the search of a generated site; returns the section of the page on performance. */
export async function benchSearch(guides = WHOLE): Promise<string> {
  const load = loadavg()[0] ?? 0
  return withFolder(async (folder) => {
    const out = join(folder, 'dist')
    await makeSite(join(folder, 'cache'), 3)
    await runTree(process.execPath, [COMMAND, 'build', '--quiet', '--no-app', '--cache', join(folder, 'cache'), '--out', out])
    const { ms, peakBytes, stdout } = await runTree(process.execPath, [INDEX, out, String(guides)])
    const { pages, shards, bytes } = JSON.parse(stdout) as Record<'pages' | 'shards' | 'bytes', number>
    const browser = await startChromium({ args: ['--no-sandbox', '--disable-gpu'] })
    const [server, compared] = [await serveSlowly(out), await serveSlowly(out, BUT_PICTURES)]
    const large = await serveSlowly(await withTitles(out, join(folder, 'large')), OF_TITLES)
    try {
      const [keys, titles] = [await keysIn(browser, server), await titleKeysIn(browser, large)]
      const beside = guides > MOST_FOR_STOCK ? [] : await besideStock(browser, compared, out, guides)
      return `## Searching a large site

Measured by \`npm run bench -- search --guides ${guides}\` with Node ${process.versions.node} on ${availableParallelism()} cores (${cpus()[0]?.model.trim() || 'unknown CPU'}). The system load was ${load.toFixed(1)} before: other
programs were competing for the cores if it was above their number.

- The site is made up, and the same each time: ${count(categoriesFor(guides))} categories, each a made-up thing, and ${count(guides)} guides of twelve steps and 290 words, as iFixit has 48,260
  categories. Its index of ${count(pages)} pages in ${shards === 1 ? 'one part' : `${shards} parts`} took ${Math.round(ms / 1000)} s, ${peakBytes === undefined ? 'unknown memory' : `${(peakBytes / 1e9).toFixed(1)} GB`} at most (all processes together) and ${count(Math.round(bytes / 1e6))} MB on the disk.
- Chromium is slowed down to a quarter, which does not reach its workers, and types into the dialog of a page that has loaded nothing of the search. Times are from the event of a key to
  the frame that shows an answer. Requests and bytes are all that follow a key, until nothing more comes; scripts of the search are among them.
- The slow line has 150 ms of latency and 1.6 Mbit/s, HTTP/1.1.

| Key | Requests | Bytes, KB | In brotli, KB | Time | On a slow line |
| --- | ---: | ---: | ---: | ---: | ---: |
${keys.map((row) => lineOf(row, ({ requests, rawBytes, bytes }) => [requests, kilobytes(rawBytes), kilobytes(bytes)])).join('\n')}

The titles of 100,000 pages, 48,260 of them categories, with the texts of the site above. Requests and bytes are those of titles and of the list of indexes alone:

| Key | Requests | In brotli, KB | Time | On a slow line |
| --- | ---: | ---: | ---: | ---: |
${titles.map((row) => lineOf(row, ({ requests, bytes }) => [requests, kilobytes(bytes)])).join('\n')}
${besideStockText(beside)}`
    } finally {
      await browser.close()
      for (const one of [server, compared, large]) one.close()
    }
  })
}

/** A copy of a site with the titles of 100,000 pages; its texts are those of the site. */
async function withTitles(site: string, folder: string): Promise<string> {
  await cp(site, folder, { recursive: true })
  const pages = await Array.fromAsync(madeDocuments(WHOLE), titledPage)
  await rm(join(folder, INDEX_FOLDER, TITLES_FOLDER), { recursive: true, force: true })
  const list = join(folder, INDEX_FOLDER, INDEX_LIST)
  const [first, ...others] = JSON.parse(await readFile(list, 'utf8')) as IndexEntry[]
  const titles = await writeTitleList(folder, pages, languageWords('en').ignored)
  await writeFile(list, JSON.stringify([{ ...first, titles }, ...others]))
  return folder
}

const besideStockText = (rows: readonly StockRow[]): string =>
  rows.length === 0
    ? ''
    : `
Texts in the dialog beside Pagefind's own API, which searches an index of the same pages and draws as many results; without pictures, medians of five:

| Query, each after the one before | Requests | In brotli, KB | Time | Pagefind's: requests | KB | Time | Time ÷ Pagefind's |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map(({ name, ours, stock }) => `| ${[name, ...[ours, stock].flatMap((key) => [key.requests, kilobytes(key.bytes), time(key)]), (ours.ms / stock.ms).toFixed(1)].join(' | ')} |`).join('\n')}
`

const kilobytes = (bytes: number): string => (bytes < 99_500 ? (bytes / 1000).toFixed(1) : String(Math.round(bytes / 1000)))
const count = (of: number): string => of.toLocaleString('en')
const time = ({ ms }: Key): string =>
  ms === Infinity ? `over ${PATIENCE_MS / 1000} s` : ms < 9_950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

const lineOf = ({ name, fast, slow }: KeyRow, sizes: (key: Key) => (string | number)[]): string =>
  `| ${[name, ...sizes(fast), time(fast), slow ? time(slow) : '–'].join(' | ')} |`
