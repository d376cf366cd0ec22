import type { ColourTable } from '../cache/colours.ts'
import { mediaHash, type RecordKey } from '../cache/layout.ts'
import { parseWhole } from '../cache/parse-stored.ts'
import type { CacheReader } from '../cache/reader.ts'
import { ContentError } from '../errors.ts'
import { IMAGE_SIZE_NAMES } from '../model/media.ts'

/**
 * For each line of a table, the line of the picture's smallest stored size, whose colour it has: its own for that size, and for a file
 * that no record names as one of several.
 */
export async function leadersOf(table: ColourTable, cache: CacheReader, signal: AbortSignal): Promise<Uint32Array> {
  const leaders = Uint32Array.from({ length: table.length }, (_, at) => at)
  for await (const key of cache.keys()) {
    signal.throwIfAborted()
    for (const urls of sizesIn(parseWhole((await textOf(cache, key)) ?? ''))) {
      const [smallest = 0, ...larger] = urls.map((url) => table.indexOf(mediaHash(url))).filter((at) => at >= 0)
      // A file can be the smallest size of one picture and a larger one of another.
      const leader = last(leaders, smallest)
      for (const at of larger) if (leaders[at] === at) leaders[at] = leader
    }
  }
  return leaders.map((at) => last(leaders, at))
}

/** What cannot be read names no pictures; the build says so. */
async function textOf(cache: CacheReader, key: RecordKey): Promise<string | undefined> {
  try {
    return await cache.recordText(key)
  } catch (error) {
    if (error instanceof ContentError) return undefined
    throw error
  }
}

/** The leader that leads itself. Only such a one is ever given another, which it does not lead: there are no circles. */
function last(leaders: Uint32Array, at: number): number {
  let leader = at
  for (let next = leaders[leader] ?? leader; next !== leader; next = leaders[leader] ?? leader) leader = next
  return leader
}

/** The addresses of each picture that a record names, the smaller sizes first. */
function* sizesIn(value: unknown): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    const sizes = value as Partial<Record<string, unknown>>
    const urls = IMAGE_SIZE_NAMES.map((name) => sizes[name]).filter((url): url is string => typeof url === 'string' && url !== '')
    if (urls.length > 0) yield urls
  }
  for (const inner of Object.values(value)) yield* sizesIn(inner)
}
