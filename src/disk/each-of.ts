import pLimit from 'p-limit'

/**
 * Acts on each, so many at once. After an error nothing more is begun, and it is thrown when all that was begun has ended: nothing is written once
 * somebody else may have the folder.
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
