import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Instruments } from './instruments.ts'

/** Answers a request, or returns false for somebody else to do so. */
type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export interface ServeWatch {
  /** A listener that is asked first, and notes what becomes of each request, whoever answers it. */
  around: (listener: Listener | undefined) => Listener
  /** Notes a request for a name that is not ours. */
  refused: () => void
}

/** From a file in memory to an answer that a replica has to make of a large cache, or a slow reader. */
const BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Has a server tell the metrics what it answers. Whoever asks chooses paths, so they are no labels. */
export function watchServing(instruments: Instruments): ServeWatch {
  const requests: Record<string, number> = { '1xx': 0, '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, aborted: 0 }
  let bytes = 0
  instruments.counter(
    { name: 'serve_requests_total', help: 'Requests by the class of their status; aborted: the client left.', labels: ['status'] },
    () => Object.entries(requests).map(([status, count]) => [{ status }, count]),
  )
  instruments.counter({ name: 'serve_sent_bytes_total', help: 'Bytes sent, with headers.' }, () => [[{}, bytes]])
  const took = instruments.histogram(
    { name: 'serve_request_duration_seconds', help: 'From a request to the end of its answer.' },
    BUCKETS_S,
  )
  const count = (status: string): void => void (requests[status] = (requests[status] ?? 0) + 1)

  function note({ socket }: IncomingMessage, response: ServerResponse): void {
    const [start, sentBefore] = [performance.now(), socket.bytesWritten]
    response.once('close', () => {
      count(response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted')
      bytes += socket.bytesWritten - sentBefore
      took((performance.now() - start) / 1000)
    })
  }

  return {
    around: (listener) => async (request, response) => {
      note(request, response)
      return (await listener?.(request, response)) ?? false
    },
    refused: () => count('4xx'),
  }
}
