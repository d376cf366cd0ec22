import { createReadStream, readdirSync } from 'node:fs'
import { access, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CacheError, ContentError } from '../errors.ts'
import { isMissing, readIfThere } from './atomic.ts'
import {
  FORMAT,
  type ListName,
  listPath,
  type Manifest,
  MANIFEST_PATH,
  manifestSchema,
  mediaFolder,
  mediaHash,
  PENDING_FOLDER,
  type RecordKey,
  type RecordKind,
  recordPath,
  RECORDS_PATH,
} from './layout.ts'

/** A cached media file: its path in the cache (`media/3f/….jpg`), on this machine, and its size in pixels (pictures only). */
export interface CachedMedia {
  file: string
  path: string
  width?: number
  height?: number
}

/** Where an item of a list lies in its file, in bytes. */
export interface ListPosition {
  offset: number
  length: number
}

/** Reads the last finished crawl. Nothing but names is kept in memory. */
export class CacheReader {
  readonly folder: string
  readonly manifest: Manifest
  readonly #mediaNames = new Map<string, string[]>()

  constructor(folder: string, manifest: Manifest) {
    this.folder = folder
    this.manifest = manifest
  }

  /** The stored answer, as it came; undefined when there is none. */
  recordText(key: RecordKey): Promise<string | undefined> {
    return readIfThere(join(this.folder, recordPath(key)))
  }

  /** The stored answer, parsed; undefined when there is none. Throws a {@link ContentError} when the file is no JSON. */
  async record(key: RecordKey): Promise<unknown> {
    const text = await this.recordText(key)
    if (text === undefined) return undefined
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new ContentError(
        `The cached record ${recordPath(key)} is damaged. Crawl again to replace it; the other records are unharmed.`,
        { cause },
      )
    }
  }

  /** The keys of all stored records, of one kind or of every kind, in a fixed order. */
  async *keys(kind?: RecordKind): AsyncGenerator<RecordKey> {
    for await (const line of this.#lines(RECORDS_PATH)) {
      const key = JSON.parse(line) as RecordKey
      if (kind === undefined || key.kind === kind) yield key
    }
  }

  /** The items of a list in the service's order; none when the list was not crawled. */
  async *list(name: ListName): AsyncGenerator<unknown> {
    for await (const { item } of this.listPositions(name)) yield item
  }

  /** {@link CacheReader.list} with each item's place, so that it can be read again alone. */
  async *listPositions(name: ListName): AsyncGenerator<ListPosition & { item: unknown }> {
    let offset = 0
    for await (const line of this.#lines(listPath(name))) {
      const length = Buffer.byteLength(line)
      yield { offset, length, item: JSON.parse(line) as unknown }
      offset += length + 1
    }
  }

  /** One item of a list, by its place. */
  async listItem(name: ListName, { offset, length }: ListPosition): Promise<unknown> {
    const file = await open(join(this.folder, listPath(name)))
    try {
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
      return JSON.parse(buffer.toString('utf8'))
    } finally {
      await file.close()
    }
  }

  /** True when the list was crawled, even if it is empty. */
  async hasList(name: ListName): Promise<boolean> {
    return access(join(this.folder, listPath(name))).then(
      () => true,
      () => false,
    )
  }

  /**
   * The cached file of a media URL (exactly as records write it); undefined when it was not fetched or is gone. Synchronous, so that
   * rendering can be pure: it reads each of 256 folders once.
   */
  media(url: string): CachedMedia | undefined {
    const folder = mediaFolder(url)
    let names = this.#mediaNames.get(folder)
    if (!names) this.#mediaNames.set(folder, (names = this.#namesIn(folder)))
    const hash = mediaHash(url)
    const name = names.find((candidate) => candidate.startsWith(hash))
    if (!name) return undefined
    const file = `${folder}/${name}`
    const [, width, height] = /-(\d+)x(\d+)\./.exec(name) ?? []
    return { file, path: join(this.folder, file), ...(width && height && { width: Number(width), height: Number(height) }) }
  }

  #namesIn(folder: string): string[] {
    try {
      return readdirSync(join(this.folder, folder))
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  async *#lines(path: string): AsyncGenerator<string> {
    const stream = createReadStream(join(this.folder, path))
    try {
      for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) if (line) yield line
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

/** Opens a finished cache. Throws a {@link CacheError} that says what is there instead. */
export async function openCache(folder: string): Promise<CacheReader> {
  const text = await readFile(join(folder, MANIFEST_PATH), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined) throw new CacheError(await whatIsThere(folder))
  const manifest = readManifest(text, folder)
  return new CacheReader(folder, manifest)
}

function readManifest(text: string, folder: string): Manifest {
  const path = join(folder, MANIFEST_PATH)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new CacheError(`${path} is damaged. Crawl again into ${folder} to write a new one.`, { cause })
  }
  const format = typeof value === 'object' && value && 'format' in value ? Number(value.format) : Number.NaN
  if (format > FORMAT)
    throw new CacheError(
      `The cache in ${folder} has format ${format}, this Benchbook reads up to ${FORMAT}. Update Benchbook, or crawl into another folder.`,
    )
  const result = manifestSchema.safeParse(value)
  if (!result.success) {
    const field = result.error.issues[0]?.path.join('.') ?? ''
    throw new CacheError(
      `${path} is no manifest that Benchbook wrote (field "${field}"). Name another folder with --cache, or crawl again.`,
    )
  }
  return result.data
}

async function whatIsThere(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => undefined)
  if (!names)
    return `There is no cache in ${folder}. Run "benchbook crawl --source URL --cache ${folder}" first, or name the right folder with --cache.`
  if (names.includes(PENDING_FOLDER))
    return `The crawl into ${folder} has not finished, and a site is built from a finished crawl only. Run the same "benchbook crawl" again: it goes on from what is there.`
  return `${folder} holds no finished crawl. Run "benchbook crawl --source URL --cache ${folder}" first, or name the right folder with --cache.`
}
