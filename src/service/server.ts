import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CacheReader } from '../cache/reader.ts'
import { SystemError } from '../errors.ts'
import { refusalAnswer } from './answer.ts'
import { listenerOf, type ServiceOptions } from './listener.ts'
import { API_PATH, Replica } from './replica.ts'
import { send } from './send.ts'

export interface RunningService {
  /** `http://127.0.0.1:41234` */
  url: string
  /** The API's base, as `benchbook crawl --source` takes it. */
  api: string
  /** Lets answers under way come to their end for a moment; idle connections are closed at once. */
  close: () => Promise<void>
}

/** How long a client may take for its request line and headers, and for a whole request. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** How long {@link RunningService.close} waits for answers under way. */
const CLOSE_GRACE_MS = 500

/**
 * Serves a finished cache as Content API 2.0 on a port of this machine (0: any free one). Throws a {@link SystemError} when the port is
 * taken.
 */
export async function startService(
  cache: CacheReader,
  { port = 0, host = '127.0.0.1', ...options }: Omit<ServiceOptions, 'origin'> & { port?: number; host?: string } = {},
): Promise<RunningService> {
  let url = ''
  const all = { ...options, origin: () => url }
  const replica = new Replica(cache, all)
  const listener = listenerOf(replica, all)
  const server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void listener(request, response).then(async (isAnswered) => {
      if (!isAnswered) await send(response, NO_PATH, request.method === 'HEAD', {})
    })
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw explained(error, port, host)
  })
  url = originOf(server.address() as AddressInfo)
  return {
    url,
    api: `${url}${API_PATH}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
      await closed.finally(() => clearTimeout(grace))
      await replica.close()
    },
  }
}

const NO_PATH = refusalAnswer({ status: 404, message: `There is nothing here; the service lies below ${API_PATH}.` })

/** A listener on every address is reached, on this machine, by the loopback one. */
function originOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function explained(error: unknown, port: number, host: string): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return error
  return new SystemError(`Port ${port} of ${host} is in use. Name another one with --port, or stop what listens there.`, { cause: error })
}
