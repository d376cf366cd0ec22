import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BuildHooks, BuildResult } from '../build.ts'
import type { Config } from '../config/options.ts'
import { SystemError } from '../errors.ts'
import { deserializeError, type SerializedError } from '../errors/serialize-error.ts'
import { resolveWorkerUrl } from '../installation.ts'

export type ToBuild = { is: 'build'; config: Config; shards: readonly string[] } | { is: 'stop' }

export type FromBuild =
  | { is: 'warning'; warning: string }
  | { is: 'progress'; progress: Parameters<NonNullable<BuildHooks['onProgress']>>[0] }
  | { is: 'built'; result: BuildResult }
  | { is: 'fault'; error: SerializedError }

/**
 * Builds a site, or merges the folders of shards, in a child process: a build changes the working directory, sets variables, and opens one
 * cache permanently. It prints nothing. Throws the build's error, or after a signal its reason, once the process has ended.
 */
export async function buildApart(
  config: Config,
  { signal, onWarning, onProgress }: BuildHooks,
  shards: readonly string[] = [],
): Promise<BuildResult> {
  signal?.throwIfAborted()
  const child = fork(resolveWorkerUrl(new URL('./build-process.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Handled when the process ends.
  child.on('error', () => undefined)
  const tell = (message: ToBuild) => void child.send(message, () => undefined)
  const stop = () => tell({ is: 'stop' })
  const kill = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', stop)
  process.once('exit', kill)
  let end: Extract<FromBuild, { is: 'built' | 'fault' }> | undefined
  child.on('message', (message: FromBuild) => {
    if (message.is === 'warning') onWarning?.(message.warning)
    else if (message.is === 'progress') onProgress?.(message.progress)
    else end = message
  })
  try {
    tell({ is: 'build', config, shards })
    const [code, how] = (await once(child, 'exit')) as [number | null, string | null]
    signal?.throwIfAborted()
    if (end === undefined)
      throw new SystemError(
        `The process of the build ended before its work was done (${how ?? `exit code ${code}`}). Is there enough memory?`,
      )
    if (end.is === 'fault') throw deserializeError(end.error)
    return end.result
  } finally {
    signal?.removeEventListener('abort', stop)
    process.off('exit', kill)
  }
}
