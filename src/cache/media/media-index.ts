import { hash } from 'node:crypto'
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { explainReading } from '../../errors.ts'
import { isMissing } from '../../disk/atomic.ts'
import { MEDIA_HASH_LENGTH, MEDIA_NAME, mediaFolder, mediaHash } from '../layout.ts'

const SHELVES = Array.from({ length: 256 }, (_, shelf) => shelf.toString(16).padStart(2, '0'))
const markOf = (names: readonly string[]): string => hash('sha256', names.join('\n'), 'base64url').slice(0, 12)

/** A number that identifies a media address where there are many: a few share one. */
export const mediaNumber = (url: string): number => numberOf(mediaHash(url))

const numberOf = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16)

/** The media files of a cache, each folder as it was at the first lookup. Synchronous: it reads each of 256 folders once. */
export class MediaIndex {
  readonly #folder: string
  readonly #names = new Map<string, ReadonlyMap<string, string>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The path in the cache of a URL's file, by the hash of the URL, if there is one. */
  find(hash: string): string | undefined {
    const folder = mediaFolder(hash)
    let names = this.#names.get(folder)
    if (!names) {
      const byHash = filesIn(join(this.#folder, folder)).map((name) => [name.slice(0, MEDIA_HASH_LENGTH), name] as const)
      this.#names.set(folder, (names = new Map(byHash)))
    }
    const name = names.get(hash)
    return name && `${folder}/${name}`
  }

  /** Fingerprints of the files' names, by {@link mediaNumber} of their addresses; they differ between crawls if the files do. */
  marks(): Map<number, string> {
    const byNumber = Map.groupBy(this.names().flat(), numberOf)
    return new Map(Array.from(byNumber, ([number, some]) => [number, markOf(some.sort())]))
  }

  names(): string[][] {
    return SHELVES.map((shelf) => filesIn(join(this.#folder, mediaFolder(shelf))))
  }
}

/** A cache's media files, by folder and hash, without unmanaged files and links. `file` is the path in the cache, `hash` that of the address. */
export async function* mediaShelves(folder: string) {
  for (const name of ownNamesIn(join(folder, 'media'), (entry) => entry.isDirectory()).sort()) {
    const shelf = `media/${name}`
    const names = filesIn(join(folder, shelf)).filter((file) => MEDIA_NAME.test(file))
    yield names.sort().map((media) => {
      const [file, hash] = [`${shelf}/${media}`, media.slice(0, MEDIA_HASH_LENGTH)]
      return { file, path: join(folder, file), hash, isInPlace: shelf === mediaFolder(hash) }
    })
  }
}

const filesIn = (folder: string): string[] => ownNamesIn(folder, (entry) => entry.isFile())

/** Names in a folder; none in a symbolic link, which leads out of the cache. */
function ownNamesIn(folder: string, isWanted: (entry: Dirent) => boolean): string[] {
  try {
    if (lstatSync(folder).isSymbolicLink()) return []
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (isWanted(entry) ? entry.name : []))
  } catch (error) {
    if (isMissing(error)) return []
    throw explainReading(error, folder)
  }
}
