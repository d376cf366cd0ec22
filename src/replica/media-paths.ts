import type { CachedMedia, CacheReader } from '../cache/reader.ts'
import { otherSizes } from '../model/other-sizes.ts'

const MEDIA_PATH = '/media/'

/** The cached files under paths of their own: `https://media.example/a.jpg` stands at `/media/media.example/a.jpg`. */
export class MediaPaths {
  readonly #cache: CacheReader
  readonly #origin: () => string
  /** As JSON writes them, plain and with the escaped slashes of PHP. */
  readonly #always: readonly string[]
  readonly #ifCached: RegExp | undefined

  /**
   * `origin` is where this service stands. It is told by whoever starts the service and not read from the `Host` header: that one
   * comes from the asker, and caches on the way would hand an address of the asker's choice to others.
   */
  constructor(cache: CacheReader, origin: () => string) {
    const { origins, mediaOrigins } = cache.manifest
    this.#cache = cache
    this.#origin = origin
    const always = mediaOrigins.filter((own) => !origins.includes(own))
    this.#always = always.flatMap((origin) => [origin, origin.replaceAll('/', '\\/')])
    // Where pages and media have one origin, only the cache knows which address is a file's.
    this.#ifCached = anyOf(
      mediaOrigins.filter((own) => origins.includes(own)),
      String.raw`(?:\\?/|\\u[0-9a-fA-F]{4}|[^"\\\s<>])*`,
    )
  }

  /** JSON in UTF-8 as it was stored, with the addresses of media pointed at this service, inside HTML too. */
  repoint(json: Buffer): Buffer {
    const pointed = this.#always.length > 0 ? this.#repointAlways(json) : json
    if (!this.#ifCached) return pointed
    const isOurs = (url: string, origin: string) => (this.#isFile(url) ? this.#own(origin) + url.slice(origin.length) : url)
    return Buffer.from(pointed.toString('utf8').replace(this.#ifCached, isOurs))
  }

  /** Origins are ASCII: bytes read as Latin-1 are quicker to search than text, and come back as they were. */
  #repointAlways(json: Buffer): Buffer {
    const bytes = json.toString('latin1')
    let pointed = bytes
    for (const origin of this.#always) pointed = pointed.replaceAll(`${origin}${slashOf(origin)}`, `${this.#own(origin)}${slashOf(origin)}`)
    return pointed === bytes ? json : ownBuffer(pointed)
  }

  /** What stands in the place of an origin, with its slashes escaped where those of the origin are: the rest stays byte for byte. */
  #own(origin: string): string {
    const address = `${this.#origin()}${MEDIA_PATH}${hostOf(origin)}`
    return slashOf(origin) === '/' ? address : address.replaceAll('/', '\\/')
  }

  /** True for a path that this service makes, whether or not the file is cached, and for one that answers write so, without an origin. */
  owns(target: string): boolean {
    return this.#originals(target).length > 0 || this.fileAt(target) !== undefined
  }

  /**
   * The file that a request's target (path and query, as on the wire) means: the one with that address or, where the cache has not got
   * that size of a picture, the nearest; `insteadOf` is then the path at which that one stands.
   */
  fileAt(target: string): { file: CachedMedia; insteadOf?: string } | undefined {
    for (const url of this.addresses(target))
      for (const spelt of new Set([url, unescaped(url)])) {
        const file = this.#cache.media(spelt)
        if (file) return { file }
        const other = this.#otherSize(spelt)
        if (other) return { file: other.file, insteadOf: other.url.replace(/^https?:\/\//, MEDIA_PATH) }
      }
    return undefined
  }

  #otherSize(url: string): { file: CachedMedia; url: string } | undefined {
    for (const other of otherSizes(url)) {
      const file = this.#cache.media(other)
      if (file) return { file, url: other }
    }
    return undefined
  }

  /** The addresses that answers may have written for what is asked. */
  addresses(target: string): string[] {
    return [...this.#originals(target), target]
  }

  /** None when the host is not one that media came from. */
  #originals(target: string): string[] {
    if (!target.startsWith(MEDIA_PATH)) return []
    const own = this.#cache.manifest.mediaOrigins.filter((origin) => target.startsWith(`${MEDIA_PATH}${hostOf(origin)}/`))
    return own.map((origin) => origin + target.slice(MEDIA_PATH.length + hostOf(origin).length))
  }

  /** `url` is a piece of JSON text, perhaps from an attribute in HTML; quotes and brackets around it may hang on. */
  #isFile(url: string): boolean {
    const plain = (JSON.parse(`"${url}"`) as string).replaceAll('&amp;', '&')
    return [plain, plain.replace(/(['()]|&quot;).*/s, '')].some((candidate) => this.#cache.media(candidate) ?? this.#otherSize(candidate))
  }
}

/** Finds the origins in JSON, where a slash can be escaped as PHP does, with what `rest` allows after them. */
function anyOf(origins: readonly string[], rest: string): RegExp | undefined {
  const inJson = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('/', String.raw`\\?/`)
  return origins.length > 0 ? new RegExp(String.raw`(${origins.map(inJson).join('|')})(?=\\?/)${rest}`, 'g') : undefined
}

/** A slash as it is written in an origin. */
const slashOf = (origin: string): string => (origin.includes('\\/') ? '\\/' : '/')

function ownBuffer(latin1: string): Buffer {
  const buffer = Buffer.allocUnsafeSlow(latin1.length)
  buffer.write(latin1, 'latin1')
  return buffer
}

/** `media.example:8080` of an origin. */
const hostOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1)

function unescaped(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url // a stray % belongs to the address
  }
}
