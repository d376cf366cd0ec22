import { createHash, hash as hashOnce } from 'node:crypto'
import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { explainSystem } from '../../errors.ts'
import { forget, linkAtomically, makingFolder, temporaryOf, writePart } from '../../disk/atomic.ts'
import { filesBelow } from '../../disk/files-below.ts'
import { MEDIA_DIGEST_LENGTH, MEDIA_HASH_LENGTH, MEDIA_NAME, mediaFolder, mediaHash, mediaPath, PENDING_FOLDER } from '../layout.ts'
import { fullName, hasItsLength, isDamaged } from './media-damage.ts'
import { MediaIndex } from './media-index.ts'
import { HEAD_BYTES, identifyMedia, type MediaType } from './media-type.ts'
import { verifyMedia } from './verify-media.ts'

/** A media file as it was stored: its path in the cache, its length and what it is. */
export interface StoredMedia extends MediaType {
  file: string
  bytes: number
}

/**
 * Stores media files under names made of their address, their size in pixels, their length and a hash of their bytes: a part of a file, left
 * by a loss of power, does not pass for the whole of it, nor do zeros of its length.
 */
export class MediaWriter {
  readonly #folder: string
  readonly #pending: string
  readonly #damaged = new Set<string>()
  readonly #finished: MediaIndex
  readonly #left: MediaIndex
  /** Where nothing was left, nothing is looked for. */
  readonly #hasLeft: boolean

  constructor(folder: string) {
    this.#folder = folder
    this.#pending = join(folder, PENDING_FOLDER)
    this.#finished = new MediaIndex(folder)
    this.#left = new MediaIndex(this.#pending)
    this.#hasLeft = existsSync(join(this.#pending, 'media'))
  }

