import { setImmediate } from 'node:timers/promises'
import type { PathWithRoute, RouteData } from 'astro'
import { componentFault } from '../brand/component-fault.ts'
import { isOfRecord, reasonHeaders, reasonOf } from '../views/catalog/unreadable.ts'
import type { PageProgram } from './page-program.ts'

export interface PagesHooks {
  signal?: AbortSignal
  onProgress?: (progress: { stage: 'pages'; done: number; known?: number }) => void
}

/** The page that stands in for one that cannot be made; it has no address of its own. */
const STAND_IN = 'src/pages/unreadable.astro'
/** The sitemap and other files come about like pages. */
const isPage = ({ type }: RouteData): boolean => type === 'page'
/** Names all pages but those that cannot be made, so it is made last. */
const isSitemap = ({ component }: RouteData): boolean => component === 'src/pages/[sitemap].xml.ts'
/** What is made of the operator's files alone: their faults end the build. */
const isOwnPage = ({ component }: RouteData): boolean => component === 'src/pages/[...lang]/page/[name].astro'

/**
 * Makes the pages one by one. Where a record cannot be shown, its page says so and the others are made all the same. After an interruption,
 * or an error that is no record's, no other page is begun, and what is under way is not written any more.
 */
export class PageMaker {
  readonly #program: PageProgram
  readonly #components: string
  readonly #hooks: PagesHooks
  readonly #failure = new AbortController()
  readonly #stop: AbortSignal
  readonly #underWay = new Set<Promise<unknown>>()
  #standIn: RouteData | undefined
  /** Pages begin one a turn of the event loop: an interruption is heard between two. */
  #turn = Promise.resolve()
  #known = 0
  #done = 0

  constructor(program: PageProgram, components: string, hooks: PagesHooks) {
    this.#program = program
    this.#components = components
    this.#hooks = hooks
    this.#stop = AbortSignal.any([this.#failure.signal, ...(hooks.signal ? [hooks.signal] : [])])
  }

  async paths(): Promise<PathWithRoute[]> {
    const all = await this.#program.paths()
    this.#standIn = all.find(({ route }) => route.component === STAND_IN)?.route
    const paths = all.filter(({ route }) => route !== this.#standIn)
    this.#known = paths.filter(({ route }) => isPage(route)).length
    return [...paths.filter(({ route }) => !isSitemap(route)), ...paths.filter(({ route }) => isSitemap(route))]
  }

  async make(request: Request, route: RouteData): Promise<Response> {
    this.#turn = this.#turn.then(() => setImmediate())
    await this.#turn
    this.#stop.throwIfAborted()
    // Pages are begun in their order: whatever is not under way by now has ended.
    if (isSitemap(route)) await Promise.allSettled(this.#underWay)
    const making = this.#render(request, route).catch((error: unknown) => this.#renderStandIn(error, request, route))
    this.#underWay.add(making)
    try {
      const made = await making
      this.#stop.throwIfAborted()
      if (isPage(route)) this.#hooks.onProgress?.({ stage: 'pages', done: ++this.#done, known: this.#known })
      return made
    } catch (error) {
      this.#failure.abort(error)
      throw error
    } finally {
      this.#underWay.delete(making)
    }
  }

  /** The whole answer: some errors come with the last bytes only. */
  async #render(request: Request, route: RouteData): Promise<Response> {
    const response = await this.#program.render(request, route)
    return new Response(response.body && (await response.arrayBuffer()), response)
  }

  #renderStandIn(error: unknown, request: Request, route: RouteData): Promise<Response> {
    const isOurs = !isPage(route) || isOwnPage(route) || componentFault(error, this.#components) !== undefined
    if (this.#stop.aborted || isOurs || !this.#standIn || !isOfRecord(error)) throw error
    const again = new Request(request.url, { headers: reasonHeaders(reasonOf(error)) })
    return this.#render(again, this.#standIn)
  }
}
