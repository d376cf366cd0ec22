import { hash } from 'node:crypto'
import { z } from 'zod'
import { isLanguageTag, languageTag } from '../model/language.ts'
import { isNamespace } from '../model/ref.ts'
import type { ListName, RecordKind } from '../model/resources.ts'
import { hashOf, safeName, uniqueName } from '../model/addresses/safe-name.ts'
import { canonicalTitle } from '../model/title.ts'
import { HASH_LENGTH } from '../disk/hash-set.ts'

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

/** A record's path: `records/guide/0/123.json`, `records/guide/0/123.de.json`, `records/wiki/CATEGORY/3f/kettle-1a2b….json`. */
export function recordPath(key: RecordKey): string {
  return pathBy(key, uniqueName)
}

/** A record's path in format 1, whose names had 32 bits of a hash, so that two titles could share one. Undefined if it is the same. */
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

/** A list's file: one unmodified item per line. */
export function listPath(name: ListName): string {
  return `lists/${name}.ndjson`
}

/** One line per stored record: its {@link RecordKey}. Written when a crawl finishes. */
export const RECORDS_PATH = 'records.ndjson'
export const MANIFEST_PATH = 'manifest.json'
/** One line per requested record or file: when, and whether it was missing (see checked.ts). */
export const CHECKED_PATH = 'checked.ndjson'
/** One line per record that is older than the crawl: its key, and the last crawl with a good copy. */
export const STALE_PATH = 'stale.ndjson'
/** One line for each record, list and failed file, written while the crawl runs. */
export const ENTRIES_PATH = 'report.ndjson'
export const REPORT_PATH = 'report.json'
/** The same for people. */
export const REPORT_PAGE_PATH = 'report.md'
/** What a crawl notes about itself. */
export const NOTES = [CHECKED_PATH, STALE_PATH, ENTRIES_PATH, REPORT_PATH, REPORT_PAGE_PATH]
/** Names of the lists that a crawl keeps; in the pending folder only. */
export const LISTS_PATH = 'lists.json'
/** Paths of the media files that a crawl does not keep, one per line; in the pending folder only. */
export const SWEEP_PATH = 'sweep.txt'
/** The files of an unfinished crawl, in the same layout. */
export const PENDING_FOLDER = 'pending'
export const STAGING_FOLDER = 'pull.part'

/** The folder of a media file, by the hash of the URL that it came from. */
export function mediaFolder(hash: string): string {
  return `media/${hash.slice(0, 2)}`
}

export const MEDIA_HASH_LENGTH = HASH_LENGTH

/** The start of a media file's name; its size (pictures only), length, digest and type follow: `3f9a…-592x444-31207-0c44a1b2d3e4.jpg`. */
export function mediaHash(url: string): string {
  // Cut before it becomes a string: a slice of a string keeps the whole string in memory.
  if (url !== lastHashed.url) lastHashed = { url, hash: hash('sha256', url, 'buffer').toString('hex', 0, MEDIA_HASH_LENGTH / 2) }
  return lastHashed.hash
}
/** A crawl looks up the same address three times in a row. */
let lastHashed: { url: string | undefined; hash: string } = { url: undefined, hash: '' }

/** The extension for files that a browser would open as a page: this one is only ever downloaded. */
export const DOWNLOADED_ENDING = 'bin'

/** Hex digits of the SHA-256 in a media file's name: 48 bits are enough to detect damage. */
export const MEDIA_DIGEST_LENGTH = 12

/** The name of a media file. Names of older versions have no digest, and some, such as the sample's, no length. */
export const MEDIA_NAME = /^[0-9a-f]{20}(?:-(?<width>\d+)x(?<height>\d+))?(?:-(?<length>\d+)(?:-(?<digest>[0-9a-f]{12}))?)?\.\w+$/

/** A media file's path in the cache, from its URL and the type of its bytes. */
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
/** Text that is printed, and written into files that are read by line. */
const line = z.string().regex(/^\P{Cc}*$/u)
const moment = line.refine((text) => !Number.isNaN(Date.parse(text)))
const address = line.refine((text) => /^https?:\S+$/.test(text) && URL.canParse(text))
const origin = line.refine((text) => URL.canParse(text) && new URL(text).origin === text)
const languageTags = z.array(z.string().refine(isLanguageTag))

/** The description of a finished crawl, written last. Foreign caches are untrusted: every value in use has been validated here. */
export const manifestSchema = z.object({
  format: z.number().int(),
  /** The product and version that wrote it. */
  product: line,
  /** The base address of the crawled API, such as `https://www.ifixit.com/api/2.0`. */
  source: address,
  /** Earlier addresses of the service, the newest first; absent if it never moved. */
  movedFrom: z.array(address).optional(),
  /** The site's name: from `/sites/info`, the home page, or the host in words. */
  name: z.string().transform((name) => name.replace(/\p{Cc}+/gu, ' ').trim()),
  /** Origins whose links are links to records, the public one first. */
  origins: z.array(origin),
  /** Origins that media came from. */
  mediaOrigins: z.array(origin),
  /** The service's default language. */
  lang: z.string().transform((lang) => (isLanguageTag(languageTag(lang)) ? lang : 'en')),
  /** The languages of the translations that were copied as well, as browsers know them (`ja`, never `jp`). */
  translations: languageTags.optional(),
  startedAt: moment,
  finishedAt: moment,
  /** The end of the last crawl that found something new: `finishedAt`, or earlier. */
  changedAt: moment.optional(),
  /** The position of `--verify` in the media files, from 0 to 1 (see media-damage.ts). */
  mediaVerifiedTo: z.number().optional(),
  /** Random and permanent: pages of a site on a disk recognize each other by it (disk-scripts.ts). Absent in older manifests. */
  secret: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  /** The selection of a partial crawl. */
  part: z.object({ limit: count.optional(), category: line.optional(), since: line.optional() }).optional(),
  /** False if private records were left out; absent if unknown. */
  includesPrivate: z.boolean().optional(),
  /** True if the service requires a token: the copy is only for people who have one. */
  isPrivateSite: z.boolean().optional(),
  media: z.enum(['none', 'pictures', 'all']),
  /** The numbers of records by kind, items by list and media files (see loss.ts); absent in older manifests. */
  stored: z.object({ records: z.record(line, count), lists: z.record(line, count), media: count.optional() }).optional(),
  /** By kind: the accepted number of refused listed records, or files (see refusals.ts); absent in older manifests. */
  refused: z.record(line, count).optional(),
  /** By kind: the number of records or files with each outcome. */
  counts: z.record(
    line,
    z.object({ fetched: count, unchanged: count, gone: count, private: count, failed: count, stale: count.default(0), bytes: count }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A secret derived from a cache's for a purpose. It reveals neither the cache's own nor that of another purpose. */
export const derivedSecret = (secret: string, purpose: unknown): string => hash('sha256', JSON.stringify([secret, purpose])).slice(0, 16)
