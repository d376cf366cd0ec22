import type { IndexReport } from '../../../src/search/index/index-site.ts'
import type { TreeFigures } from '../build/process-tree.ts'
import { type Key, PATIENCE_MS } from './typing.ts'

/** The results of the benchmark. */
export interface SearchFigures {
  guides: number
  categories: number
  index: IndexReport
  tree: TreeFigures
  /** By condition. */
  keys: { name: string; keys: Key[] }[]
  /** With the titles of 100,000 pages. */
  titles: { name: string; keys: Key[] }[]
}

const kilobytes = (bytes: number): string => (bytes < 99_500 ? (bytes / 1000).toFixed(1) : String(Math.round(bytes / 1000)))
const count = (of: number): string => of.toLocaleString('en')

/** Formats the section of the page on performance. */
export function sectionOf(
  { guides, categories, index, tree, keys, titles }: SearchFigures,
  { load, cores, cpu }: { load: number; cores: number; cpu: string },
): string {
  const memory = tree.peakBytes === undefined ? 'unknown' : `${(tree.peakBytes / 1e9).toFixed(1)} GB`
  return `## Searching a large site

Measured by \`npm run bench -- search --guides ${guides}\` with Node ${process.versions.node} on ${cores} cores (${cpu}). The system load was ${load.toFixed(1)} before: other
programs were competing for the cores if it was above their number.

- The site is made up, and the same each time: ${count(categories)} categories, each a made-up thing, and ${count(guides)} guides of twelve steps and 290 words, as iFixit has 48,260
  categories. Its index of ${count(index.pages)} pages in ${index.shards === 1 ? 'one part' : `${index.shards} parts`} took ${Math.round(tree.ms / 1000)} s, ${memory} at most (all processes together) and ${count(Math.round(index.bytes / 1e6))} MB on the disk.
- Chromium is slowed down to a quarter, which does not reach its workers, and types into the dialog of a page that has loaded nothing of the search. Times are from the event of a key to
  the frame that shows an answer. Requests and bytes are all that follow a key, until nothing more comes; scripts of the search are among them.
- The slow line has 150 ms of latency and 1.6 Mbit/s, HTTP/1.1.

| Key | Requests | Bytes, KB | In brotli, KB | Time | On a slow line |
| --- | ---: | ---: | ---: | ---: | ---: |
${keys.map(rowOf).join('\n')}

The titles of 100,000 pages, 48,260 of them categories, with the texts of the site above. Requests and bytes are those of titles and of the list of indexes alone:

| Key | Requests | In brotli, KB | Time | On a slow line |
| --- | ---: | ---: | ---: | ---: |
${titles.map(titleRowOf).join('\n')}
`
}

function rowOf({ name, keys: [fast, slow] }: { name: string; keys: readonly Key[] }): string {
  if (!fast) return ''
  const cells = [name, fast.requests, kilobytes(fast.rawBytes), kilobytes(fast.bytes), time(fast), slow ? time(slow) : '–']
  return `| ${cells.join(' | ')} |`
}

function titleRowOf({ name, keys: [fast, slow] }: { name: string; keys: readonly Key[] }): string {
  if (!fast) return ''
  return `| ${[name, fast.titleRequests, kilobytes(fast.titleBytes), time(fast), slow ? time(slow) : '–'].join(' | ')} |`
}

const time = ({ ms }: Key): string =>
  ms === Infinity ? `over ${PATIENCE_MS / 1000} s` : ms < 9_950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
