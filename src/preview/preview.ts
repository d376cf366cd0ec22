import { fork } from 'node:child_process'
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
export type Preview = Awaited<ReturnType<typeof startPreview>>

/** Starts a process that has nothing to show yet: starting takes as long as showing. */
export async function startPreview(onWarning: (warning: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'benchbook-preview-'))
  const ready = Promise.withResolvers<PreviewFacts>()
  const waiting = new Map<number, PromiseWithResolvers<undefined>>()
  let last = 0

  const fail = (error: Error): void => {
    ready.reject(error)
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const child = fork(resolveWorkerUrl(new URL('./preview-process.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  ready.promise.catch(() => undefined) // reported to the caller that awaits it
  child.on('exit', (code, signal) => fail(died(signal ?? `exit code ${code}`)))
  child.on('error', (error) => fail(died(error.message)))
  child.on('message', (message: FromPreview) => {
    if (message.is === 'ready') ready.resolve(message.facts)
    else if (message.is === 'warning') onWarning(message.warning)
    else if (message.is === 'fault') ready.reject(deserializeError(message.error))
    else {
      const asked = waiting.get(message.number)
      waiting.delete(message.number)
      if (message.error) asked?.reject(deserializeError(message.error))
      else asked?.resolve(undefined)
    }
  })

  const tell = (message: ToPreview): boolean => child.send(message, () => undefined)
  const ask = (request: (number: number) => ToPreview): Promise<undefined> => {
    const asked = Promise.withResolvers<undefined>()
    waiting.set(++last, asked)
    tell(request(last))
    return asked.promise
  }

  return {
    folder,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Compiles the pages of a configuration for another process, which shows it. */
    compile: (config: Config, { folder }: { folder: string }) => ask((number) => ({ is: 'compile', number, config, folder })),
    /** Shows a configuration whose pages are compiled; once. Throws what `buildSite` throws for an invalid one. */
    show(config: Config): Promise<PreviewFacts> {
      tell({ is: 'show', config, folder })
      return ready.promise
    },
    /** Has a file of the site rendered, unless it exists or the site has none of that name. Throws if it cannot be rendered. */
    make: (file: string) => ask((number) => ({ is: 'make', number, file })),
    async end(): Promise<void> {
      child.removeAllListeners('exit').kill('SIGKILL')
      fail(died('it was ended'))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const died = (how: string): SystemError => new SystemError(`The process that makes the pages ended (${how}). Is there enough memory?`)
