import { InterruptedError } from '../errors.ts'

/** The time that the work has to stop. */
const GRACE_MS = 1_000

/** A signal that SIGINT and SIGTERM abort. A second one ends the process immediately; so does work that does not end in time. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new InterruptedError('Interrupted. Run the same command again to complete the work.'))
    setTimeout(() => process.exit(130), GRACE_MS).unref()
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  return controller.signal
}
