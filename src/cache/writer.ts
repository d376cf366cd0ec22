import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { forget, linkAtomically, streamAtomically, writeAtomically, writePart } from '../disk/atomic.ts'
import { readIfAllowed, readNow } from '../disk/read.ts'
import { changedBy, finishedManifest } from './changed.ts'
import { finishPending } from './finish.ts'
import { flushAhead, flushFile, flushFolder, flushTree } from '../disk/flush.ts'
import { readJsonLines } from './json-lines.ts'
import {
  LISTS_PATH,
  listPath,
  type Manifest,
  MANIFEST_PATH,
  PENDING_FOLDER,
  type RecordKey,
  recordPath,
  RECORDS_PATH,
  REPORT_PAGE_PATH,
  REPORT_PATH,
  STALE_PATH,
  SWEEP_PATH,
} from './layout.ts'
import type { StaleRecord } from './checked.ts'
import { countMediaToBe } from './loss.ts'
import { mediaShelves } from './media/media-index.ts'
import { MediaWriter } from './media/media-writer.ts'
import type { ListName } from '../model/resources.ts'

/** Flushing more often would delay concurrent writes. */
const FLUSHED_EVERY_MS = 10_000

/** Writes one crawl. Everything goes below `pending/` until {@link CacheWriter.finish}, so that a reader keeps the last finished crawl. */
export class CacheWriter {
  readonly folder: string
  readonly media: MediaWriter
  /** Before a first crawl, lookups in the finished one are skipped. */
  readonly #hasFinished: boolean
  readonly #hasLeft: boolean
  /** Of the lists that this crawl has stored. */
  readonly #listLengths = new Map<ListName, number>()
  #flushing: Promise<void> | undefined

  constructor(folder: string) {
    this.folder = folder
    this.media = new MediaWriter(folder)
    this.#hasFinished = existsSync(join(folder, 'records'))
    this.#hasLeft = existsSync(this.#pending('records'))
  }

