import { createHash, hash as hashOnce } from 'node:crypto'
import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { explainSystem } from '../../errors.ts'
import { forget, linkAtomically, makingFolder, temporaryOf, writePart } from '../../disk/atomic.ts'
import { filesBelow } from '../../disk/files-below.ts'
import { MEDIA_DIGEST_LENGTH, MEDIA_HASH_LENGTH, MEDIA_NAME, mediaFolder, mediaHash, mediaPath, PENDING_FOLDER } from '../layout.ts'
import { fullName, hasItsLength, isDamaged, verifyMedia } from './media-damage.ts'
import { MediaIndex } from './media-index.ts'
import { HEAD_BYTES, identifyMedia, type MediaType } from './media-type.ts'

export interface StoredMedia extends MediaType {
  file: string
  bytes: number
}

/** Stores media files under names with their length and digest: after a power loss, neither a truncated file nor zeros pass for the file. */
export class MediaWriter {
  readonly #folder: string
  readonly #pending: string
  readonly #damaged = new Set<string>()
  readonly #finished: MediaIndex
  readonly #left: MediaIndex
  /** If there are no leftovers, the search for them is skipped. */
  readonly #hasLeft: boolean

  constructor(folder: string) {
    this.#folder = folder
    this.#pending = join(folder, PENDING_FOLDER)
    this.#finished = new MediaIndex(folder)
    this.#left = new MediaIndex(this.#pending)
    this.#hasLeft = existsSync(join(this.#pending, 'media'))
  }

  /** True if the last crawl, or an interrupted one since, stored the file; not if its length has changed, or it was found to be damaged. */
  has(url: string): boolean {
    const hash = mediaHash(url)
    const stored = this.#finished.find(hash)
    if (stored && !this.#damaged.has(stored)) {
      if (hasItsLength(join(this.#folder, stored))) return true
      this.#damaged.add(stored)
    }
    const left = this.#hasLeft ? this.#left.find(hash) : undefined
    if (!left) return false
    const path = join(this.#pending, left)
    const isWhole = isDamaged(path) === false
    if (!isWhole) forget(path)
    return isWhole
  }

  /** Links one address's file to another address. False if there is none, or if it is damaged, unless `evenDamaged`. */
  adopt(from: string, to: string, evenDamaged = false): boolean {
    const file = this.#finished.find(mediaHash(from))
    if (!file) return false
    if (!hasItsLength(join(this.#folder, file))) this.#damaged.add(file)
    if (this.#damaged.has(file) && !evenDamaged) return false
    const hash = mediaHash(to)
    linkAtomically(join(this.#folder, file), join(this.#pending, mediaFolder(hash), hash + basename(file).slice(MEDIA_HASH_LENGTH)))
    return true
  }

  /** Verifies a share of the stored files (see {@link verifyMedia}): damaged ones are fetched again, old names get a digest. */
  async verify(from: number, share: number, signal: AbortSignal): Promise<void> {
    const { damaged, unknown } = await verifyMedia(this.#folder, { from, share, signal })
    for (const file of damaged) this.#damaged.add(file)
    for (const file of unknown) linkAtomically(join(this.#folder, file), join(this.#pending, fullName(this.#folder, file)))
  }

  get damaged(): string[] {
    return Array.from(this.#damaged).sort()
  }

  /** Stores a file, streaming long ones. Undefined, and nothing stored, if its type is not kept (see {@link identifyMedia}). */
  async store(url: string, body: AsyncIterable<Uint8Array>, isAttached = false): Promise<StoredMedia | undefined> {
    const pieces: Uint8Array[] = []
    let bytes = 0
    const arriving = body[Symbol.asyncIterator]()
    for (let next = await arriving.next(); !next.done; next = await arriving.next()) {
      pieces.push(next.value)
      bytes += next.value.length
      if (bytes > HEAD_BYTES) return this.#storeLarge(url, pieces, arriving, isAttached)
    }
    const content = Buffer.concat(pieces)
    const type = identifyMedia(content, url, isAttached)
    if (!type) return undefined
    const file = mediaPath(url, { ...type, length: bytes, digest: hashOnce('sha256', content).slice(0, MEDIA_DIGEST_LENGTH) })
    // Written in place: its name contains its length, so a truncated file is detected.
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

  /** Deletes leftovers of an interrupted crawl: partial files, and those for which `isKept`, given the hash of their address, is false. */
  async forgetLeft(isKept: (hash: string) => boolean): Promise<void> {
    if (!this.#hasLeft) return
    for await (const path of filesBelow(this.#pending, 'media'))
      if (!MEDIA_NAME.test(basename(path)) || !isKept(hashIn(path))) forget(join(this.#pending, path))
  }
}

/** Deletes files that a crawl has copied again under other names, since their size or type has changed. Idempotent; call before moving those. */
export async function forgetReplaced(folder: string): Promise<void> {
  if (!existsSync(join(folder, 'media'))) return
  const finished = new MediaIndex(folder)
  for await (const path of filesBelow(join(folder, PENDING_FOLDER), 'media')) {
    const old = finished.find(hashIn(path))
    if (old && old !== path) forget(join(folder, old))
  }
}

const hashIn = (path: string): string => basename(path).slice(0, MEDIA_HASH_LENGTH)

async function writeAll(path: string, begun: Uint8Array[], rest: AsyncIterator<Uint8Array>) {
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
