import type { CachedMedia, CacheReader } from '../cache/reader.ts'

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

  /** True for a path that this service makes, whether or not the file is cached. */
  owns(target: string): boolean {
    return this.addresses(target).length > 0
  }

  /** The file that a request's target (path and query, as on the wire) means. */
  fileAt(target: string): CachedMedia | undefined {
    for (const url of this.addresses(target)) {
      const file = this.#cache.media(url) ?? this.#cache.media(unescaped(url))
      if (file) return file
    }
    return undefined
  }

  /** The original addresses; none when the host is not one that media came from. */
  addresses(target: string): string[] {
    if (!target.startsWith(MEDIA_PATH)) return []
    const own = this.#cache.manifest.mediaOrigins.filter((origin) => target.startsWith(`${MEDIA_PATH}${hostOf(origin)}/`))
    return own.map((origin) => origin + target.slice(MEDIA_PATH.length + hostOf(origin).length))
  }

  /** `url` is a piece of JSON text, perhaps from an attribute in HTML; quotes and brackets around it may hang on. */
  #isFile(url: string): boolean {
    const plain = (JSON.parse(`"${url}"`) as string).replaceAll('&amp;', '&')
    return [plain, plain.replace(/(['()]|&quot;).*$/, '')].some((candidate) => this.#cache.media(candidate) !== undefined)
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
