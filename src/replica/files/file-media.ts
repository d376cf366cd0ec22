import type { CacheReader } from '../../cache/reader.ts'
import { MediaPaths } from '../media-paths.ts'

/** Where the replica believes to stand while it writes files: nobody can. */
export const NOWHERE = 'http://replica.invalid'

/** Points the addresses in answers at a static site. */
export class FileMedia {
  readonly #paths: MediaPaths
  readonly #mediaOrigins: readonly string[]
  readonly #root: string
  readonly #mediaRoot: string
  readonly #hidden: readonly string[]

  /**
   * `root` is where the site stands: `https://guides.example.org/`, or a path such as `/` where nobody said. `hidden` are origins that no
   * reader can reach; they become the site's own. `mediaRoot` is where its media are shown from.
   */
  constructor(cache: CacheReader, root: string, hidden: readonly string[], mediaRoot = root) {
    this.#paths = new MediaPaths(cache, () => NOWHERE)
    this.#mediaOrigins = cache.manifest.mediaOrigins
    this.#root = root
    this.#mediaRoot = mediaRoot
    this.#hidden = hidden
  }

  /** An answer with the addresses of cached files in `media/` of the site; those of other files are the service's again. */
  repoint(json: string): string {
    const pointed = json.replace(ADDRESSES, (_, rest: string) => this.#file(rest) ?? this.#original(rest))
    const own = /^https?:\/\/[^/]+/.exec(this.#root)?.[0] ?? ''
    return this.#hidden.reduce((text, origin) => text.replaceAll(origin, own).replaceAll(origin.replaceAll('/', '\\/'), own), pointed)
  }

  /** `rest` is a piece of JSON text, perhaps from an attribute in HTML; quotes and brackets around it may hang on. */
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
