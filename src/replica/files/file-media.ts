import type { CacheReader } from '../../cache/reader.ts'
import { MediaPaths } from '../media-paths.ts'

/** The replica's assumed origin while it writes files; no real one can have it. */
export const NOWHERE = 'http://replica.invalid'

/** Rewrites the addresses in answers to those of a static site. */
export class FileMedia {
  readonly #paths: MediaPaths
  readonly #mediaOrigins: readonly string[]
  readonly #root: string
  readonly #mediaRoot: string
  readonly #hidden: readonly string[]

  /**
   * `root` is the site's address: `https://guides.example.org/`, or a path such as `/` if none is configured. `hidden` are origins that no
   * reader can reach; they are replaced by the site's own. `mediaRoot` is the base of its media.
   */
  constructor(cache: CacheReader, root: string, hidden: readonly string[], mediaRoot = root) {
    this.#paths = new MediaPaths(cache, () => NOWHERE)
    this.#mediaOrigins = cache.manifest.mediaOrigins
    this.#root = root
    this.#mediaRoot = mediaRoot
    this.#hidden = hidden
  }

  /** An answer with the addresses of cached files in `media/` of the site; those of other files point to the service again. */
  repoint(json: string): string {
    const pointed = json.replace(ADDRESSES, (_, rest: string) => this.#file(rest) ?? this.#original(rest))
    const own = /^https?:\/\/[^/]+/.exec(this.#root)?.[0] ?? ''
    return this.#hidden.reduce((text, origin) => text.replaceAll(origin, own).replaceAll(origin.replaceAll('/', '\\/'), own), pointed)
  }

  /** `rest` is a piece of JSON text, possibly from an HTML attribute; surrounding quotes and brackets may be included. */
  #file(rest: string): string | undefined {
    for (const candidate of [rest, rest.replace(/(['()]|&quot;).*/s, '')]) {
      const found = this.#paths.fileAt(plain(candidate).replaceAll('&amp;', '&'))
      if (found) return `${this.#mediaRoot}${found.file.file}${rest.slice(candidate.length)}`
    }
    return undefined
  }

  #original(rest: string): string {
    const path = rest.replaceAll('\\/', '/')
    const origin = this.#mediaOrigins.find((one) => path.startsWith(`/media/${new URL(one).host}/`))
    return origin ? origin + path.slice(`/media/${new URL(origin).host}`.length) : `${NOWHERE}${rest}`
  }
}

const ADDRESSES = /http:(?:\\?\/){2}replica\.invalid((?:\\?\/|\\u[0-9a-fA-F]{4}|[^"\\\s<>])*)/g

const plain = (json: string): string => JSON.parse(`"${json}"`) as string
