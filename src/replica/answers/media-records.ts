import { namedRecord } from './named-records.ts'
import { refusalOf } from './records.ts'
import { type Ask, type Handler, missing, notCrawled, type Reply } from '../reply.ts'

/** `GET /media/images/{imageid/GUID}`, section 4.8. */
export const image: Handler = (ask) => byIdOrGuid(ask, 'image', `Image ${ask.params.media}`)

/** `GET /media/videos/{videoid/GUID}`, section 4.8. */
export const video: Handler = (ask) => byIdOrGuid(ask, 'video', `Video ${ask.params.media}`)

/** `GET /media/documents/{documentid}` (api-facts, Forms): what the records with the document say about it; no crawl requests more. */
export const document: Handler = async (ask) => {
  const id = ask.params.media ?? ''
  return (await namedRecord(ask, 'document', id)) ?? missing(`Document ${id}`)
}

async function byIdOrGuid(ask: Ask, kind: 'image' | 'video', what: string): Promise<Reply> {
  const id = ask.params.media ?? ''
  const json = (/^\d{1,15}$/.test(id) ? await ask.cache.recordText({ kind, id }) : undefined) ?? (await (await ask.known.guids(kind))(id))
  if (json !== undefined) return { json }
  const otherwise = await refusalOf(ask, { kind, id }, notCrawled(what, kind))
  return otherwise.status === 403 ? otherwise : ((await namedRecord(ask, kind, id)) ?? otherwise)
}
