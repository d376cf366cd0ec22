import type { CacheReader } from '../../cache/reader.ts'
import { type Image, urlsForSize } from '../../model/media.ts'
import { fieldOf, numberIn, textIn } from '../fields.ts'
import type { NamedKind } from '../named.ts'
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
  let json = /^\d{1,15}$/.test(id) ? await ask.cache.recordText({ kind, id }) : undefined
  if (json === undefined) {
    const byGuid = (await ask.known.guids(kind)).get(id)
    json = byGuid === undefined ? undefined : await ask.cache.recordText({ kind, id: String(byGuid) })
  }
  if (json !== undefined) return { json }
  const otherwise = await refusalOf(ask, { kind, id }, notCrawled(what, kind))
  return otherwise.status === 403 ? otherwise : ((await namedRecord(ask, kind, id)) ?? otherwise)
}

/**
 * A picture, video, document or user assembled from the records that reference it, in the form of its own answer (sections 2.10, 2.12,
 * 2.13): unknown fields are null, empty or 0. Undefined if nothing references it.
 */
export async function namedRecord({ cache, known }: Ask, kind: NamedKind, id: string): Promise<Reply | undefined> {
  const named = await known.named()
  const found = await named.find(kind, id)
  if (!found) return undefined
  const record =
    kind === 'user' ? userOf(found, named.teamsOf(numberIn(found, 'userid'))) : kind === 'image' ? imageDetailOf(found, cache) : found
  return { json: JSON.stringify(record), madeOf: 'mentions' }
}

function userOf(person: object, teams: readonly number[]): object {
  const field = (name: string, otherwise: unknown) => fieldOf(person, name) ?? otherwise
  return {
    userid: numberIn(person, 'userid'),
    username: textIn(person, 'username'),
    unique_username: field('unique_username', null),
    join_date: field('join_date', null),
    image: field('image', null),
    reputation: numberIn(person, 'reputation'),
    url: field('url', ''),
    teams: field('teams', teams),
    privileges: field('privileges', []),
  }
}

/** Its size is that of the largest copy in the cache, 0 if there is none. */
function imageDetailOf(image: object, cache: CacheReader): object {
  const copies = urlsForSize(image as Image, 'original').map((url) => cache.media(url))
  const widths = copies.map((copy) => copy?.width ?? 0)
  const { width = 0, height = 0 } = copies[widths.indexOf(Math.max(...widths))] ?? {}
  const ratio = height > 0 && Math.abs(width / height - 4 / 3) < 0.02 ? 'FOUR_THREE' : 'VARIABLE'
  return { image, srcid: null, width, height, ratio, markup: null, exif: [] }
}
