import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { refusalOf } from '../cache/large-records.ts'
import type { CacheReader } from '../cache/reader.ts'
import { ContentError, SystemError } from '../errors.ts'
import { deserializeError } from '../errors/serialize-error.ts'
import { resolveWorkerUrl } from '../installation.ts'
import { reportUnreadable } from '../views/catalog/unreadable.ts'
import type { MadePage } from './page-maker.ts'
import type { FromWorker, PageJob, ToWorker } from './page-worker-messages.ts'

/** Rendering makes much garbage and keeps little: without these, V8 lets it lie while there is memory. What they cost in CPU could not be told from chance. */
const HEAP = ['heap-growing-percent=40', 'max-semi-space-size=8'].map((option) => `--${option}`)
/** Pages that a process gets at a time: few enough for all to end at about the same moment. */
const PAGES_AT_A_TIME = 24

const SIGNAL_MS = 500

export interface WorkersHooks {
  signal?: AbortSignal
  /** Called once, when it is known how many pages there will be. */
  onKnown: (pages: number) => void
  onMade: (page: MadePage) => void
}

/**
 * Makes the pages of a site in so many processes, each of which takes the next ones when it has none left. When a page throws what is no
 * record's fault, when a process dies, or at a signal, all are ended, and nothing is written any more once this has thrown.
 */
export class PageWorkers {
  readonly #job: PageJob
  readonly #cache: Pick<CacheReader, 'recordText'>
  readonly #hooks: WorkersHooks
  readonly #processes: ChildProcess[] = []
  readonly #emptyPages = new Set<string>()
  readonly #end = Promise.withResolvers<undefined>()
  #digest: string | undefined
  #numbers: readonly number[] | undefined
  #next = 0
  #made = 0

  constructor(job: PageJob, cache: Pick<CacheReader, 'recordText'>, hooks: WorkersHooks) {
    this.#job = job
    this.#cache = cache
    this.#hooks = hooks
  }

  /** `some` are the pages to make, by number, of a plan with this digest, where it is not all of them. */
  async run(workers: number, some?: { numbers: readonly number[]; digest: string }): Promise<void> {
    this.#numbers = some?.numbers
    this.#digest = some?.digest
    const { signal } = this.#hooks
    const interrupt = () => this.#end.reject(signal?.reason)
    const kill = () => this.#processes.forEach((child) => child.kill('SIGKILL'))
    signal?.throwIfAborted()
    signal?.addEventListener('abort', interrupt)
    // However this process ends, and be it now, they do not stay behind.
    process.once('exit', kill)
    try {
      for (let number = 0; number < workers; number++) this.#start()
      await this.#end.promise
    } finally {
      signal?.removeEventListener('abort', interrupt)
      const ended = this.#processes.map(async (child) => child.exitCode ?? child.signalCode ?? (child.pid && once(child, 'exit')))
      kill()
      await Promise.all(ended)
      process.off('exit', kill)
    }
  }

  #start(): void {
    const child = fork(resolveWorkerUrl(new URL('./page-worker.ts', import.meta.url)), {
      execArgv: HEAP,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#processes.push(child)
    child.on('message', (message: FromWorker) => this.#hear(child, message))
    child.on('error', (error) => this.#end.reject(died(error.message)))
    child.on('exit', (code, signal) => {
      const end = () => this.#end.reject(died(signal ?? `exit code ${code}`))
      // A signal for all processes of a terminal reaches this one as well, perhaps later.
      if (signal === 'SIGINT' || signal === 'SIGTERM') setTimeout(end, SIGNAL_MS)
      else end()
    })
    tell(child, { is: 'job', job: this.#job })
  }

  #hear(child: ChildProcess, message: FromWorker): void {
    switch (message.is) {
      case 'ready':
        return this.#begin(message)
      case 'needs pages': {
        const numbers = this.#numbers?.slice(this.#next, this.#next + PAGES_AT_A_TIME) ?? []
        this.#next += numbers.length
        return tell(child, { is: 'pages', numbers })
      }
      case 'made':
        for (const unreadable of message.unreadable) {
          if (unreadable.page !== undefined) this.#emptyPages.add(unreadable.page)
          reportUnreadable(unreadable)
        }
        return this.#add(message.pages)
      case 'sitemap made':
        return this.#end.resolve(undefined)
      case 'fault':
        return this.#end.reject(deserializeError(message.error))
      case 'large answer':
        this.#judge(child, message).catch((error: unknown) => this.#end.reject(error))
    }
  }

  /** What one process has asked about, the others need not. */
  async #judge(child: ChildProcess, { key, path }: Extract<FromWorker, { is: 'large answer' }>): Promise<void> {
    const text = (await this.#cache.recordText(key)) ?? ''
    tell(child, { is: 'refusal', path, refusal: await refusalOf({ key, text, path }) })
  }

  #begin({ all, pages, digest }: Extract<FromWorker, { is: 'ready' }>): void {
    this.#digest ??= digest
    if (this.#digest !== digest) this.#end.reject(changed())
    if (this.#numbers) return
    this.#numbers = Array.from({ length: all }, (_, number) => number)
    this.#hooks.onKnown(pages)
  }

  #add(pages: readonly MadePage[]): void {
    for (const page of pages) this.#hooks.onMade(page)
    const before = this.#made
    this.#made += pages.length
    const [first] = this.#processes
    const all = this.#numbers?.length ?? 0
    if (first && before < all && this.#made >= all) tell(first, { is: 'sitemap', emptyPages: [...this.#emptyPages] })
  }
}

/** What cannot be said to a process that has ended is heard of from its end. */
const tell = (child: ChildProcess, message: ToWorker): void => void child.send(message, () => undefined)

const died = (how: string): SystemError =>
  new SystemError(
    `A process that renders pages ended before its work was done (${how}). Is there enough memory? Build again with fewer processes, such as \`workers\` 1.`,
    { option: 'workers' },
  )

const changed = (): ContentError =>
  new ContentError('The cache changed while the site was built. The previous site stays; build again.', { code: 'ERR_CACHE_CHANGED' })
