/**
 * Does one piece of work at a time and then the newest that was asked for meanwhile: what lies between is never begun, so that an answer
 * is as fast as it can be however fast one types. `work` handles its own errors.
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
