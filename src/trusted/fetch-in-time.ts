/** Hosts, proxies and captive portals may accept a request and never answer it. */
const STALLED_MS = 10_000

/**
 * {@link fetch} for a file, which fails when no byte has arrived for ten seconds, while reading the answer too.
 * Throws a TypeError, as without a network.
 */
export async function fetchInTime(address: string | URL, init: RequestInit = {}): Promise<Response> {
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(new TypeError(`${String(address)} does not answer.`)), STALLED_MS)
  }
  init.signal?.throwIfAborted()
  init.signal?.addEventListener('abort', () => stalled.abort(init.signal?.reason))
  wait()
  const answer = await fetch(address, { ...init, signal: stalled.signal }).finally(() => clearTimeout(timer))
  if (!answer.body) return answer
  wait()
  const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      wait()
      controller.enqueue(chunk)
    },
    flush: () => clearTimeout(timer),
  })
  return Object.defineProperty(new Response(answer.body.pipeThrough(watched), answer), 'url', { value: answer.url })
}

/** A promise that fails when it is not settled in ten seconds: for what has no signal, such as the import of a module. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_resolve, reject) => setTimeout(reject, STALLED_MS, new TypeError('A file does not answer.')))])
