import type { IncomingMessage, ServerResponse } from 'node:http'
import { guardedServer } from '../http/guarded-server.ts'
import { onlyOwnNames } from '../http/host-names.ts'
import type { Answerer } from '../http/in-turn.ts'
import { listen, originOf } from '../http/listen.ts'
import { Instruments } from './instruments.ts'
import { Meter } from './meter.ts'

const PATH = '/metrics'
/** One server scrapes, or two; more than these are somebody's mistake. */
const MAX_CONNECTIONS = 64

export interface RunningMetrics {
  /** Where they are answered. */
  url: string
  meter: Meter
  /** Ends at once, whoever is connected. */
  close: () => void
}

/** The address to answer at, and what the figures are of. */
export interface MetricsOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  command: string
  version: string
}

/**
 * Answers Prometheus until it is closed; it keeps no process alive. Throws a `SystemError` where it cannot listen, and a `UsageError` where the client library is
 * not installed.
 */
export async function startMetrics({ host, port, command, version }: MetricsOptions): Promise<RunningMetrics> {
  const instruments = await Instruments.load()
  instruments.gauge({ name: 'info', help: 'The version of Benchbook and the command that runs.', labels: ['version', 'command'] }, () => [
    [{ version, command }, 1],
  ])
  const answer: Answerer = (request, response) => answerFrom(instruments, request, response)
  // On the loopback address a stranger's page may come by a name of its own; elsewhere a server that scrapes goes by any name of this machine.
  const server = guardedServer(isLoopback(host) ? onlyOwnNames([host], answer) : answer, { maxConnections: MAX_CONNECTIONS })
  const taken = await listen(server, { host, port, option: 'metrics' })
  server.unref()
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: originOf(host, taken) + PATH, meter: new Meter(instruments), close }
}

async function answerFrom(instruments: Instruments, { method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
  if (url.split('?')[0] !== PATH)
    return void response.writeHead(404, { 'content-type': 'text/plain' }).end(`There is nothing here but ${PATH}.\n`)
  const { contentType, text } = await instruments.read()
  response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')
