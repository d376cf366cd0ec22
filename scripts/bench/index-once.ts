import '../small-heap.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openCache } from '../../src/cache/reader.ts'
import { textIn } from '../../src/replica/fields.ts'
import { HashIndex } from '../../src/replica/index/hash-index.ts'
import type { ListIndex } from '../../src/replica/index/list-index.ts'
import { keyOf } from '../../src/replica/index/search-documents.ts'
import { plainTextOf, titlesOf } from '../../src/replica/index/searchable-text.ts'
import { words } from '../../src/replica/index/words.ts'
import { Known } from '../../src/replica/known.ts'
import type { Asked, IndexFigures } from './indexes.ts'
import { DOINGS, MAKERS, PARTS, titleOf } from './made-cache.ts'

/** Asks one index of a cache of made-up guides, in a process of its own: `index-once.ts FOLDER ours|sqlite words|titles|lists|guids GUIDES`. */
const [folder = '', way, kind, guides] = process.argv.slice(2)
const cache = await openCache(folder)
const known = new Known(cache)
const list = await known.lists.index('guides')
if (!list) throw new Error(`${folder} has no list of guides.`)
const MOST = 20
const TYPES = ['repair', 'replacement', 'teardown', 'maintenance']

/** Each is asked once. */
const every = (step: number): number[] => Array.from({ length: 2000 }, (_, at) => (at * step) % Number(guides))
const QUERIES: Record<Asked, () => string[]> = {
  words: () => DOINGS.flatMap((doing) => PARTS.flatMap((part) => MAKERS.map((maker) => `${doing} ${part} ${maker}`))),
  titles: () => every(7919).map((at) => titleOf(1 + at)),
  lists: () => every(31).map((at) => `${TYPES[at % TYPES.length]} ${Math.floor(at / 8)}`),
  guids: () => every(7919).map((at) => `g${1 + at}`),
}

const guid = (id: number): string => `g${id}`
const idsIn = (places: ListIndex): number[] => [...places.places()].map((place) => places.number('id', place))

async function ours({ index, asked }: { index: ListIndex; asked: Asked }): Promise<(query: string) => unknown> {
  if (asked === 'lists')
    return (query) => {
      const [type = '', offset] = query.split(' ')
      const isOfType = index.hasWord('type', [type])
      const places = index.publicPlaces.filter((place) => isOfType(place) && index.number('modifiedAt', place) >= 0)
      return index.bytes(places.subarray(Number(offset), Number(offset) + MOST))
    }
  if (asked === 'guids') {
    const ids = new HashIndex(idsIn(index).map((id) => [guid(id), id]))
    return (query) => ids.get(query)
  }
  const search = await known.search()
  return (query) => search.find(query, { lists: new Map([['guides', 'all']]) }, MOST)
}

/** The file is made by the first process that asks, and lies beside the cache. */
async function sqlite({ index, asked }: { index: ListIndex; asked: Asked }): Promise<(query: string) => unknown> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = join(folder, 'index.sqlite')
  const isMade = existsSync(file)
  const db = new DatabaseSync(file)
  if (!isMade) await fill(db, index)
  db.exec('PRAGMA cache_size = -32768; PRAGMA mmap_size = 268435456')
  if (asked === 'lists') {
    const page = db.prepare('SELECT item FROM items WHERE type = ? AND is_public AND modified >= 0 ORDER BY place LIMIT ? OFFSET ?')
    return (query) => {
      const [type = '', offset] = query.split(' ')
      return Buffer.from(
        `[${page
          .all(type, MOST, Number(offset))
          .map((row) => String(row.item))
          .join(',')}]`,
      )
    }
  }
  if (asked === 'guids') {
    const id = db.prepare('SELECT id FROM guids WHERE guid = ?')
    return (query) => id.all(query)
  }
  const best = db.prepare('SELECT rowid FROM guides WHERE guides MATCH ? ORDER BY bm25(guides, 10, 4, 4, 2, 1) LIMIT ?')
  const total = db.prepare('SELECT count(*) FROM guides WHERE guides MATCH ?')
  return (query) => {
    const match = `${words(query)
      .map((word) => `"${word}"`)
      .join(' ')}*`
    return [best.all(match, MOST), total.get(match)]
  }
}

/** Text goes in as the words that ours is made of. */
async function fill(db: DatabaseSync, index: ListIndex): Promise<void> {
  db.exec(`PRAGMA journal_mode = off; PRAGMA synchronous = off;
    CREATE VIRTUAL TABLE guides USING fts5(title, category, tags, summary, body, content = '', detail = column, prefix = '2 3 4');
    CREATE TABLE items(place INTEGER PRIMARY KEY, type TEXT, is_public INTEGER, modified INTEGER, item TEXT);
    CREATE TABLE guids(guid TEXT PRIMARY KEY, id INTEGER) WITHOUT ROWID; BEGIN`)
  const insert = db.prepare('INSERT INTO guides(title, category, tags, summary, body) VALUES (?, ?, ?, ?, ?)')
  const insertItem = db.prepare('INSERT INTO items VALUES (?, ?, ?, ?, ?)')
  const insertGuid = db.prepare('INSERT INTO guids VALUES (?, ?)')
  const form = (text: string) => words(text).join(' ')
  let place = 0
  for await (const item of index.all()) {
    const record = await cache.record(keyOf(index, item))
    const texts = [titlesOf(item).join(' '), textIn(item, 'category'), '', textIn(item, 'summary'), plainTextOf(record)]
    insert.run(...texts.map(form))
    insertItem.run(place, textIn(item, 'type'), index.number('isPublic', place), index.number('modifiedAt', place), JSON.stringify(item))
    insertGuid.run(guid(index.number('id', place)), index.number('id', place))
    place++
  }
  db.exec("COMMIT; INSERT INTO guides(guides) VALUES ('optimize'); CREATE INDEX items_by_type ON items(type, is_public, place, modified)")
}

const asked = kind as Asked
const queries = QUERIES[asked]()
const ask = await (way === 'sqlite' ? sqlite : ours)({ index: list, asked })
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
