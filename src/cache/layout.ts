import { hash } from 'node:crypto'
import { z } from 'zod'
import { isNamespace } from '../model/ref.ts'
import type { ListName, RecordKind } from '../model/resources.ts'
import { canonicalTitle, hashOf, safeName, uniqueName } from '../model/title.ts'
import { HASH_LENGTH } from '../disk/hash-set.ts'

/** The layout's version. A reader refuses a manifest with a higher one. */
export const FORMAT = 2

/**
 * Names one stored answer. `id` is the guideid, userid, teamid, imageid or videoid in decimal; `NAMESPACE/title` for wikis and
 * their tags; a namespace, or an id of the service's own, for some extras; empty for what exists once, such as the site and the
 * three forms of the category tree. `lang` marks a translation.
 */
export interface RecordKey {
  kind: RecordKind
  id: string
  lang?: string
}

/** A record's file below the cache folder: `records/guide/0/123.json`, `records/guide/0/123.de.json`, `records/wiki/CATEGORY/3f/kettle-1a2b….json`. */
export function recordPath(key: RecordKey): string {
  return pathBy(key, uniqueName)
}

/** Where format 1 had a record: its names had 32 bits of a hash, and two titles could share one. Undefined where nothing has changed. */
export function formerRecordPath(key: RecordKey): string | undefined {
  const former = pathBy(key, safeName)
  return former === recordPath(key) ? undefined : former
}

function pathBy({ kind, id, lang }: RecordKey, nameOf: (title: string) => string): string {
  const ending = lang ? `.${/^[\w-]{1,35}$/.test(lang) ? lang : safeName(lang)}.json` : '.json'
  if (id === '') return `records/${kind}${ending}`
  if (/^\d{1,15}$/.test(id)) return `records/${kind}/${Math.floor(Number(id) / 1000)}/${id}${ending}`
  const namespace = id.slice(0, Math.max(0, id.indexOf('/')))
  const folder = isNamespace(namespace) ? `${namespace}/` : ''
  const title = canonicalTitle(id.slice(folder.length))
  return `records/${kind}/${folder}${hashOf(title, 2)}/${nameOf(title)}${ending}`
}

/** A list's file: one item a line, as it came. */
export function listPath(name: ListName): string {
  return `lists/${name}.ndjson`
}

/** One line a stored record: its {@link RecordKey}. Written when a crawl finishes. */
export const RECORDS_PATH = 'records.ndjson'
export const MANIFEST_PATH = 'manifest.json'
/** One line a record or file that was asked for: when, and whether it was missing (see checked.ts). */
export const CHECKED_PATH = 'checked.ndjson'
/** A line a picture: its average colour (see colours.ts). Made of the files beside it, and made anew when it is gone. */
export const COLOURS_PATH = 'colours.txt'
/** Names of the lists that a crawl keeps; stands in the pending folder only. */
export const KEPT_LISTS_PATH = 'lists.json'
/** Paths of the media files that a crawl does not keep, one a line; stands in the pending folder only. */
export const SWEEP_PATH = 'sweep.txt'
/** What a crawl has written and not yet finished; has the same layout below it. */
export const PENDING_FOLDER = 'pending'

/** The folder of a media file, by the hash of the URL that it came from. */
export function mediaFolder(hash: string): string {
  return `media/${hash.slice(0, 2)}`
}

export const MEDIA_HASH_LENGTH = HASH_LENGTH

/**
 * The start of a media file's name. Its size in pixels (pictures only), its length in bytes, the start of the SHA-256 of its bytes and its ending
 * follow: `3f9a…-592x444-31207-0c44a1b2d3e4.jpg`, `77ab…-90112-5d6e7f809a1b.pdf`. So a file says itself what it was when it was stored.
 */
export function mediaHash(url: string): string {
  // Cut before it becomes a text: a slice of a text keeps the whole in memory.
  if (url !== lastHashed.url) lastHashed = { url, hash: hash('sha256', url, 'buffer').toString('hex', 0, MEDIA_HASH_LENGTH / 2) }
  return lastHashed.hash
}
/** A crawl asks three times in a row for one address. */
let lastHashed: { url: string | undefined; hash: string } = { url: undefined, hash: '' }

/** The ending of what a browser would open as a page: none takes this for anything but a file to keep. */
export const DOWNLOADED_ENDING = 'bin'

/** Hex digits of the SHA-256 of a media file that its name tells: 48 bits, by which damage does not go unseen. */
export const MEDIA_DIGEST_LENGTH = 12

/** What a crawl calls a media file. Those of older versions do not tell their digest, and some, as those of the sample, not their length. */
export const MEDIA_NAME = /^[0-9a-f]{20}(?:-(?<width>\d+)x(?<height>\d+))?(?:-(?<length>\d+)(?:-(?<digest>[0-9a-f]{12}))?)?\.\w+$/

/** A media file's path below the cache folder, from its URL and what its bytes are. */
export function mediaPath(
  url: string,
  file: { extension: string; width?: number; height?: number; length?: number; digest?: string },
): string {
  const size = file.width && file.height ? `-${file.width}x${file.height}` : ''
  const length = file.length === undefined ? '' : `-${file.length}`
  const digest = file.digest ? `-${file.digest}` : ''
  const hash = mediaHash(url)
  return `${mediaFolder(hash)}/${hash}${size}${length}${digest}.${file.extension}`
}

const count = z.number().int().nonnegative()

/** What a finished crawl says of itself. Written last. */
export const manifestSchema = z.object({
  format: z.number().int(),
  /** Product and version that wrote it. */
  product: z.string(),
  /** The API's base address that was crawled, such as `https://www.ifixit.com/api/2.0`. */
  source: z.string(),
  /** Bases where the service was before it moved, the newest first; absent where it never did. */
  movedFrom: z.array(z.string()).optional(),
  /** The site's name: from `/sites/info`, the home page, or the host in words. */
  name: z.string(),
  /** Origins whose links are links to records, the public one first. */
  origins: z.array(z.string()),
  /** Origins that media came from. */
  mediaOrigins: z.array(z.string()),
  /** The service's default language. */
  lang: z.string(),
  /** The languages of the translations that were copied as well, as browsers know them (`ja`, never `jp`). */
  translations: z.array(z.string()).optional(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** The end of the last crawl that found something new: `finishedAt`, or earlier. */
  changedAt: z.string().optional(),
  /** How far `--verify` has come round the media files, from 0 to 1 (see verify-media.ts). */
  mediaVerifiedTo: z.number().optional(),
  /** What was chosen, when the cache holds a part of the service only. */
  part: z.object({ limit: count.optional(), category: z.string().optional(), since: z.string().optional() }).optional(),
  /** False when private records were left out; absent where nobody knows. */
  includesPrivate: z.boolean().optional(),
  /** True when the service answers nobody without a token: what was copied is for those who have one. */
  isPrivateSite: z.boolean().optional(),
  media: z.enum(['none', 'pictures', 'all']),
  /** By kind: how many records or files had which outcome. */
  counts: z.record(
    z.string(),
    z.object({ fetched: count, unchanged: count, gone: count, private: count, failed: count, stale: count.default(0), bytes: count }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>
