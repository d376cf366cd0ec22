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
import { presentable } from '../views/site/presentable.ts'
import type { PlannedPage } from './page-plan.ts'
import type { ClassicScript, PageProgram } from './page-program.ts'

/** Measured on 10,000 pages: 8–9.6 s, against 13.5 s at 1. */
const AT_ONCE = 16

/** A page that has been written, or was not to be. */
export interface MadePage {
  file: string
  isPage: boolean
  /** True for one that was there before. */
  isKept?: true
  /** The media files that it shows, relative to the site. */
  media: string[]
  /** What it lacks of the record that it is about. */
  missing?: MissingWords
  /** What it is made of; undefined if it is to be made anew each time. */
  trace?: PageTrace | undefined
}

/** What was asked while a page was made. */
export interface PageTrace {
  /** What it was given beside its path. */
  given: string
  asked: Asked
  mediaLookups: readonly number[]
}

export interface MakerPlaces {
  /** The folder of the new site. */
  site: string
  /** The address of its home page. */
  root: URL
  /** The operator's components; '' for none. */
  components: string
  /** Where links are relative. */
  script: ClassicScript | undefined
}

/** Hosts show it at any address that is not there: its links start at the root. */
const isNotFound = ({ component }: RouteData): boolean => component === 'src/pages/[...lang]/404.astro'

/** What is made of the operator's files alone: their faults end the build. */
const isOwnPage = ({ component }: RouteData): boolean => component === 'src/pages/[...lang]/page/[name].astro'

/**
 * Makes pages and writes them. Where a record cannot be shown, its page says so and the others are made all the same. After an interruption,
 * or an error that is no record's, no other page is begun, and what is under way is not written any more.
 */
export class PageMaker {
  readonly #program: Pick<PageProgram, 'render'>
  readonly #standIn: RouteData | undefined
  readonly #places: MakerPlaces
  readonly #failure = new AbortController()
  readonly #stop: AbortSignal
  /** Pages begin one a turn of the event loop: an interruption is heard between two. */
  #turn = Promise.resolve()

  constructor(program: Pick<PageProgram, 'render'>, standIn: RouteData | undefined, places: MakerPlaces, signal?: AbortSignal) {
    this.#program = program
    this.#standIn = standIn
    this.#places = places
    this.#stop = AbortSignal.any([this.#failure.signal, ...(signal ? [signal] : [])])
  }

  /** Makes one page after the other that `next` gives, some at once, until it gives none. */
  async makeAll(next: () => PlannedPage | undefined | Promise<PlannedPage | undefined>, onMade: (page: MadePage) => void): Promise<void> {
    const makeNext = async (): Promise<void> => {
      for (let page = await next(); page; page = await next()) onMade(await this.#traced(page))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, makeNext))
  }

  /** A page that asked nothing, or could not read everything, is not kept. */
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
      this.#failure.abort(error)
      throw error
    }
  }

  /** The whole answer: some errors come with the last bytes only. Undefined for a page that is none. */
  async #render(request: Request, route: RouteData): Promise<ArrayBuffer | undefined> {
    const { root, script } = this.#places
    const isRelative = script !== undefined && route.type === 'page' && !isNotFound(route)
    const relative = isRelative ? { toRoot: wayToRoot(root.pathname, new URL(request.url).pathname), ...script } : undefined
    const response = await this.#program.render(request, route, relative)
    return response.body ? response.arrayBuffer() : undefined
  }

  #renderStandIn(error: unknown, request: Request, { route, isPage }: PlannedPage): Promise<ArrayBuffer | undefined> {
    const isOurs = !isPage || isOwnPage(route) || componentFault(error, this.#places.components) !== undefined
    if (this.#stop.aborted || isOurs || !this.#standIn || !isOfRecord(error)) throw error
    const again = new Request(request.url, { headers: reasonHeaders(reasonOf(error)) })
    return this.#render(again, this.#standIn)
  }

  /** Gives the media files that a page shows, and its HTML where it has been written. */
  #write({ file, isPage }: PlannedPage, made: ArrayBuffer): { media: string[]; html?: string } {
    const path = join(this.#places.site, file)
    if (!isPage) {
      writeNew(path, new Uint8Array(made))
      return { media: [] }
    }
    const html = presentable(new TextDecoder().decode(made))
    return writeNew(path, html) ? { media: mediaIn(html), html } : { media: [] }
  }
}

/** What a page lacks of its record: of one whose content cannot be shown nothing, since that is told otherwise. */
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

/** False for a file that is there already, which stays. At once: by way of other threads it takes several times as long. */
function writeNew(path: string, content: string | Uint8Array): boolean {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, content, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
