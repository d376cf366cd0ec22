/** Runs tasks in parallel. If one fails, the others are aborted by their signal, and its error is thrown once all have ended. */
export async function inParallel(
  signal: AbortSignal | undefined,
  works: readonly ((signal: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const failure = new AbortController()
  const either = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])])
  await Promise.all(works.map((work) => work(either).catch((error: unknown) => failure.abort(error))))
  failure.signal.throwIfAborted()
}
