import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'

/** An editor writes a file in several steps. */
const SETTLE_MS = 40

/** Watches files, and folders recursively, including those that do not exist yet. */
export class FileWatcher {
  readonly #watcher = watch([], { ignoreInitial: true })
  #watched = new Set<string>()
  #change = Promise.withResolvers<undefined>()
  #hasChange = false

  /** `onError` is called with the reason if something cannot be watched, such as too many watched files; the rest still is. */
  constructor(onError: (error: unknown) => void) {
    this.#watcher.on('all', () => {
      this.#hasChange = true
      this.#change.resolve(undefined)
    })
    this.#watcher.on('error', onError)
  }

  /** Replaces the set of watched paths. */
  watch(paths: readonly string[]): void {
    const wanted = new Set(paths)
    this.#watcher.unwatch([...this.#watched].filter((path) => !wanted.has(path)))
    this.#watcher.add([...wanted].filter((path) => !this.#watched.has(path)))
    this.#watched = wanted
  }

  /** Waits until something has changed since the last call: several changes count as one. False if the signal is aborted. */
  async change(signal: AbortSignal): Promise<boolean> {
    const stop = () => this.#change.resolve(undefined)
    if (signal.aborted) return false
    signal.addEventListener('abort', stop)
    await this.#change.promise
    signal.removeEventListener('abort', stop)
    await sleep(SETTLE_MS)
    this.#change = Promise.withResolvers()
    this.#hasChange = false
    return !signal.aborted
  }

  /** Whether something has changed since {@link change} last resolved. */
  get hasChange(): boolean {
    return this.#hasChange
  }

  close(): Promise<void> {
    return this.#watcher.close()
  }
}
