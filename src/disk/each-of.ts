import pLimit from 'p-limit'

/** Processes items with limited concurrency. After an error starts nothing more, waits for what was started, and throws it. */
export async function eachOf<T>(all: Iterable<T>, atOnce: number, act: (one: T) => Promise<unknown>): Promise<void> {
  const limit = pLimit(atOnce)
  const failed = new AbortController()
  const tasks = Array.from(all, (one) =>
    limit(async () => {
      if (!failed.signal.aborted) await act(one).catch((error: unknown) => failed.abort(error))
    }),
  )
  await Promise.all(tasks)
  failed.signal.throwIfAborted()
}
