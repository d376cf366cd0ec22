import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server as AnyServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { Client, type ClientOptions } from '../../src/fetch/client.ts'
import { getJson } from '../../src/crawl/json.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'
import { everything } from '../cache/small-cache.ts'

export { everything as collect, temporaryFolder as folder } from '../cache/small-cache.ts'

export type Server = Awaited<ReturnType<typeof listen>>

/** A real server for one test. The handler may answer as badly as it likes. */
export async function listen(handler: (request: IncomingMessage, response: ServerResponse, url: URL) => void) {
  /** Every request in order of arrival: path and query. */
  const asked: string[] = []
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    requests.push(request)
    handler(request, response, new URL(request.url ?? '', 'http://service.invalid'))
  })
  return { url: `http://${await hostOf(server)}`, asked, requests }
}

/** Makes a server listen until the test ends: `127.0.0.1:41234`. */
export async function hostOf(server: AnyServer): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends something every few milliseconds until the other side has enough. */
export function drip(response: ServerResponse, drop: () => void): void {
  const timer = setInterval(drop, 20)
  response.on('close', () => clearInterval(timer))
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

const CLIENT_OPTIONS: ClientOptions = {
  userAgent: 'Benchbook/0.1.0 (+test@example.org)',
  concurrency: 8,
  retries: 2,
  maxRate: 0,
  ignoreRobots: false,
  connectTimeoutMs: 60_000,
  headersTimeoutMs: 60_000,
  bodyTimeoutMs: 60_000,
  answerTimeoutMs: 20_000,
}

export const optionsFor = (source: string, cache: string, rest: Partial<CrawlOptions> = {}): CrawlOptions => ({
  ...CLIENT_OPTIONS,
  source,
  cache,
  media: 'all',
  sizes: ['standard', 'medium', 'large'],
  zoomSize: 'none',
  maxMediaBytes: 10_000_000,
  maxBodyBytes: 10_000_000,
  allowShrink: 10,
  allowRefused: 5,
  product: 'Benchbook 0.1.0',
  ...rest,
})

/** A client that is closed after the test. It requests no robots.txt unless that is tested. */
export function clientFor(
  source: string,
  rest: Partial<ClientOptions> = {},
  signal = new AbortController().signal,
  warn?: (sentence: string) => void,
): Client {
  const client = new Client(source, { ...CLIENT_OPTIONS, ignoreRobots: true, ...rest }, signal, warn)
  onTestFinished(() => client.close())
  return client
}

/** The smallest possible picture: a GIF of one pixel. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** How a client is asked for a file: returns the received pieces. */
export const MEDIA = {
  of: 'media',
  maxBytes: 1000,
  read: ({ chunks }: { chunks: AsyncIterable<Uint8Array> }) => everything(chunks),
} as const

export async function askJson(client: Client, url: string, maxBytes = 1_000_000): Promise<unknown> {
  const { value } = await getJson(client, url, { maxBytes, understand: (said: unknown) => ({ ok: true, value: said }) as const })
  return value
}

/** The thrown error; undefined if there is none. */
export async function thrownBy(asking: Promise<unknown>): Promise<unknown> {
  const [result] = await Promise.allSettled([asking])
  return result.status === 'rejected' ? result.reason : undefined
}
