import type { CacheReader } from '../../cache/reader.ts'
import { fieldOf } from '../fields.ts'
import { HashIndex } from './hash-index.ts'

/** Returns the stored answer of the image or video with a GUID, case-sensitively. */
export type ByGuid = (guid: string) => Promise<string | undefined>

/** Reads every image or video of a cache once. */
export async function guidIndex(cache: CacheReader, kind: 'image' | 'video'): Promise<ByGuid> {
  const rows: [string, number][] = []
  for await (const key of cache.keys(kind)) {
    const guid = key.lang ? undefined : guidOf(await cache.record(key))
    if (typeof guid === 'string' && guid) rows.push([guid, Number(key.id)])
  }
  const ids = new HashIndex(rows)
  return async (guid) => {
    for (const id of ids.get(guid)) {
      const text = await cache.recordText({ kind, id: String(id) })
      if (text !== undefined && guidOf(JSON.parse(text)) === guid) return text
    }
    return undefined
  }
}

/** An image has its GUID in its `image`; a video may have its own. */
function guidOf(detail: unknown): unknown {
  return fieldOf(detail, 'guid') ?? fieldOf(fieldOf(detail, 'image'), 'guid')
}
