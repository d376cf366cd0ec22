import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'

/** An editor writes a file in several steps. */
const SETTLE_MS = 40

/**
 * Watches files, and folders recursively, including those that do not exist yet. `onError` is called with the reason if something cannot be
 * watched, such as too many watched files; the rest still is.
 */
export function fileWatcher(onError: (error: unknown) => void) {
  const watcher = watch([], { ignoreInitial: true })
  let watched = new Set<string>()
  let next = Promise.withResolvers<undefined>()
  let hasChange = false
  watcher.on('all', () => {
    hasChange = true
    next.resolve(undefined)
  })
  watcher.on('error', onError)

  return {
    /** Replaces the set of watched paths. */
    watch(paths: readonly string[]): void {
      const wanted = new Set(paths)
      watcher.unwatch([...watched].filter((path) => !wanted.has(path)))
      watcher.add([...wanted].filter((path) => !watched.has(path)))
      watched = wanted
    },
    /** Waits until something has changed since the last call: several changes count as one. False if the signal is aborted. */
    async change(signal: AbortSignal): Promise<boolean> {
      if (signal.aborted) return false
      const stop = () => next.resolve(undefined)
      signal.addEventListener('abort', stop)
      await next.promise
      signal.removeEventListener('abort', stop)
      await sleep(SETTLE_MS)
      next = Promise.withResolvers()
      hasChange = false
      return !signal.aborted
    },
    /** Whether something has changed since `change` last resolved. */
    hasChange: () => hasChange,
    close: () => watcher.close(),
  }
}
