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

/** Rendering makes much garbage and retains little: a larger young generation saves 13 % of the CPU, for 110 MB a process. */
const HEAP = ['max-semi-space-size=32'].map((option) => `--${option}`)
/** Pages assigned to a process at a time: few enough for all to end at about the same moment. */
const PAGES_AT_A_TIME = 24

const SIGNAL_MS = 500

/** The numbers of the pages to make, if not all, of a plan with this digest. */
export interface SomePages {
  numbers: readonly number[]
  digest: string
}

export interface WorkersHooks {
  signal?: AbortSignal
  /** Called once, when the number of pages is known. */
  onKnown: (pages: number) => void
  onMade: (page: MadePage) => void
}

/**
 * Makes the pages of a site in several processes, each of which requests pages when it runs out. When a page throws an error that is not a
 * record's, when a process dies, or at a signal, all are ended, and nothing is written after this has thrown.
 */
export async function renderInWorkers(
  workers: number,
  job: PageJob,
  cache: Pick<CacheReader, 'recordText'>,
  { signal, onKnown, onMade }: WorkersHooks,
  some?: SomePages,
): Promise<void> {
  const processes: ChildProcess[] = []
  const emptyPages = new Set<string>()
  const end = Promise.withResolvers<undefined>()
  let { numbers, digest }: Partial<SomePages> = some ?? {}
  let [next, made] = [0, 0]

  function begin({ all, pages, digest: found }: Extract<FromWorker, { is: 'ready' }>): void {
    digest ??= found
    if (digest !== found) end.reject(changed())
    if (numbers) return
    numbers = Array.from({ length: all }, (_, number) => number)
    onKnown(pages)
  }

  function add(pages: readonly MadePage[]): void {
    for (const page of pages) onMade(page)
    const before = made
    made += pages.length
    const [first] = processes
    const all = numbers?.length ?? 0
    if (first && before < all && made >= all) tell(first, { is: 'sitemap', emptyPages: [...emptyPages] })
  }

  /** A decision for one process is valid for all. */
  async function judge(child: ChildProcess, { key, path }: Extract<FromWorker, { is: 'large answer' }>): Promise<void> {
    const text = (await cache.recordText(key)) ?? ''
    tell(child, { is: 'refusal', path, refusal: await refusalOf({ key, text, path }) })
  }

  function hear(child: ChildProcess, message: FromWorker): void {
    switch (message.is) {
      case 'ready':
        return begin(message)
      case 'needs pages': {
        const wanted = numbers?.slice(next, next + PAGES_AT_A_TIME) ?? []
        next += wanted.length
        return tell(child, { is: 'pages', numbers: wanted })
      }
      case 'made':
        for (const unreadable of message.unreadable) {
          if (unreadable.page !== undefined) emptyPages.add(unreadable.page)
          reportUnreadable(unreadable)
        }
        return add(message.pages)
      case 'sitemap made':
        return end.resolve(undefined)
      case 'fault':
        return end.reject(deserializeError(message.error))
      case 'large answer':
        judge(child, message).catch((error: unknown) => end.reject(error))
    }
  }

  function start(): void {
    const child = fork(resolveWorkerUrl(new URL('./page-worker.ts', import.meta.url)), {
      execArgv: HEAP,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    processes.push(child)
    child.on('message', (message: FromWorker) => hear(child, message))
    child.on('error', (error) => end.reject(died(error.message)))
    child.on('exit', (code, signal) => {
      const fail = () => end.reject(died(signal ?? `exit code ${code}`))
      // A signal to all processes of a terminal also reaches this one, perhaps later.
      if (signal === 'SIGINT' || signal === 'SIGTERM') setTimeout(fail, SIGNAL_MS)
      else fail()
    })
    tell(child, { is: 'job', job })
  }

  const interrupt = () => end.reject(signal?.reason)
  const kill = () => processes.forEach((child) => child.kill('SIGKILL'))
  signal?.throwIfAborted()
  signal?.addEventListener('abort', interrupt)
  // The workers are ended however this process ends.
  process.once('exit', kill)
  try {
    for (let number = 0; number < workers; number++) start()
    await end.promise
  } finally {
    signal?.removeEventListener('abort', interrupt)
    const ended = processes.map(async (child) => child.exitCode ?? child.signalCode ?? (child.pid && once(child, 'exit')))
    kill()
    await Promise.all(ended)
    process.off('exit', kill)
  }
}

/** Messages to an ended process are dropped; its end is handled separately. */
const tell = (child: ChildProcess, message: ToWorker): void => void child.send(message, () => undefined)

const died = (how: string): SystemError =>
  new SystemError(
    `A process that renders pages ended before its work was done (${how}). Is there enough memory? Build again with fewer processes, such as \`workers\` 1.`,
    { option: 'workers' },
  )

const changed = (): ContentError =>
  new ContentError('The cache changed while the site was built. The previous site stays; build again.', { code: 'ERR_CACHE_CHANGED' })
