import { readFileSync } from 'node:fs'
import { deserialize } from 'node:v8'
import { mapStacks } from '../brand/component-fault.ts'
import { setLargeRecordCheck } from '../cache/large-records.ts'
import { serializeError } from '../errors/serialize-error.ts'
import { divideFolders } from '../routes/divided.ts'
import { listenToUnreadable, setEmptyPages, type Unreadable } from '../views/catalog/unreadable.ts'
import { shareContents, type WholeContents } from '../views/site/contents.ts'
import { type MadePage, PageMaker } from './page-maker.ts'
import { type PlannedPage, planPages } from './page-plan.ts'
import { loadProgram } from './page-program.ts'
import type { FromWorker, PageJob, ToWorker } from './page-worker-messages.ts'

/** A process that makes pages, assigned by its parent (see page-workers.ts). */

/** The interval in milliseconds at which a process reports what it has made. */
const SEND_MS = 20
/** With fewer pages left it requests more. */
const FEW_LEFT = 16

const stop = new AbortController()
// The parent handles signals and ends this process, which also ends if the parent is gone.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => stop.abort())

const send = (message: FromWorker): void => {
  if (process.connected) process.send?.(message, () => undefined)
}

let unreadable: Unreadable[] = []
let pages: MadePage[] = []
function sendMade(): void {
  if (unreadable.length + pages.length > 0) send({ is: 'made', unreadable, pages })
  unreadable = []
  pages = []
}
listenToUnreadable((found) => unreadable.push(found))

const refusals = new Map<string, (refusal: string | undefined) => void>()
setLargeRecordCheck(
  ({ key, path }) =>
    new Promise((resolve) => {
      refusals.set(path, resolve)
      send({ is: 'large answer', key, path })
    }),
)

/** The numbers of pages to make, taken one by one. */
class Queue {
  readonly #numbers: number[] = []
  #at = 0
  #isWanting = false
  #isLast = false
  #wake: (() => void)[] = []

  add(numbers: readonly number[]): void {
    this.#isWanting = false
    if (numbers.length === 0) this.#isLast = true
    this.#numbers.push(...numbers)
    for (const wake of this.#wake.splice(0)) wake()
  }

  async next(): Promise<number | undefined> {
    for (;;) {
      if (this.#numbers.length - this.#at < FEW_LEFT) this.#want()
      if (this.#at < this.#numbers.length) return this.#numbers[this.#at++]
      if (this.#isLast || stop.signal.aborted) return undefined
      await new Promise<void>((wake) => this.#wake.push(wake))
    }
  }

  #want(): void {
    if (this.#isWanting || this.#isLast) return
    this.#isWanting = true
    send({ is: 'needs pages' })
  }
}

const queue = new Queue()
let makeSitemap: (emptyPages: string[]) => void
const sitemapWanted = new Promise<string[]>((resolve) => (makeSitemap = resolve))

async function work({ program: folder, languages, divided, contents, root, ...places }: PageJob): Promise<void> {
  divideFolders(divided)
  shareContents(deserialize(readFileSync(contents)) as WholeContents)
  mapStacks(places.components)
  const program = await loadProgram(folder)
  const plan = planPages(await program.paths(), languages)
  const maker = new PageMaker(program, plan.standIn, { ...places, root: new URL(root) }, stop.signal)
  const count = plan.pages.filter(({ isPage }) => isPage).length
  sendMade()
  send({ is: 'ready', all: plan.pages.length, pages: count, digest: plan.digest })
  const next = async (): Promise<PlannedPage | undefined> => plan.pages[(await queue.next()) ?? -1]
  const timer = setInterval(sendMade, SEND_MS).unref()
  try {
    await maker.makeAll(next, (page) => pages.push(page), program.documents())
    sendMade()
    setEmptyPages(await sitemapWanted)
    const sitemaps = plan.sitemaps.values()
    await maker.makeAll(
      () => sitemaps.next().value,
      (page) => pages.push(page),
    )
    sendMade()
    send({ is: 'sitemap made' })
  } finally {
    clearInterval(timer)
  }
}

process.on('message', (message: ToWorker) => {
  if (message.is === 'job') work(message.job).catch((error: unknown) => send({ is: 'fault', error: serializeError(error) }))
  if (message.is === 'pages') queue.add(message.numbers)
  if (message.is === 'sitemap') makeSitemap(message.emptyPages)
  if (message.is === 'refusal') refusals.get(message.path)?.(message.refusal)
})
