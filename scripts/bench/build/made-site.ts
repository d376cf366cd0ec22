import type { RecordKey } from '../../../src/cache/layout.ts'
import { CacheWriter } from '../../../src/cache/writer.ts'
import { chanceOf } from './chance.ts'
import { MANIFEST, madeGuide, madeSummary, madeTree, madeWiki, OWN_PICTURES, pictureUrl, SHARED_PICTURES } from './records.ts'

const PICTURE_BYTES = 6_000

/**
 * Stores a site as a crawl would: guides of twelve steps, 400 categories in four levels, comments, prerequisites, and three pictures per
 * guide. The same number of guides gives the same bytes.
 */
export async function makeSite(folder: string, guides: number): Promise<void> {
  const writer = new CacheWriter(folder)
  const keys: RecordKey[] = []
  const store = (key: RecordKey, body: unknown) => {
    writer.record(key, JSON.stringify(body))
    keys.push(key)
  }
  const { roots, all, leaves } = madeTree()
  const ids = Array.from({ length: guides }, (_, at) => at + 1)
  for (const id of ids) store({ kind: 'guide', id: String(id) }, madeGuide(id, guides, leaves))
  const wikis = all.map((category, at) => ({ category, ...madeWiki(category, at) }))
  for (const { category, details } of wikis) store({ kind: 'wiki', id: `CATEGORY/${category.title}` }, details)
  store({ kind: 'hierarchy-order', id: '' }, roots)
  await writer.list(
    'guides',
    each(ids, (id) => madeSummary(id, leaves)),
  )
  await writer.list(
    'wikis-CATEGORY',
    each(wikis, ({ listed }) => listed),
  )
  const names = [
    ...Array.from({ length: SHARED_PICTURES }, (_, at) => `shared${at}`),
    ...ids.flatMap((id) => Array.from({ length: OWN_PICTURES }, (_, at) => `own${id}x${at}`)),
  ]
  for (const [at, name] of names.entries()) await writer.media(pictureUrl(name), pieces(pictureOf(at)))
  await writer.finish({ ...MANIFEST, media: 'all' }, { records: keys, lists: ['guides', 'wikis-CATEGORY'] })
}

async function* each<T>(items: readonly T[], itemOf: (item: T) => unknown): AsyncGenerator {
  for (const item of items) yield itemOf(item)
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const NOISE = ((): Buffer => {
  const chance = chanceOf(3)
  return Buffer.from(Array.from({ length: 2 * PICTURE_BYTES }, () => Math.floor(chance() * 256)))
})()

/** The head of a GIF suffices: a build does not decode pictures. */
function pictureOf(at: number): Uint8Array {
  const head = Buffer.alloc(16)
  head.write('GIF89a', 'latin1')
  head.writeUInt16LE(592, 6)
  head.writeUInt16LE(444, 8)
  head.writeUInt32LE(at, 12)
  return Buffer.concat([head, NOISE.subarray(at % PICTURE_BYTES, (at % PICTURE_BYTES) + PICTURE_BYTES), Buffer.from(';')])
}
