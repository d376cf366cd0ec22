import { stat } from 'node:fs/promises'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { extname } from 'node:path'
import { DOWNLOADED_ENDING } from '../../cache/layout.ts'
import type { CachedMedia } from '../../cache/reader.ts'
import { type Answer, DERIVED, isKnown, notModified, refusalAnswer } from '../answer.ts'
import { Memory } from '../memory.ts'
import type { Refusal } from '../reply.ts'
import { readRange } from './range.ts'

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.heic': 'image/heic',
  '.bmp': 'image/bmp',
  '.tiff': 'image/tiff',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.webm': 'video/webm',
  '.ogv': 'video/ogg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.csv': 'text/csv; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
}

/** What is known of a file: caches keep theirs as long as the crawl that they are of. */
interface Facts {
  size: number
  etag: string
}
const FACTS_BYTES = 512
const MAX_FACTS_BYTES = 4 * 1024 * 1024

export const NO_FILE: Refusal = { status: 404, message: 'This file is not in this cache.' }

/** Answers with cached files. */
export class MediaFiles {
  readonly #facts = new Memory<Facts>(MAX_FACTS_BYTES)

  /**
   * A file, or the range of it that is asked for; 304 when the asker has it, 416 for a range behind its end. `location` is where the file
   * stands, when it answers for another size of the picture.
   */
  async answer(file: CachedMedia, asked: IncomingHttpHeaders, location?: string): Promise<Answer> {
    const facts = await this.#factsOf(file.path)
    if (!facts) return refusalAnswer(NO_FILE)
    const answer = fileAnswer(file, facts, asked)
    return location ? { ...answer, headers: { ...answer.headers, ...DERIVED, 'content-location': location } } : answer
  }

  async #factsOf(path: string): Promise<Facts | undefined> {
    const known = this.#facts.get(path)
    if (known) return known
    // Another crawl may be sweeping the file away just now.
    const file = await stat(path).catch(() => undefined)
    if (!file) return undefined
    const facts = { size: file.size, etag: `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"` }
    this.#facts.keep(path, facts, FACTS_BYTES)
    return facts
  }
}

function fileAnswer({ path }: CachedMedia, { size, etag }: Facts, asked: IncomingHttpHeaders): Answer {
  const kept = { etag, 'cache-control': 'public, max-age=3600' }
  if (isKnown(asked, etag)) return notModified(kept)
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  const headers: OutgoingHttpHeaders = { ...kept, 'content-type': type, 'accept-ranges': 'bytes' }
  // A drawing that is opened by itself is a document: nothing in it may run or load.
  if (type === TYPES['.svg']) headers['content-security-policy'] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  if (path.endsWith(`.${DOWNLOADED_ENDING}`)) headers['content-disposition'] = 'attachment'
  // A range of another version of the file would not fit what the asker has.
  const isStale = asked['if-range'] !== undefined && asked['if-range'] !== etag
  const range = readRange(isStale ? undefined : asked.range, size)
  if (range === 'whole') return { status: 200, headers, body: { path, start: 0, end: size - 1 } }
  if (range === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: Buffer.alloc(0) }
  return { status: 206, headers: { ...headers, 'content-range': `bytes ${range.start}-${range.end}/${size}` }, body: { path, ...range } }
}
