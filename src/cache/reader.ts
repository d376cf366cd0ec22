import { hash } from 'node:crypto'
import { closeSync, readSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HASH_LENGTH, HashSet } from '../disk/hash-set.ts'
import { bytesNow, openNow, sizeNow } from '../disk/read.ts'
import { type Checked, readChecked, readStale } from './checked.ts'
import { FORMAT, formerRecordPath, listPath, type Manifest, MEDIA_NAME, mediaHash, type RecordKey, recordPath } from './layout.ts'
import { type OnDamagedLine, readJsonLines, readKeys } from './json-lines.ts'
import { type ListFile, type ListPosition, openListFile } from './list-file.ts'
import { refuseLinks } from './refused-folder.ts'
import { isLocked } from './lock/lock.ts'
import { isFinishing, readFinished } from './manifest.ts'
import { MediaIndex } from './media/media-index.ts'
import { mediaFileOf } from './media/stored-media.ts'
import { checkLargeRecord, LARGE_CHARACTERS } from './large-records.ts'
import { parseStored, refusedRecord } from './parse-stored.ts'
import { readReport, type Report } from './report.ts'
import type { ListName, RecordKind } from '../model/resources.ts'

const FINISH_POLL_MS = 100
/** Answers that are kept after parsing: a page and its search document read the same ones. */
const KEPT_ANSWERS = 64

/** A cached media file: its path in the cache (`media/3f/….jpg`), on this machine, and its size in pixels (pictures only). */
export interface CachedMedia {
  file: string
  path: string
  width?: number
  height?: number
}

/** Reads the last finished crawl. Only names are kept in memory. */
export class CacheReader {
  readonly #folder: string
  readonly manifest: Manifest
  /** Called for lines that are left out because they are damaged. */
  readonly onDamagedLine: OnDamagedLine | undefined
  readonly #media: MediaIndex
  #stale: Promise<Map<string, string>> | undefined
  /** By path: the answers parsed last, with their texts. */
  readonly #parsed = new Map<string, { text: string; answer: unknown }>()

  /** Reads in a folder, or in that of another reader. */
  constructor(place: { folder: string; manifest: Manifest; onDamagedLine?: OnDamagedLine | undefined } | CacheReader) {
    this.#folder = place instanceof CacheReader ? place.#folder : place.folder
    this.manifest = place.manifest
    this.onDamagedLine = place.onDamagedLine
    this.#media = new MediaIndex(this.#folder)
  }

  /** The stored answer, unmodified; undefined if there is none. Throws a `ContentError` if the system refuses to read it. */
  async recordText(key: RecordKey): Promise<string | undefined> {
    return this.recordBytes(key)?.toString('utf8')
  }

  /** {@link CacheReader.recordText} as bytes, synchronously, for a server: through the thread pool a file takes 48 µs, this way 12 µs. */
  recordBytes(key: RecordKey): Buffer | undefined {
    try {
      for (const path of this.#recordPaths(key)) {
        const bytes = bytesNow(path)
        if (bytes) return bytes
      }
    } catch (error) {
      throw refusedRecord(key, error)
    }
    return undefined
  }

  /** True for a stored answer that may be long enough to need the large-record check. */
  isLarge(key: RecordKey): boolean {
    return this.#recordPaths(key).some((path) => (sizeNow(path) ?? 0) >= LARGE_CHARACTERS)
  }

