import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { linkAtomically, readIfThere, streamAtomically, writeAtomically } from './atomic.ts'
import type { Checked } from './checked.ts'
import { resumeFinish } from './finish.ts'
import { flushFile, flushFolder, flushTree } from './flush.ts'
import {
  CHECKED_PATH,
  KEPT_LISTS_PATH,
  type ListName,
  listPath,
  type Manifest,
  MANIFEST_PATH,
  mediaHash,
  mediaPath,
  PENDING_FOLDER,
  type RecordKey,
  recordPath,
  RECORDS_PATH,
  SWEEP_PATH,
} from './layout.ts'
import { REPORT_PAGE_PATH, REPORT_PATH } from './report.ts'
import { type StaleRecord, STALE_PATH } from './stale.ts'
import { HEAD_BYTES, identifyMedia, type MediaType } from './media-type.ts'
import { mediaToSweep } from './sweep.ts'

/** A media file as it was stored: its path in the cache, its length and what it is. */
export interface StoredMedia extends MediaType {
  file: string
  bytes: number
}

/**
 * Writes one crawl. Everything lands below `pending/` until {@link CacheWriter.finish}, so that a reader keeps the last finished
 * crawl; media go to their place at once, since their names say what they hold. Every file is written aside and renamed.
 */
export class CacheWriter {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /**
   * Stores an answer as it came. `unchanged` when the last finished crawl holds the same bytes: they are linked, so that this crawl,
   * cut short, knows that it need not ask again.
   */
  async record(key: RecordKey, body: string): Promise<'fetched' | 'unchanged'> {
    const path = recordPath(key)
    if ((await readIfThere(join(this.folder, path))) === body) {
      await linkAtomically(join(this.folder, path), this.#pending(path))
      return 'unchanged'
    }
    await writeAtomically(this.#pending(path), body)
    return 'fetched'
  }

  /** What this crawl, or one before it that was cut short, has stored for a key. */
  pendingRecord(key: RecordKey): Promise<string | undefined> {
    return readIfThere(this.#pending(recordPath(key)))
  }

  /** What the last finished crawl stored for a key. */
  finishedRecord(key: RecordKey): Promise<string | undefined> {
    return readIfThere(join(this.folder, recordPath(key)))
  }

  /** Stores a list, one item a line, while it arrives. A list whose source throws leaves nothing behind. */
  async list(name: ListName, items: AsyncIterable<unknown>): Promise<void> {
    const path = this.#pending(listPath(name))
    async function* lines() {
      for await (const item of items) yield `${JSON.stringify(item)}\n`
    }
    await streamAtomically(path, Readable.from(lines()))
  }

  /** Takes back a list: that of the last finished crawl stays, if it is kept. */
  async forgetList(name: ListName): Promise<void> {
    await rm(this.#pending(listPath(name)), { force: true })
  }

  /** Stores the report of this crawl: for programs (piece by piece, it can be long) and for people. */
  async report(json: AsyncIterable<string>, page: string): Promise<void> {
    await streamAtomically(this.#pending(REPORT_PATH), Readable.from(json))
    await writeAtomically(this.#pending(REPORT_PAGE_PATH), page)
  }

  /**
   * Stores a media file while it arrives, under a name made of its URL, its size in pixels and what its bytes are. Undefined, and
   * nothing stored, when the bytes are of no kind that is kept (see {@link identifyMedia}).
   */
  async media(url: string, body: AsyncIterable<Uint8Array>): Promise<StoredMedia | undefined> {
    const head: Uint8Array[] = []
    let bytes = 0
    async function* watched() {
      for await (const chunk of body) {
        if (bytes < HEAD_BYTES) head.push(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    const arriving = this.#pending(`media/${mediaHash(url)}`)
    await streamAtomically(arriving, Readable.from(watched()))
    const type = identifyMedia(Buffer.concat(head), url)
    // What is active in an SVG is looked for in its head only.
    if (!type || (type.extension === 'svg' && bytes > HEAD_BYTES)) {
      await rm(arriving, { force: true })
      return undefined
    }
    const file = mediaPath(url, type)
    await mkdir(dirname(join(this.folder, file)), { recursive: true })
    // A part of a file would pass for the whole of it after a loss of power; nothing else says how long it is.
    await flushFile(arriving)
    await rename(arriving, join(this.folder, file))
    await this.#forgetOtherMedia(url, file)
    return { ...type, file, bytes }
  }

  /** Notes when each record and file was asked for last; takes its place at the end. */
  async checked(notes: Iterable<Checked>): Promise<void> {
    function* lines() {
      for (const note of notes) yield `${JSON.stringify(note)}\n`
    }
    await streamAtomically(this.#pending(CHECKED_PATH), Readable.from(lines()))
  }

  /** Media files of which `isKept` says no, given the hash of their address, go at the end. */
  async sweep(isKept: (hash: string) => boolean): Promise<void> {
    const paths = mediaToSweep(this.folder, isKept)
    async function* lines() {
      for await (const path of paths) yield `${path}\n`
    }
    await streamAtomically(this.#pending(SWEEP_PATH), Readable.from(lines()))
  }

  /**
   * Ends the crawl: what it stored is flushed to the disk and takes the place of what was there, records and lists that are not among
   * the kept go, the manifest comes last. Cut short, {@link resumeFinish} brings it to its end.
   */
  async finish(
    manifest: Manifest,
    kept: { records: Iterable<RecordKey>; lists: Iterable<ListName>; stale?: Iterable<StaleRecord> },
  ): Promise<void> {
    const lines = Array.from(kept.records, ({ kind, id, lang }) => JSON.stringify({ kind, id, lang })).sort()
    await writeAtomically(this.#pending(RECORDS_PATH), lines.map((line) => `${line}\n`).join(''))
    const stale = Array.from(kept.stale ?? [], (record) => `${JSON.stringify(record)}\n`).sort()
    await writeAtomically(this.#pending(STALE_PATH), stale.join(''))
    await writeAtomically(this.#pending(KEPT_LISTS_PATH), JSON.stringify([...kept.lists]))
    const pending = join(this.folder, PENDING_FOLDER)
    await flushTree(pending)
    await writeAtomically(this.#pending(MANIFEST_PATH), `${JSON.stringify(manifest, null, 2)}\n`)
    await flushFile(this.#pending(MANIFEST_PATH))
    await flushFolder(pending)
    await resumeFinish(this.folder)
    await flushFolder(this.folder)
  }

  /** A picture whose size or kind has changed at the service has a new name; the old one must not be found again. */
  async #forgetOtherMedia(url: string, file: string): Promise<void> {
    const folder = dirname(join(this.folder, file))
    for (const name of await readdir(folder))
      if (name.startsWith(mediaHash(url)) && name !== basename(file)) await rm(join(folder, name), { force: true })
  }

  #pending(path: string): string {
    return join(this.folder, PENDING_FOLDER, path)
  }
}
