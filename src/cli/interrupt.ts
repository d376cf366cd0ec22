import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { InterruptedError } from '../errors.ts'

/** The time that the work has to stop. */
const GRACE_MS = 1_000

/** A signal that SIGINT and SIGTERM abort. A second one ends the process immediately; so does work that does not end in time. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new InterruptedError('Interrupted. Run the same command again for the whole.'))
    setTimeout(() => process.exit(130), GRACE_MS).unref()
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  return controller.signal
}

/** The exit code of a child process, once it has ended. An interruption is passed on to it, and then thrown. */
export async function exitOf(child: ChildProcess, signal: AbortSignal): Promise<number | null> {
  const interrupt = () => void child.kill('SIGINT')
  signal.addEventListener('abort', interrupt)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    signal.throwIfAborted()
    return code
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}
