import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as Prometheus from 'prom-client'
import { UsageError } from '../errors.ts'
import { type Answerer, guardedServer, onlyOwnNames } from '../http/guarded-server.ts'
import { listen, originOf } from '../http/listen.ts'
import type { Messages } from './channels.ts'

const PATH = '/metrics'
/** A queue that is away does not hold up the other metrics. */
const QUEUE_MS = 2000
const ANSWERS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOBS_S = [1, 10, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600]

interface Asked {
  /** `127.0.0.1:9464`, or only a port. */
  address: string
  command: string
  version: string
}

/**
 * Answers Prometheus at `/metrics` until it is closed, and keeps no process alive. Throws a {@link UsageError} if the package prom-client is missing,
 * and a {@link SystemError} if it cannot listen.
 */
export async function startMetrics({ address, command, version }: Asked): Promise<{ url: string; close: () => void }> {
  const client = await load()
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  const measures = instruments(client, registry)
  measures.gauge('info', 'Always 1.', ['version', 'command']).set({ version, command }, 1)
  const [, host = '127.0.0.1', port] = /^(?:\[?(.+?)\]?:)?(\d+)$/.exec(address) ?? []
  const answer: Answerer = async ({ method, url = '' }, response) => {
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET, HEAD' }).end()
    if (url.split('?')[0] !== PATH) return response.writeHead(404, { 'content-type': 'text/plain' }).end(`Only ${PATH} is here.\n`)
    return response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(await registry.metrics())
  }
  // Elsewhere a scraper may use any name of this machine.
  const server = guardedServer(/^(?:localhost|127\.|::1)/.test(host) ? onlyOwnNames([host], answer) : answer)
  const taken = await listen(server, { host, port: Number(port), option: 'metrics' })
  server.unref()
  const stopWatching = watch(measures, server)
  const close = () => {
    stopWatching()
    server.close()
    server.closeAllConnections()
  }
  return { url: originOf(host, taken) + PATH, close }
}

async function load(): Promise<typeof Prometheus> {
  try {
    return (await import('prom-client')).default
  } catch (cause) {
    throw new UsageError('Metrics need the package prom-client, which is not installed. Run "npm install prom-client" beside Benchbook.', {
      code: 'ERR_OPTION',
      option: 'metrics',
      cause,
    })
  }
}

function instruments(client: typeof Prometheus, registry: Prometheus.Registry) {
  const settings = (name: string, help: string, labelNames: string[]) => ({
    name: `benchbook_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  return {
    gauge: (name: string, help: string, labels: string[] = [], collect?: (this: Prometheus.Gauge) => void | Promise<void>) =>
      new client.Gauge({ ...settings(name, help, labels), ...(collect && { collect }) }),
    counter: (name: string, help: string, labels: string[]) => new client.Counter(settings(name, help, labels)),
    histogram: (name: string, help: string, labels: string[], buckets: number[]) =>
      new client.Histogram({ ...settings(name, help, labels), buckets }),
  }
}

/** What is measured: what commands publish, and HTTP as undici and Node publish it. */
interface Watched extends Messages {
  'undici:request:create': unknown
  'undici:request:headers': { response: { statusCode: number } }
  'undici:request:trailers': unknown
  'undici:request:error': unknown
  'http.server.request.start': { response: ServerResponse; server: Server }
}

/** Measures until the returned function is called. */
function watch({ gauge, counter, histogram }: ReturnType<typeof instruments>, own: Server): () => void {
  const subscriptions: [name: string, listener: (message: unknown) => void][] = []
  const on = <Name extends keyof Watched>(name: Name, use: (message: Watched[Name]) => void): void => {
    const listener = (message: unknown) => use(message as Watched[Name])
    subscribe(name, listener)
    subscriptions.push([name, listener])
  }

  let crawl: Messages['benchbook:crawl'] = { progress: {}, waits: [] }
  on('benchbook:crawl', (message) => (crawl = message))
  gauge('crawl_records', 'Records, lists and files with an outcome.', ['kind', 'state'], function () {
    for (const [kind, { known: _known, done: _done, bytes: _bytes, ...states }] of Object.entries(crawl.progress))
      for (const [state, count] of Object.entries(states)) this.set({ kind, state }, count)
  })
  gauge('crawl_pending_records', 'Records, lists and files that are known and have no outcome yet.', ['kind'], function () {
    this.reset()
    for (const [kind, { known, done }] of Object.entries(crawl.progress)) this.set({ kind }, Math.max(0, known - done))
  })
  gauge('crawl_received_bytes', 'Bytes of decoded bodies.', ['kind'], function () {
    for (const [kind, { bytes }] of Object.entries(crawl.progress)) this.set({ kind }, bytes)
  })
  gauge('crawl_waiting_requests', 'Requests that have waited for five seconds or more.', ['reason'], function () {
    this.reset()
    for (const { reason, requests } of crawl.waits) this.inc({ reason }, requests)
  })

  const sent = counter('requests_total', 'Requests sent: to the service, to hosts of media, and to the store.', ['status'])
  const inFlight = gauge('requests_in_flight', 'Requests sent whose answers are not complete.')
  on('undici:request:create', () => inFlight.inc())
  on('undici:request:headers', ({ response }) => sent.inc({ status: response.statusCode }))
  on('undici:request:trailers', () => inFlight.dec())
  on('undici:request:error', () => {
    inFlight.dec()
    sent.inc({ status: 'error' })
  })

  const done = gauge('build_done', 'Pages or files that a stage of the build has done.', ['stage'])
  const known = gauge('build_known', 'Pages or files that a stage of the build has to do, if it knows.', ['stage'])
  on('benchbook:build', ({ stage, ...message }) => {
    done.set({ stage }, message.done)
    if (message.known !== undefined) known.set({ stage }, message.known)
  })

  const answered = histogram('response_duration_seconds', 'From a request to the end of its response.', ['status'], ANSWERS_S)
  on('http.server.request.start', ({ response, server }) => {
    if (server === own) return
    const start = performance.now()
    response.once('close', () => {
      answered.observe({ status: response.writableFinished ? response.statusCode : 'aborted' }, (performance.now() - start) / 1000)
    })
  })

  const jobs = histogram('job_duration_seconds', 'Jobs that this worker has ended.', ['result'], JOBS_S)
  on('benchbook:job', ({ result, ms }) => jobs.observe({ result }, ms / 1000))
  const nights = gauge('night_end_time_seconds', 'When this worker last ended a night of a service, in Unix time.', ['service'])
  const failed = gauge('night_failed', '1 if the last night that this worker ended failed, 0 otherwise.', ['service'])
  on('benchbook:night', ({ service, state }) => {
    nights.setToCurrentTime({ service })
    failed.set({ service }, state === 'failed' ? 1 : 0)
  })
  let countJobs: Messages['benchbook:queue'] | undefined
  on('benchbook:queue', (count) => (countJobs = count))
  gauge('queue_jobs', 'Jobs of the queue.', ['state'], async function () {
    this.reset()
    const counts = (await Promise.race([countJobs?.(), sleep(QUEUE_MS, undefined, { ref: false })])) ?? {}
    for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
  })
  return () => subscriptions.forEach(([name, listener]) => unsubscribe(name, listener))
}
