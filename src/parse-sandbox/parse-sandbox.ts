import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { SystemError } from '../errors.ts'
import { resolveWorkerUrl } from '../installation.ts'

/** A stored answer: its kind and its JSON. */
export interface Question {
  kind: string
  text: string
}

/** What one answer may cost. */
export interface Budget {
  /** Of a processor. The dearest answer that is known takes one second of a core of 2024. */
  workMs: number
  /** On the clock, which runs on while others work: after it the process is ended. */
  timeoutMs: number
  memoryMb: number
}

const BUDGET: Budget = { workMs: 3_000, timeoutMs: 30_000, memoryMb: 1024 }

/**
 * Has large answers of strangers read in a process of its own before anything else reads them, one at a time. Nothing can stop a parser in
 * the thread that it runs in, and a thread that has no memory left takes its process along: an answer that takes too long, or too much
 * memory, costs that process, and is not read again. What passes is read in its place, so that what comes of it does not depend on this.
 */
export class ParseSandbox {
  readonly #budget: Budget
  readonly #kill = () => void this.#process?.kill('SIGKILL')
  #process: ChildProcess | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(budget: Partial<Budget> = {}) {
    this.#budget = { ...BUDGET, ...budget }
  }

  /** Why an answer is not to be read; undefined for one that may be. Completes "It is not read: ". */
  refusal(question: Question): Promise<string | undefined> {
    const judged = this.#last.then(() => this.#ask(question))
    this.#last = judged.catch(() => undefined)
    return judged
  }

  close(): void {
    this.#kill()
    this.#process = undefined
    process.off('exit', this.#kill)
  }

  async #ask(question: Question): Promise<string | undefined> {
    const { workMs, timeoutMs, memoryMb } = this.#budget
    const child = this.#process ?? (await this.#start())
    child.ref()
    child.channel?.ref()
    const timeout = AbortSignal.timeout(timeoutMs)
    child.send(question, () => undefined)
    const workedMs = await nextMessage(child, timeout)
    if (workedMs !== undefined) {
      // By itself it keeps nobody waiting.
      child.unref()
      child.channel?.unref()
      return Number(workedMs) > workMs ? `reading it takes more than ${workMs / 1000} s of work` : undefined
    }
    this.close()
    return timeout.aborted ? `reading it takes more than ${timeoutMs / 1000} s` : `reading it takes more than ${memoryMb} MB of memory`
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(resolveWorkerUrl(new URL('./parse-process.ts', import.meta.url)), {
      env: {},
      execArgv: [`--max-old-space-size=${this.#budget.memoryMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // However we end, and be it now, it does not stay behind.
    this.#process = child
    process.once('exit', this.#kill)
    // That a process does not begin is seen from its silence.
    child.on('error', () => undefined)
    if ((await nextMessage(child)) === undefined) {
      this.close()
      throw new SystemError('The process that tries large records could not be started. Is there enough memory? Run the command again.')
    }
    return child
  }
}

/** What a process says next; undefined where it ends before, or the signal is aborted. */
async function nextMessage(child: ChildProcess, signal?: AbortSignal): Promise<unknown> {
  const done = new AbortController()
  const until = { signal: AbortSignal.any([done.signal, ...(signal ? [signal] : [])]) }
  try {
    const message = once(child, 'message', until).then(([said]) => said as unknown)
    return await Promise.race([message, once(child, 'exit', until).then(() => undefined)])
  } catch {
    return undefined // late, or no process
  } finally {
    done.abort()
  }
}
