/**
 * Runs one task at a time, then only the most recently requested one; those in between are skipped, so that answers keep up with typing.
 * `work` handles its own errors.
 */
export function latestOnly<T>(work: (item: T) => Promise<void>): (item: T) => void {
  let waiting: { item: T } | undefined
  let busy = false
  const run = async (): Promise<void> => {
    busy = true
    while (waiting) {
      const { item } = waiting
      waiting = undefined
      await work(item)
    }
    busy = false
  }
  return (item) => {
    waiting = { item }
    if (!busy) void run()
  }
}
