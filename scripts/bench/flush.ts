import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFile } from '../../src/disk/flush.ts'
import { FORMAT, type Manifest, type RecordKey, recordPath } from '../../src/cache/layout.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import { timeInWords } from '../terminal/words.ts'

const [count = '10000', folder = '.'] = process.argv.slice(2)
const own = await mkdtemp(join(folder, 'flush-'))
const BODY = JSON.stringify({ text: 'x'.repeat(20_000) })
const keys = Array.from({ length: Number(count) }, (_, index): RecordKey => ({ kind: 'guide', id: String(index + 1) }))
const texts = { product: '', source: '', name: '', lang: '', startedAt: '', finishedAt: '' }
const MANIFEST: Manifest = { format: FORMAT, ...texts, origins: [], mediaOrigins: [], media: 'none', counts: {} }

/** Stores the records in a new cache, each flushed by itself or not, and finishes it: how long both took, in milliseconds. */
async function measure(flushesEach: boolean): Promise<{ store: number; finish: number }> {
  const cache = await mkdtemp(join(own, 'cache-'))
  const writer = new CacheWriter(cache)
  const start = performance.now()
  for (const key of keys) {
    writer.record(key, BODY)
    if (flushesEach) flushFile(join(cache, 'pending', recordPath(key)))
  }
  const stored = performance.now()
  await writer.finish(MANIFEST, { records: keys, lists: [] })
  return { store: stored - start, finish: performance.now() - stored }
}

try {
  for (const flushesEach of [false, true, false, true]) {
    const { store, finish } = await measure(flushesEach)
    const perSecond = Math.round((1000 * keys.length) / store)
    console.log(`${flushesEach ? 'each flushed' : 'flushed at the end'}: ${perSecond} records/s, then ${timeInWords(finish)} to finish`)
  }
} finally {
  // Not before: ext4 goes through the places of files deleted lately at each new one.
  await rm(own, { recursive: true })
}
