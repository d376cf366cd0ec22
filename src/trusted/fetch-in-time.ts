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
  const stop = (): void => stalled.abort(init.signal?.reason)
  // A signal may be that of thousands of requests.
  const end = (): void => {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', stop)
  }
  init.signal?.throwIfAborted()
  init.signal?.addEventListener('abort', stop)
  wait()
  const answer = await fetch(address, { ...init, signal: stalled.signal }).catch((error: unknown) => {
    end()
    throw error
  })
  if (!answer.body) {
    end()
    return answer
  }
  wait()
  const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      wait()
      controller.enqueue(chunk)
    },
    flush: end,
  })
  return Object.defineProperty(new Response(answer.body.pipeThrough(watched), answer), 'url', { value: answer.url })
}

/** A promise that fails when it is not settled in ten seconds: for what has no signal, such as the import of a module. */
export const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_resolve, reject) => setTimeout(reject, STALLED_MS, new TypeError('A file does not answer.')))])