  #recordPaths(key: RecordKey): string[] {
    const former = this.manifest.format < FORMAT ? formerRecordPath(key) : undefined
    return [recordPath(key), ...(former ? [former] : [])].map((path) => join(this.#folder, path))
  }

  /** The stored answer, parsed (see {@link parseStored} and {@link checkLargeRecord}); undefined if there is none. */
  async record(key: RecordKey): Promise<unknown> {
    const text = await this.recordText(key)
    return text === undefined ? undefined : this.parsed(key, text)
  }

  /** Parses the text of a stored answer: see {@link CacheReader.record}. The result is shared, and must not be changed. */
  async parsed(key: RecordKey, text: string): Promise<unknown> {
    const path = recordPath(key)
    const known = this.#parsed.get(path)
    if (known?.text === text) return known.answer
    await checkLargeRecord(key, text, path)
    const answer = parseStored(text, path)
    if (text.length < LARGE_CHARACTERS) this.#parsed.set(path, { text, answer })
    const [oldest] = this.#parsed.size > KEPT_ANSWERS ? this.#parsed.keys() : []
    if (oldest !== undefined) this.#parsed.delete(oldest)
    return answer
  }

  /** The keys of all stored records, of one kind or of every kind, in a fixed order. */
  async *keys(kind?: RecordKind): AsyncGenerator<RecordKey> {
    for await (const key of readKeys(this.#folder, this.onDamagedLine)) if (kind === undefined || key.kind === kind) yield key
  }

  /** The items of a list in the service's order, without damaged ones; none if the list was not crawled. */
  async *list(name: ListName): AsyncGenerator {
    for await (const { item } of this.listPositions(name)) yield item
  }

  /** {@link CacheReader.list} with each item's position, so that it can be read again individually. */
  async *listPositions(name: ListName): AsyncGenerator<ListPosition & { item: unknown }> {
    for await (const { item, offset, length } of readJsonLines(join(this.#folder, listPath(name)), listPath(name), this.onDamagedLine))
      yield { offset, length, item }
  }

  /** One item of a list, by its position. */
  async listItem(name: ListName, place: ListPosition): Promise<unknown> {
    return (await this.listItems(name, [place]))[0]
  }

  /** Some items of a list, by position; opens the file once. Synchronous, as {@link CacheReader.recordBytes}. */
  async listItems(name: ListName, places: readonly ListPosition[]): Promise<unknown[]> {
    const file = openNow(join(this.#folder, listPath(name)))
    try {
      return places.map(({ offset, length }) => {
        const buffer = Buffer.alloc(length)
        if (file !== undefined) readSync(file, buffer, 0, length, offset)
        return parseStored(buffer.toString('utf8'), listPath(name))
      })
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }

  /** The number of items of a list, without damaged ones; undefined if it was not crawled. */
  async listLength(name: ListName): Promise<number | undefined> {
    if (!this.hasList(name)) return undefined
    let length = 0
    for await (const item of readJsonLines(join(this.#folder, listPath(name)), listPath(name))) length += Math.sign(item.length)
    return length
  }

  /** A list's file, which stays open until the caller closes it; undefined if the list was not crawled. */
  openList(name: ListName): Promise<ListFile | undefined> {
    return openListFile(this.#folder, name, this.onDamagedLine)
  }

  checked(): AsyncGenerator<Checked> {
    return readChecked(this.#folder)
  }

  report(): Promise<Report | undefined> {
    return readReport(this.#folder)
  }

  /** Since when a record is stale (ISO 8601): the last crawl with a good copy. Undefined if it is up to date. */
  async staleSince(key: RecordKey): Promise<string | undefined> {
    return (await (this.#stale ??= readStale(this.#folder))).get(recordPath(key))
  }

  /** True if the list was crawled, even if it is empty. */
  hasList(name: ListName): boolean {
    return sizeNow(join(this.#folder, listPath(name))) !== undefined
  }

  /** The cached file of a media URL, exactly as in records; undefined if there is none. Synchronous, like rendering. */
  media(url: string): CachedMedia | undefined {
    const file = this.#media.find(mediaHash(url))
    if (!file) return undefined
    const { width, height } = MEDIA_NAME.exec(basename(file))?.groups ?? {}
    return { file, path: mediaFileOf(this.#folder, file), ...(width && { width: Number(width), height: Number(height) }) }
  }

  /** Fingerprints of the media that {@link CacheReader.media} finds, by `mediaNumber` of their addresses. */
  mediaMarks(): Map<number, string> {
    return this.#media.marks()
  }

  mediaNames(): string[][] {
    return this.#media.names()
  }

  async mediaBytes({ file }: Pick<CachedMedia, 'file'>): Promise<number> {
    return (await stat(mediaFileOf(this.#folder, file))).size
  }
}

/** A cache whose records can be passed on unparsed: reading one that is not JSON throws a `ContentError`. Each is parsed once, as that is slow. */
export class WholeRecords extends CacheReader {
  /** By path. */
  readonly #whole = new HashSet()

  override async recordText(key: RecordKey): Promise<string | undefined> {
    return this.#checked(key, await super.recordText(key))
  }

  override recordBytes(key: RecordKey): Buffer | undefined {
    return this.#checked(key, super.recordBytes(key))
  }

  #checked<T extends string | Buffer>(key: RecordKey, answer: T | undefined): T | undefined {
    if (answer === undefined) return undefined
    const path = recordPath(key)
    const name = hash('sha256', path).slice(0, HASH_LENGTH)
    if (this.#whole.has(name)) return answer
    parseStored(answer.toString('utf8'), path)
    this.#whole.add(name)
    return answer
  }
}

/** Opens a finished cache; waits for a finishing crawl. Throws a {@link CacheError} that describes what is there instead. */
export async function openCache(folder: string, onDamagedLine?: OnDamagedLine): Promise<CacheReader> {
  while ((await isFinishing(folder)) && (await isLocked(folder))) await sleep(FINISH_POLL_MS)
  const manifest = await readFinished(folder)
  refuseLinks(folder)
  return new CacheReader({ folder, manifest, onDamagedLine })
}
