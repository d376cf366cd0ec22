import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/options.ts'
import { SystemError } from '../errors.ts'
import { deserializeError, type SerializedError } from '../errors/serialize-error.ts'
import { resolveWorkerUrl } from '../installation.ts'

/** Requests to a preview process: to compile the pages into a folder, or to show a folder and then render files of it. */
export type ToPreview =
  | { is: 'compile'; number: number; config: Config; folder: string }
  | { is: 'show'; config: Config; folder: string }
  | { is: 'make'; number: number; file: string }

/** Its messages. */
export type FromPreview =
  | { is: 'ready'; facts: PreviewFacts }
  | { is: 'warning'; warning: string }
  /** The request of that number is complete; `error` says why it failed. */
  | { is: 'done'; number: number; error?: SerializedError }
  | { is: 'fault'; error: SerializedError }

export interface PreviewFacts {
  /** The folder in which files are rendered on demand. */
  site: string
  pages: number
}

/** One state of a configuration, shown by its own process; or the process that compiles for those. */
export class Preview {
  readonly folder: string
  readonly #process: ChildProcess
  readonly #ready = Promise.withResolvers<PreviewFacts>()
  readonly #waiting = new Map<number, PromiseWithResolvers<undefined>>()
  readonly #onWarning: (warning: string) => void
  #number = 0

  private constructor(folder: string, onWarning: (warning: string) => void) {
    this.folder = folder
    this.#onWarning = onWarning
    this.#process = fork(resolveWorkerUrl(new URL('./preview-process.ts', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#ready.promise.catch(() => undefined) // reported to the caller that awaits it
    this.#process.on('message', (message: FromPreview) => this.#hear(message))
    this.#process.on('exit', (code, signal) => this.#fail(died(signal ?? `exit code ${code}`)))
    this.#process.on('error', (error) => this.#fail(died(error.message)))
  }

  /** Starts a process that has nothing to show yet: starting takes as long as showing. */
  static async start(onWarning: (warning: string) => void): Promise<Preview> {
    return new Preview(await mkdtemp(join(tmpdir(), 'benchbook-preview-')), onWarning)
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Compiles the pages of a configuration for another process, which shows it. */
  compile(config: Config, { folder }: Preview): Promise<undefined> {
    return this.#ask((number) => ({ is: 'compile', number, config, folder }))
  }

  /** Shows a configuration whose pages are compiled; once. Throws what `buildSite` throws for an invalid one. */
  show(config: Config): Promise<PreviewFacts> {
    this.#tell({ is: 'show', config, folder: this.folder })
    return this.#ready.promise
  }

  /** Has a file of the site rendered, unless it exists or the site has none of that name. Throws if it cannot be rendered. */
  make(file: string): Promise<undefined> {
    return this.#ask((number) => ({ is: 'make', number, file }))
  }

  #ask(request: (number: number) => ToPreview): Promise<undefined> {
    const asked = Promise.withResolvers<undefined>()
    this.#waiting.set(++this.#number, asked)
    this.#tell(request(this.#number))
    return asked.promise
  }

  async end(): Promise<void> {
    this.#process.removeAllListeners('exit').kill('SIGKILL')
    this.#fail(died('it was ended'))
    await rm(this.folder, { recursive: true, force: true })
  }

  #hear(message: FromPreview): void {
    if (message.is === 'ready') this.#ready.resolve(message.facts)
    else if (message.is === 'warning') this.#onWarning(message.warning)
    else if (message.is === 'fault') this.#ready.reject(deserializeError(message.error))
    else {
      const asked = this.#waiting.get(message.number)
      this.#waiting.delete(message.number)
      if (message.error) asked?.reject(deserializeError(message.error))
      else asked?.resolve(undefined)
    }
  }

  #fail(error: Error): void {
    this.#ready.reject(error)
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  #tell(message: ToPreview): void {
    this.#process.send(message, () => undefined)
  }
}

const died = (how: string): SystemError => new SystemError(`The process that makes the pages ended (${how}). Is there enough memory?`)