  /**
   * Stores an answer unmodified. Returns `unchanged` if the last finished crawl has the same bytes: they are hard-linked, so that a resumed
   * crawl knows not to request it again. A killed process may leave a truncated file, which is detected because truncated JSON is invalid.
   */
  record(key: RecordKey, body: string): 'fetched' | 'unchanged' {
    const path = recordPath(key)
    if (this.finishedRecord(key) === body) {
      linkAtomically(join(this.folder, path), this.#pending(path))
      return 'unchanged'
    }
    writePart(this.#pending(path), body)
    return 'fetched'
  }

  /** What this crawl, or an interrupted one before it, has stored for a key. */
  pendingRecord(key: RecordKey): string | undefined {
    return readNow(this.#pending(recordPath(key)))
  }

  /** {@link CacheWriter.pendingRecord} of an interrupted earlier crawl. */
  leftRecord(key: RecordKey): string | undefined {
    return this.#hasLeft ? this.pendingRecord(key) : undefined
  }

  /** When a {@link CacheWriter.leftRecord} was stored, in seconds: one equal to the finished one (`isSame`) may be a hard link to an old file. */
  leftAt(key: RecordKey, isSame: boolean): number {
    const { mtimeMs, ctimeMs, nlink } = statSync(this.#pending(recordPath(key)))
    return (isSame && nlink > 1 ? ctimeMs : mtimeMs) / 1000
  }

  /** What the last finished crawl stored for a key; undefined if it is missing or no longer readable. */
  finishedRecord(key: RecordKey): string | undefined {
    return this.#hasFinished ? readIfAllowed(join(this.folder, recordPath(key))) : undefined
  }

  /** Discards a record of this crawl: that of the last finished crawl stays, if it is kept. */
  forgetRecord(key: RecordKey): void {
    forget(this.#pending(recordPath(key)))
  }

  /** Stores a list, one item per line, while it arrives. If its source throws, nothing is left behind. */
  async list(name: ListName, items: AsyncIterable<unknown>): Promise<void> {
    let length = 0
    async function* lines() {
      for await (const item of items) {
        yield `${JSON.stringify(item)}\n`
        length++
      }
    }
    await streamAtomically(this.#pending(listPath(name)), Readable.from(lines()))
    this.#listLengths.set(name, length)
  }

  /** Discards a list: that of the last finished crawl stays, if it is kept. */
  async forgetList(name: ListName): Promise<void> {
    await rm(this.#pending(listPath(name)), { force: true })
    this.#listLengths.delete(name)
  }

  /** Removes items from a list, either this crawl's or one kept from an earlier crawl. */
  async stripList(name: ListName, isStored: (item: unknown) => boolean): Promise<void> {
    const file = [this.#pending(listPath(name)), join(this.folder, listPath(name))].find((path) => existsSync(path))
    if (!file) return
    const items = readJsonLines(file, listPath(name))
    async function* stored() {
      for await (const { item } of items) if (isStored(item)) yield item
    }
    await this.list(name, stored())
  }

  /** Stores the report of this crawl: for programs (piece by piece, it can be long) and for people. */
  async report(json: AsyncIterable<string>, page: string): Promise<void> {
    await streamAtomically(this.#pending(REPORT_PATH), Readable.from(json))
    writeAtomically(this.#pending(REPORT_PAGE_PATH), page)
  }

  /** Media files for which `isKept`, given the hash of their address, is false are deleted at the end. */
  async sweep(isKept: (hash: string) => boolean): Promise<void> {
    await this.media.forgetLeft(isKept)
    const shelves = mediaShelves(this.folder)
    async function* lines() {
      for await (const shelf of shelves) for (const { file, hash } of shelf) if (!isKept(hash)) yield `${file}\n`
    }
    await streamAtomically(this.#pending(SWEEP_PATH), Readable.from(lines()))
  }

  /** Flushes what is stored so far, so that {@link CacheWriter.finish} has less to flush. */
  flushAhead(): Promise<void> {
    return (this.#flushing ??= flushAhead(join(this.folder, PENDING_FOLDER)).finally(() => (this.#flushing = undefined)))
  }

  /** {@link CacheWriter.flushAhead} periodically, until the returned function is called: limits the loss after a power failure. */
  keepFlushing(everyMs = FLUSHED_EVERY_MS): () => void {
    const timer = setInterval(() => void this.flushAhead(), everyMs)
    return () => clearInterval(timer)
  }

  /**
   * Finishes the crawl: flushes and moves what it stored into place, removes records and lists that are not kept, and moves the manifest
   * last. If interrupted, `resumeFinish` completes it.
   */
  async finish(
    manifest: Manifest,
    kept: { records: Iterable<RecordKey>; lists: Iterable<ListName>; stale?: Iterable<StaleRecord> },
  ): Promise<void> {
    const records = new Map<string, number>()
    const recordLine = ({ kind, id, lang }: RecordKey): string => {
      records.set(kind, (records.get(kind) ?? 0) + 1)
      return JSON.stringify({ kind, id, lang })
    }
    await this.#lines(RECORDS_PATH, Array.from(kept.records, recordLine))
    await this.#lines(
      STALE_PATH,
      Array.from(kept.stale ?? [], (record) => JSON.stringify(record)),
    )
    const lists = new Set(kept.lists)
    writeAtomically(this.#pending(LISTS_PATH), JSON.stringify([...lists]))
    const pending = join(this.folder, PENDING_FOLDER)
    await flushTree(pending)
    const stored = { records: sorted(records), lists: this.#storedLengths(lists), media: await countMediaToBe(this.folder) }
    const finished: Manifest = { ...manifest, stored, changedAt: await changedBy(this.folder, manifest, lists) }
    writeAtomically(this.#pending(MANIFEST_PATH), `${JSON.stringify(finished, null, 2)}\n`)
    flushFile(this.#pending(MANIFEST_PATH))
    await flushFolder(pending)
    await finishPending(this.folder)
    await flushFolder(this.folder)
  }

  /** Writes lines in order; a separate function, so that they are garbage-collected as soon as possible. */
  async #lines(path: string, lines: string[]): Promise<void> {
    function* endingLines() {
      for (const line of lines.sort()) yield `${line}\n`
    }
    await streamAtomically(this.#pending(path), Readable.from(endingLines()))
  }

  /** A list kept from an earlier crawl counts as that one stored it, whatever its file's state. */
  #storedLengths(lists: Iterable<ListName>): Record<string, number> {
    const before = finishedManifest(this.folder)?.stored?.lists
    const lengths = Array.from(lists, (name) => [name, this.#listLengths.get(name) ?? before?.[name]] as const)
    return sorted(lengths.filter((row): row is [ListName, number] => row[1] !== undefined))
  }

  #pending(path: string): string {
    return join(this.folder, PENDING_FOLDER, path)
  }
}

const sorted = (counts: Iterable<readonly [string, number]>): Record<string, number> =>
  Object.fromEntries(Array.from(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
