/** A task that takes this long may be waiting for a file that never arrives. */
const OVERTAKE_MS = 1_500

/**
 * Runs one task at a time, then only the most recently requested one; those in between are skipped, so that answers keep up with typing.
 * After a second and a half the next one no longer waits for it. `work` handles its own errors, and ignores an answer that is out of date.
 */
export function latestOnly<T>(work: (item: T) => Promise<void>): (item: T) => void {
  let waiting: { item: T } | undefined
  let running: object | undefined
  const run = (): void => {
    if (running || !waiting) return
    const { item } = waiting
    const task = {}
    waiting = undefined
    running = task
    const goOn = (): void => {
      if (running !== task) return
      running = undefined
      run()
    }
    const late = setTimeout(goOn, OVERTAKE_MS)
    void work(item).finally(() => {
      clearTimeout(late)
      goOn()
    })
  }
  return (item) => {
    waiting = { item }
    run()
  }
}
