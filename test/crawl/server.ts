import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Client, type ClientOptions } from '../../src/fetch/client.ts'
import type { CrawlOptions } from '../../src/crawl/options.ts'

export interface Server {
  /** `http://127.0.0.1:41234` */
  url: string
  /** Every request as it came, in order: path and query. */
  asked: string[]
  requests: IncomingMessage[]
}

/** A real server for one test. The handler may answer as badly as it likes. */
export async function listen(handler: (request: IncomingMessage, response: ServerResponse, url: URL) => void): Promise<Server> {
  const asked: string[] = []
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    requests.push(request)
    handler(request, response, new URL(request.url ?? '', 'http://service.invalid'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, requests }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

/** A folder that is gone after the test. */
export async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'benchbook-crawl-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
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

export function optionsFor(source: string, cache: string, rest: Partial<CrawlOptions> = {}): CrawlOptions {
  return {
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
  }
}

/** A client that is closed after the test. It asks for no robots.txt unless that is what is tested. */
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

/** The smallest picture there is: a GIF of one pixel. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** All that comes. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}
