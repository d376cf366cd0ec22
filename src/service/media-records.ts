import type { RecordKind } from '../cache/layout.ts'
import { fieldOf } from './entry.ts'
import { type Ask, type Handler, stored } from './reply.ts'

/** `GET /media/images/{imageid/GUID}`, section 4.8. */
export const image: Handler = async (ask) => stored(await byIdOrGuid(ask, 'image'), `Image ${ask.params.media}`)

/** `GET /media/videos/{videoid/GUID}`, section 4.8. */
export const video: Handler = async (ask) => stored(await byIdOrGuid(ask, 'video'), `Video ${ask.params.media}`)

async function byIdOrGuid({ cache, params }: Ask, kind: RecordKind & ('image' | 'video')): Promise<string | undefined> {
  const name = params.media ?? ''
  if (/^\d+$/.test(name)) return cache.recordText({ kind, id: name })
  for await (const key of cache.keys(kind)) {
    const text = await cache.recordText(key)
    if (text?.includes(name) && guidOf(JSON.parse(text)) === name) return text
  }
  return undefined
}

/** An image says its GUID in its `image`; a video may say its own. */
function guidOf(detail: unknown): unknown {
  return fieldOf(detail, 'guid') ?? fieldOf(fieldOf(detail, 'image'), 'guid')
}
