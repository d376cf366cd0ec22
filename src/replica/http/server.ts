import { once } from 'node:events'
import type { CacheReader } from '../../cache/reader.ts'
import { guardedServer, type Limits } from '../../http/guarded-server.ts'
import type { Answerer } from '../../http/in-turn.ts'
import { onlyOwnNames } from '../../http/host-names.ts'
import { listen, originOf } from '../../http/listen.ts'
import { refusalAnswer } from '../answer.ts'
import { type Listener, listenerOf, send, type ServiceOptions } from './listener.ts'
import { API_PATH, Replica } from '../replica.ts'

export interface RunningService {
  /** `http://127.0.0.1:41234` */
  url: string
  /** The API's base, as `benchbook crawl --source` takes it. */
  api: string
  /** Gives answers in progress a moment to finish; idle connections are closed at once. */
  close: () => Promise<void>
}

export interface ServerOptions {
  /** 0, the default, chooses a free one. */
  port?: number
  /** The address to listen at; the default is reachable from this machine only. */
  host?: string
  /** Further names accepted in a request's `Host` (see {@link onlyOwnNames}). */
  hostNames?: readonly string[]
  /** Called with the host name of a refused request. */
  onRefusedName?: (name: string) => void
  limits?: Partial<Limits>
}

/** How long {@link RunningService.close} waits for answers in progress. */
const CLOSE_GRACE_MS = 500

/** Serves a finished cache as Content API 2.0. Throws a `SystemError` if the port is taken. */
export async function startService(
  cache: CacheReader,
  options: Omit<ServiceOptions, 'origin'> & ServerOptions = {},
): Promise<RunningService> {
  let url = ''
  const all = { ...options, origin: () => url }
  const replica = new Replica(cache, all)
  const running = await startServer(listenerOf(replica, all), options)
  url = running.url
  return {
    ...running,
    close: async () => {
      await running.close()
      await replica.close()
    },
  }
}

/** Serves the answers of one of this module's listeners, and nothing else. */
export async function startServer(
  listener: Listener,
  { port = 0, host = '127.0.0.1', hostNames = [], onRefusedName, limits = {} }: ServerOptions,
): Promise<RunningService> {
  const answer: Answerer = async (request, response) => {
    if (!(await listener(request, response))) await send(request, response, NO_PATH)
  }
  const server = guardedServer(onlyOwnNames([...hostNames, host], answer, onRefusedName), limits)
  const url = originOf(host, await listen(server, { host, port }))
  return {
    url,
    api: `${url}${API_PATH}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
      await closed.finally(() => clearTimeout(grace))
    },
  }
}

const NO_PATH = refusalAnswer({ status: 404, message: `There is nothing here; the service lies below ${API_PATH}.` })
