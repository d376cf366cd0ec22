import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { SystemError } from '../errors.ts'
import { resolveWorkerUrl } from '../installation.ts'

/** A stored answer: its kind and its JSON. */
export interface Question {
  kind: string
  text: string
}

/** The limits for one answer. */
export interface Budget {
  /** CPU time. The most expensive known answer takes one second on a core of 2024. */
  workMs: number
  /** Wall time, which includes waiting for other processes: afterwards the process is killed. */
  timeoutMs: number
  memoryMb: number
}

const BUDGET: Budget = { workMs: 3_000, timeoutMs: 30_000, memoryMb: 1024 }

/**
 * Parses large foreign answers in a child process before anything else reads them, one at a time. A parser cannot be stopped within its
 * thread, and a thread without memory takes its process down: an answer that takes too long or too much memory costs only the child, and is
 * not read again. Accepted answers are parsed again where they are needed, so results do not depend on this.
 */
export class ParseSandbox {
  readonly #budget: Budget
  readonly #kill = () => void this.#process?.kill('SIGKILL')
  #process: ChildProcess | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(budget: Partial<Budget> = {}) {
    this.#budget = { ...BUDGET, ...budget }
  }

  /** Why an answer must not be read; undefined if it may be. Completes "It is not read: ". */
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
      // It does not keep this process alive.
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
    // It is killed however this process ends.
    this.#process = child
    process.once('exit', this.#kill)
    // A failed start is detected by the missing message.
    child.on('error', () => undefined)
    if ((await nextMessage(child)) === undefined) {
      this.close()
      throw new SystemError('The process that tries large records could not be started. Is there enough memory? Try again.')
    }
    return child
  }
}

/** The next message of a process; undefined if it ends before, or the signal is aborted. */
async function nextMessage(child: ChildProcess, signal?: AbortSignal): Promise<unknown> {
  const done = new AbortController()
  const until = { signal: AbortSignal.any([done.signal, ...(signal ? [signal] : [])]) }
  try {
    const message = once(child, 'message', until).then(([said]) => said as unknown)
    return await Promise.race([message, once(child, 'exit', until).then(() => undefined)])
  } catch {
    return undefined // timed out, or the process has ended
  } finally {
    done.abort()
  }
}
