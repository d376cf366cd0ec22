import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Manifest, RecordKey } from '../../src/cache/layout.ts'
import { type CacheReader, openCache } from '../../src/cache/reader.ts'
import type { StaleRecord } from '../../src/cache/checked.ts'
import { CacheWriter } from '../../src/cache/writer.ts'
import type { ListName } from '../../src/model/resources.ts'
import { writeFiles } from '../folders.ts'

/** A folder with these files that is removed after the test. */
export async function temporaryFolder(files: Parameters<typeof writeFiles>[1] = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-cache-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFiles(folder, files)
  return folder
}

export function manifestOf(changes: Partial<Manifest> = {}): Manifest {
  return {
    format: 2,
    product: 'Benchbook test',
    source: 'https://repair.example/api/2.0',
    name: 'Repair',
    origins: ['https://repair.example'],
    mediaOrigins: ['https://media.example'],
    lang: 'en',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:01.000Z',
    secret: '0123456789abcdef',
    media: 'all',
    counts: {},
    ...changes,
  }
}

/** What a small crawl stores: records as answers or texts, lists as their items, media as bytes. */
export interface SmallCache {
  records?: (RecordKey & { body: unknown })[]
  lists?: Partial<Record<ListName, unknown[]>>
  media?: Record<string, Uint8Array>
  manifest?: Partial<Manifest>
  stale?: StaleRecord[]
}

export async function* inPieces<T>(...pieces: readonly T[]): AsyncGenerator<T> {
  yield* pieces
}

export const everything = <T>(items: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(items)

export async function writeCache(
  folder: string,
  { records = [], lists = {}, media = {}, manifest = {}, stale = [] }: SmallCache,
): Promise<void> {
  const writer = new CacheWriter(folder)
  const kept: RecordKey[] = []
  for (const { body, ...key } of records) {
    kept.push(key)
    writer.record(key, typeof body === 'string' ? body : JSON.stringify(body))
  }
  for (const [name, items] of Object.entries(lists)) await writer.list(name as ListName, inPieces(...items))
  for (const [url, bytes] of Object.entries(media)) await writer.media.store(url, inPieces(bytes), url.startsWith('https://docs.'))
  await writer.finish(manifestOf(manifest), { records: kept, lists: Object.keys(lists) as ListName[], stale })
}

/** The reader of what {@link writeCache} writes into a folder that is removed after the test. */
export async function smallCache(content: SmallCache): Promise<{ folder: string; cache: CacheReader }> {
  const folder = await temporaryFolder()
  await writeCache(folder, content)
  return { folder, cache: await openCache(folder) }
}
