import { type Ask, type Handler, stored } from './reply.ts'

/** `GET /media/images/{imageid/GUID}`, section 4.8. */
export const image: Handler = async (ask) => stored(await byIdOrGuid(ask, 'image'), `Image ${ask.params.media}`)

/** `GET /media/videos/{videoid/GUID}`, section 4.8. */
export const video: Handler = async (ask) => stored(await byIdOrGuid(ask, 'video'), `Video ${ask.params.media}`)

async function byIdOrGuid({ cache, known, params }: Ask, kind: 'image' | 'video'): Promise<string | undefined> {
  const name = params.media ?? ''
  return (/^\d{1,15}$/.test(name) ? await cache.recordText({ kind, id: name }) : undefined) ?? (await known.guids(kind))(name)
}