  /**
   * True for an address whose file the last crawl has stored, or one before this that was cut short. A stored file that has not the length
   * that it had then does not count, nor one that {@link MediaWriter.verify} has found to be damaged.
   */
  has(url: string): boolean {
    const hash = mediaHash(url)
    const stored = this.#finished.findHash(hash)
    if (stored && !this.#damaged.has(stored)) {
      if (hasItsLength(join(this.#folder, stored))) return true
      this.#damaged.add(stored)
    }
    const left = this.#hasLeft ? this.#left.findHash(hash) : undefined
    if (!left) return false
    const path = join(this.#pending, left)
    const isWhole = isDamaged(path) === false
    if (!isWhole) forget(path)
    return isWhole
  }

  /**
   * Names the last crawl's file of an address by another address, too. False where there is none, and where it is known to be damaged unless
   * `evenDamaged`.
   */
  adopt(from: string, to: string, evenDamaged = false): boolean {
    const file = this.#finished.find(from)
    if (!file) return false
    if (!hasItsLength(join(this.#folder, file))) this.#damaged.add(file)
    if (this.#damaged.has(file) && !evenDamaged) return false
    const hash = mediaHash(to)
    linkAtomically(join(this.#folder, file), join(this.#pending, mediaFolder(hash), hash + basename(file).slice(MEDIA_HASH_LENGTH)))
    return true
  }

  /**
   * Holds a share of the stored files against what they were when they were stored, from a place on (see {@link verifyMedia}): the damaged are
   * wanted again, and those of an older version get names that tell what they hold.
   */
  async verify(from: number, share: number, signal: AbortSignal): Promise<void> {
    const { damaged, unknown } = await verifyMedia(this.#folder, { from, share, signal })
    for (const file of damaged) this.#damaged.add(file)
    for (const file of unknown) linkAtomically(join(this.#folder, file), join(this.#pending, fullName(this.#folder, file)))
  }

  /** Paths of stored files that are not what they were. */
  get damaged(): ReadonlySet<string> {
    return this.#damaged
  }

  /**
   * Stores a file: one that is longer than its head while it arrives. Undefined, and nothing stored, when its bytes are of no kind that
   * is kept (see {@link identifyMedia}).
   */
  async store(url: string, body: AsyncIterable<Uint8Array>, isAttached = false): Promise<StoredMedia | undefined> {
    const pieces: Uint8Array[] = []
    let bytes = 0
    const arriving = body[Symbol.asyncIterator]()
    for (let next = await arriving.next(); !next.done; next = await arriving.next()) {
      pieces.push(next.value)
      bytes += next.value.length
      if (bytes > HEAD_BYTES) return this.#storeLarge(url, pieces, arriving, isAttached)
    }
    return this.#storeSmall(url, Buffer.concat(pieces), isAttached)
  }

  /** In its place at once: its name says how long it is, and a part of it is not taken for the whole. */
  #storeSmall(url: string, content: Uint8Array, isAttached: boolean): StoredMedia | undefined {
    const type = identifyMedia(content, url, isAttached)
    if (!type) return undefined
    const bytes = content.length
    const digest = hashOnce('sha256', content).slice(0, MEDIA_DIGEST_LENGTH)
    const file = mediaPath(url, { ...type, length: bytes, digest })
    writePart(join(this.#pending, file), content)
    return { ...type, file, bytes }
  }

  async #storeLarge(
    url: string,
    begun: Uint8Array[],
    rest: AsyncIterator<Uint8Array>,
    isAttached: boolean,
  ): Promise<StoredMedia | undefined> {
    const hash = mediaHash(url)
    const arriving = temporaryOf(join(this.#pending, mediaFolder(hash), hash))
    try {
      const { head, bytes, digest } = await writeAll(arriving, begun, rest)
      const type = identifyMedia(head, url, isAttached)
      if (!type) {
        forget(arriving)
        return undefined
      }
      const file = mediaPath(url, { ...type, length: bytes, digest })
      renameSync(arriving, join(this.#pending, file))
      return { ...type, file, bytes }
    } catch (error) {
      forget(arriving)
      await rest.return?.()
      throw explainSystem(error, arriving)
    }
  }

  /** Deletes what a crawl that was cut short has left: parts of files, and those that `isKept` says no to, given the hash of their address. */
  async forgetLeft(isKept: (hash: string) => boolean): Promise<void> {
    if (!this.#hasLeft) return
    for await (const path of filesBelow(this.#pending, 'media'))
      if (!MEDIA_NAME.test(basename(path)) || !isKept(hashIn(path))) forget(join(this.#pending, path))
  }
}

/**
 * Deletes the files of a cache that a crawl has copied again: a picture whose size or kind has changed at the service has a new name, and the
 * old one must not be found. To be called before the new ones come to their places; can be done twice.
 */
export async function forgetReplaced(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'media'))) return
  const finished = new MediaIndex(folder)
  for await (const path of filesBelow(join(folder, PENDING_FOLDER), 'media')) {
    const old = finished.findHash(hashIn(path))
    if (old && old !== path) forget(join(folder, old))
  }
}

const hashIn = (path: string): string => basename(path).slice(0, MEDIA_HASH_LENGTH)

interface Written {
  head: Uint8Array
  bytes: number
  digest: string
}

async function writeAll(path: string, begun: Uint8Array[], rest: AsyncIterator<Uint8Array>): Promise<Written> {
  const head = Buffer.concat(begun)
  const digest = createHash('sha256')
  let bytes = 0
  const descriptor = makingFolder(path, () => openSync(path, 'wx'))
  try {
    const write = (chunk: Uint8Array) => {
      bytes += chunk.length
      digest.update(chunk)
      for (let written = 0; written < chunk.length;) written += writeSync(descriptor, chunk, written)
    }
    write(head)
    for (let next = await rest.next(); !next.done; next = await rest.next()) write(next.value)
  } finally {
    closeSync(descriptor)
  }
  return { head, bytes, digest: digest.digest('hex').slice(0, MEDIA_DIGEST_LENGTH) }
}
