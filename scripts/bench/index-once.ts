import '../small-heap.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openCache } from '../../src/cache/reader.ts'
import { textIn } from '../../src/replica/fields.ts'
import { keyOf } from '../../src/replica/index/search-documents.ts'
import { plainTextOf, titlesOf } from '../../src/replica/index/searchable-text.ts'
import { words } from '../../src/replica/index/words.ts'
import { Known } from '../../src/replica/known.ts'
import type { IndexFigures } from './full-text.ts'
import { DOINGS, MAKERS, PARTS, titleOf } from './made-cache.ts'

/** Asks one index of a cache of made-up guides, in a process of its own: `index-once.ts FOLDER ours|sqlite words|titles GUIDES`. */
const [folder = '', way, kind, guides] = process.argv.slice(2)
const cache = await openCache(folder)
const known = new Known(cache)
const MOST = 20

const queries =
  kind === 'titles'
    ? Array.from({ length: 2000 }, (_, at) => titleOf(1 + ((at * 7919) % Number(guides))))
    : DOINGS.flatMap((doing) => PARTS.flatMap((part) => MAKERS.map((maker) => `${doing} ${part} ${maker}`)))

async function ours(): Promise<(query: string) => unknown> {
  const index = await known.search()
  return (query) => index.find(query, { lists: new Map([['guides', 'all']]) }, MOST)
}

/** The file is made by the first process that asks, and lies beside the cache. Text goes in as the words that ours is made of. */
async function sqlite(): Promise<(query: string) => unknown> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = join(folder, 'index.sqlite')
  const isMade = existsSync(file)
  const db = new DatabaseSync(file)
  if (!isMade) {
    db.exec(`PRAGMA journal_mode = off; PRAGMA synchronous = off;
      CREATE VIRTUAL TABLE guides USING fts5(title, category, tags, summary, body, content = '', detail = column, prefix = '2 3 4'); BEGIN`)
    const insert = db.prepare('INSERT INTO guides(title, category, tags, summary, body) VALUES (?, ?, ?, ?, ?)')
    const list = await known.lists.index('guides')
    const form = (text: string) => words(text).join(' ')
    for await (const item of list?.all() ?? []) {
      const record = list && (await cache.record(keyOf(list, item)))
      const texts = [titlesOf(item).join(' '), textIn(item, 'category'), '', textIn(item, 'summary'), plainTextOf(record)]
      insert.run(...texts.map(form))
    }
    db.exec("COMMIT; INSERT INTO guides(guides) VALUES ('optimize')")
  }
  db.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456')
  const best = db.prepare('SELECT rowid FROM guides WHERE guides MATCH ? ORDER BY bm25(guides, 10, 4, 4, 2, 1) LIMIT ?')
  const total = db.prepare('SELECT count(*) FROM guides WHERE guides MATCH ?')
  return (query) => {
    const match = `${words(query)
      .map((word) => `"${word}"`)
      .join(' ')}*`
    return [best.all(match, MOST), total.get(match)]
  }
}

const ask = way === 'sqlite' ? await sqlite() : await ours()
for (const query of queries.slice(0, 200)) ask(query)
const before = process.cpuUsage()
const times = queries.map((query) => {
  const start = performance.now()
  ask(query)
  return performance.now() - start
})
const { user, system } = process.cpuUsage(before)
times.sort((a, b) => a - b)
const figures: IndexFigures = {
  cpuMs: (user + system) / 1000 / queries.length,
  p50Ms: times[times.length >> 1] ?? 0,
  p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  peakBytes: process.resourceUsage().maxRSS * 1024,
}
console.log(JSON.stringify(figures))
await known.lists.close()
