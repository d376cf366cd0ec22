import pLimit from 'p-limit'

/**
 * Processes items with limited concurrency. After an error nothing more is started, and it is thrown once everything started has ended:
 * nothing is written after another process may own the folder.
 */
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
