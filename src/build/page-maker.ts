import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { RouteData } from 'astro'
import { componentFault } from '../brand/component-fault.ts'
import { mediaIn } from '../publish/media.ts'
import { isOfRecord, reasonHeaders, reasonOf } from '../views/catalog/unreadable.ts'
import { tracing, Trace, type Asked } from '../views/trace/trace.ts'
import { pageFile, pathOf, refOfRecord, wayToRoot } from '../routes.ts'
import { type MissingWords, missingWords } from '../views/missing-words.ts'
import type { MadeDocument } from '../views/search/made-documents.ts'
import { presentable } from '../views/site/presentable.ts'
import type { PlannedPage } from './page-plan.ts'
import type { ClassicScript, PageProgram } from './page-program.ts'

/** Measured on 10,000 pages: 8–9.6 s, against 13.5 s at 1. */
const AT_ONCE = 16

/** A page that has been written, or that was omitted. */
export interface MadePage {
  file: string
  isPage: boolean
  /** True for a page reused from the previous site. */
  isKept?: true
  /** The media files that it references, relative to the site. */
  media: string[]
  /** Of its file, in hex; undefined for a page that was not written. */
  sha256?: string
  /** Words of its record that it lacks. */
  missing?: MissingWords
  /** Its search document, made while its record is at hand. */
  document?: MadeDocument
  /** Its dependencies; undefined if it must be made again each time. `given` is as in {@link PlannedPage}. */
  trace?: { given: string; asked: Asked; mediaLookups: readonly number[] } | undefined
}

export interface MakerPlaces {
  /** The folder of the new site. */
  site: string
  /** The address of the site's home page. */
  root: URL
  /** The operator's components; '' if there are none. */
  components: string
  /** For relative links. */
  script: ClassicScript | undefined
}

/** Hosts show it at any missing address, so its links start at the root. */
const isNotFound = ({ component }: RouteData): boolean => component === 'src/pages/[...lang]/404.astro'

/** Pages made from the operator's files alone: their errors end the build. */
const isOwnPage = ({ component }: RouteData): boolean => component === 'src/pages/[...lang]/page/[name].astro'

/**
 * Renders and writes pages. The page of an unreadable record says that it is unreadable, and the others are made nevertheless. After an
 * interruption, or an error that is not a record's, no further page is started, and those in progress are not written.
 */
export class PageMaker {
  readonly #program: Pick<PageProgram, 'render'>
  readonly #standIn: RouteData | undefined
  readonly #places: MakerPlaces
  readonly #failure = new AbortController()
  readonly #stop: AbortSignal
  /** One page starts per turn of the event loop, so that interruptions are handled in between. */
  #turn = Promise.resolve()

  constructor(program: Pick<PageProgram, 'render'>, standIn: RouteData | undefined, places: MakerPlaces, signal?: AbortSignal) {
    this.#program = program
    this.#standIn = standIn
    this.#places = places
    this.#stop = AbortSignal.any([this.#failure.signal, ...(signal ? [signal] : [])])
  }

  /** Makes the pages returned by `next`, several concurrently, until it returns none; each with its search document, if these are given. */
  async makeAll(
    next: () => PlannedPage | undefined | Promise<PlannedPage | undefined>,
    onMade: (page: MadePage) => void,
    documentOf?: ReturnType<PageProgram['documents']>,
  ): Promise<void> {
    const makeNext = async (): Promise<void> => {
      for (let page = await next(); page; page = await next()) {
        const made = await this.#traced(page)
        const document = await documentOf?.(page.file).catch((error: unknown) => this.#fail(error))
        onMade(document ? { ...made, document } : made)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, makeNext))
  }

  /** A page without questions, or with unreadable input, is not reused. */
  async #traced(page: PlannedPage): Promise<MadePage> {
    if (page.isSitemap) return this.#make(page)
    const trace = new Trace()
    const { html, ...made } = await tracing(trace, () => this.#make(page))
    const missing = html && missingOf(page, html, trace)
    if (missing) made.missing = missing
    const asked = await trace.asked()
    if (trace.hasErrors || asked.length === 0) return made
    return { ...made, trace: { given: page.given, asked, mediaLookups: [...trace.media] } }
  }

  async #make(page: PlannedPage): Promise<MadePage & { html?: string }> {
    this.#turn = this.#turn.then(() => setImmediate())
    await this.#turn
    this.#stop.throwIfAborted()
    const { route, file, isPage } = page
    try {
      const request = new Request(new URL(page.address, this.#places.root))
      const made = await this.#render(request, route).catch((error: unknown) => this.#renderStandIn(error, request, page))
      this.#stop.throwIfAborted()
      return { file, isPage, ...(made ? this.#write(page, made) : { media: [] }) }
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): never {
    this.#failure.abort(error)
    throw error
  }

  /** Reads the whole response: some errors occur only in its last bytes. Undefined if there is no page. */
  async #render(request: Request, route: RouteData): Promise<ArrayBuffer | undefined> {
    const { root, script } = this.#places
    const isRelative = script !== undefined && route.type === 'page' && !isNotFound(route)
    const relative = isRelative ? { toRoot: wayToRoot(root.pathname, new URL(request.url).pathname), ...script } : undefined
    const response = await this.#program.render(request, route, relative)
    return response.body ? response.arrayBuffer() : undefined
  }

  #renderStandIn(error: unknown, request: Request, { route, isPage }: PlannedPage): Promise<ArrayBuffer | undefined> {
    const isNoRecord = !isPage || isOwnPage(route) || componentFault(error, this.#places.components) !== undefined
    if (this.#stop.aborted || isNoRecord || !this.#standIn || !isOfRecord(error)) throw error
    const again = new Request(request.url, { headers: reasonHeaders(reasonOf(error)) })
    return this.#render(again, this.#standIn)
  }

  /** Returns the media files that a page references, and its HTML and digest if it was written. */
  #write({ file, isPage }: PlannedPage, made: ArrayBuffer): { media: string[]; html?: string; sha256?: string } {
    const given = Buffer.from(made)
    const text = isPage ? given.toString() : ''
    const html = presentable(text)
    const bytes = html === text ? given : Buffer.from(html)
    return writeNew(join(this.#places.site, file), bytes) ? { media: mediaIn(html), html, sha256: hash('sha256', bytes) } : { media: [] }
  }
}

/** The words of its record that a page lacks; none for a page that cannot be shown, as that is reported separately. */
function missingOf({ file }: PlannedPage, html: string, { records, hasErrors }: Trace): MissingWords | undefined {
  if (hasErrors) return undefined
  for (const { key, answer } of records.values()) {
    const ref = refOfRecord(key)
    if (!ref || pageFile(pathOf(ref), key.lang) !== file) continue
    const words = missingWords(answer, html)
    if (words.length > 0) return { ...key, words }
  }
  return undefined
}

/** False if the file already exists; it is kept. Synchronous: asynchronous writes take several times as long. */
function writeNew(path: string, content: Uint8Array): boolean {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
