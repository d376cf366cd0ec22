import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import type { OnDamagedLine } from '../../cache/json-lines.ts'
import { finishedMark } from '../../cache/manifest.ts'
import { type CacheReader, openCache } from '../../cache/reader.ts'
import { ContentError } from '../../errors.ts'
import type { Answerer } from '../../http/guarded-server.ts'
import { originOf, type Reach, startGuarded } from '../../http/listen.ts'
import { sendFile } from '../../http/send-file.ts'
import { type Answer, CORS_HEADERS, NO_FILE, refusalAnswer } from '../answer.ts'
import { API_PATH, type Replica, type ReplicaOptions, replicaOf } from '../replica.ts'

interface ServiceOptions extends ReplicaOptions {
  /** Replaces {@link send}, so that a test can simulate failures. */
  deliver?: typeof send
}

/** Handles a request of `node:http`; returns `false`, and does nothing, if it is for another path. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export type RunningService = Awaited<ReturnType<typeof startServer>>

/** How long {@link RunningService.close} waits for answers in progress. */
const CLOSE_GRACE_MS = 500
/** How long a newly finished crawl may go unnoticed. */
const LOOK_EVERY_MS = 250

/** Serves a finished cache as Content API 2.0. Throws a `SystemError` if the port is taken. */
export async function startService(cache: CacheReader, options: Omit<ServiceOptions, 'origin'> & Partial<Reach> = {}) {
  let url = ''
  const all = { ...options, origin: () => url }
  const replica = replicaOf(cache, all)
  const running = await startServer(listenerOf(replica, all), options)
  url = running.url
  return { ...running, close: () => running.close().then(() => replica.close()) }
}

/** Serves the answers of a {@link latestListener}, and nothing else; by default at a free port, for this machine only. */
export async function startServer(listener: Listener, { port: wanted = 0, host = '127.0.0.1', ...reach }: Partial<Reach>) {
  const answer: Answerer = async (request, response) => {
    if (!(await listener(request, response))) await send(request, response, NO_PATH)
  }
  const { server, port } = await startGuarded(answer, { ...reach, port: wanted, host })
  const url = originOf(host, port)
  /** Gives answers in progress a moment to finish; idle connections are closed at once. */
  const close = async (): Promise<void> => {
    const closed = once(server, 'close')
    server.close()
    const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
    await closed.finally(() => clearTimeout(grace))
  }
  // The API's base is as `benchbook crawl --source` takes it.
  return { url, api: `${url}${API_PATH}`, close }
}

const NO_PATH = refusalAnswer({ status: 404, message: `There is nothing here; the service lies below ${API_PATH}.` })

/** A listener for the latest finished crawl of a folder: a crawl that finishes later is served from then on. */
export async function latestListener(folder: string, options: ServiceOptions): Promise<Listener> {
  const open = async () => {
    const mark = await finishedMark(folder)
    const replica = replicaOf(await openCache(folder, damagedLineTeller(options)), options)
    return { mark, replica, listener: listenerOf(replica, options) }
  }
  let current = await open()
  let lookedAt = performance.now()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const before = current
    // If a finish was interrupted, or the folder is unreadable, the open crawl stays until the next crawl has repaired it.
    const mark = await finishedMark(folder).catch(() => before.mark)
    if (mark === before.mark) return
    current = await open().catch(() => before)
    if (current !== before) void before.replica.close() // waits for the answers in progress
  }

  return async (request, response) => {
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      looking ??= look().finally(() => {
        lookedAt = performance.now()
        looking = undefined
      })
      await looking
    }
    return current.listener(request, response)
  }
}

/** Reports each damaged line once, however often its list is read. */
function damagedLineTeller({ onError }: ServiceOptions): OnDamagedLine {
  const told = new Set<string>()
  return (path, line) => {
    const message = `${path} in the cache is damaged at line ${line}: it is left out. Crawl again to replace it.`
    if (!told.has(message)) onError?.(new ContentError(message, { code: 'ERR_RECORD_UNREADABLE', path }))
    told.add(message)
  }
}

/** A listener that handles everything below `/api/2.0` and the media paths in its answers. */
function listenerOf(replica: Replica, { deliver = send, onError }: ServiceOptions): Listener {
  return async (request, response) => {
    const { method = '', url: target = '', headers } = request
    if (!replica.owns(target)) return false
    await deliver(request, response, await replica.answer({ method, target, headers })).catch((error: unknown) => {
      onError?.(error)
      response.destroy()
    })
    return true
  }
}

const COMMON_HEADERS = { ...CORS_HEADERS, 'x-content-type-options': 'nosniff' }

/** Sends a response, or the requested part of a file; only headers for HEAD and 304. Ends early, without an error, if the client leaves. */
export async function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  if (response.closed) return
  if (!Buffer.isBuffer(body)) {
    const closed = once(response, 'close')
    // Another crawl may be sweeping the file at the moment.
    const onMissing = () => void send(request, response, refusalAnswer(NO_FILE))
    const file = { root: dirname(body.path), path: `/${encodeURIComponent(basename(body.path))}` }
    sendFile(request, response, { ...file, headers: { ...COMMON_HEADERS, ...headers }, onMissing })
    return void (await closed)
  }
  const hasBody = status !== 304 && status !== 204
  response.writeHead(status, { ...COMMON_HEADERS, ...(hasBody && { 'content-length': body.length }), ...headers })
  response.end(hasBody && request.method !== 'HEAD' ? body : undefined)
}
