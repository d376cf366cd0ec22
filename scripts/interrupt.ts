import { InterruptedError } from '../src/errors.ts'

/** How long the work may take to put down what it holds. */
const GRACE_MS = 1_000

/** A signal that SIGINT and SIGTERM abort. A second one ends the process at once; so does work that does not end in time. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new InterruptedError('Interrupted. What was stored is kept: run the same command again to go on.'))
    setTimeout(() => process.exit(130), GRACE_MS).unref()
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  return controller.signal
}
