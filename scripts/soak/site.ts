import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ListName } from '../../src/model/resources.ts'

/** One answer of the server. */
export interface ServerReply {
  status?: number
  headers?: OutgoingHttpHeaders
  body: Buffer | string
  /** Sends the answer in a way that breaks it. */
  send?: Send
}
type Send = (response: ServerResponse, answer: ServerReply, request: IncomingMessage) => void

/** The paging of a list: returns the items from `offset` on, as the body of a page. */
export type Paging = (items: readonly unknown[], offset: number, limit: number) => unknown

/** A part of a site: records, files, items of lists, and how these are paged. */
export interface Part {
  /** `17 guide 3`: its seed, its kind and its number. */
  name: string
  /** By path and, for trees, `?display=…`; decoded. */
  answers: ReadonlyMap<string, ServerReply>
  items?: Partial<Record<ListName, readonly unknown[]>>
  /** Its categories, added below the top of the tree; the values of hostile ones can be anything. */
  tree?: Record<string, unknown>
  paging?: Partial<Record<ListName, Paging>>
}

/** A part without a name. */
export type Body = Omit<Part, 'name'>

/** A service: the good part, then hostile ones. Of several answers to a path, or pagings of a list, the last applies. */
export type Site = readonly Part[]

export const API = '/api/2.0'

export const json = (value: unknown): ServerReply => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
export const guidePath = (guideid: number): string => `${API}/guides/${guideid}`

/** A delay longer than the crawl waits. */
const LONG_MS = 60_000
const DRIP_MS = 100
const FLOOD = Buffer.alloc(64 * 1024, 0x20)

const head = (response: ServerResponse, { status = 200, headers = {} }: ServerReply, more = {}): ServerResponse =>
  response.writeHead(status, { ...headers, ...more })

/** Writes to the socket, bypassing Node's HTTP. */
function raw({ socket }: IncomingMessage, start: string, body: Buffer | string): void {
  socket.write(Buffer.concat([Buffer.from(start), Buffer.from(body)]))
  socket.end()
}

/** Sends a whole answer, including one that Node refuses to send. */
export const whole: Send = (response, answer, request) => {
  try {
    head(response, answer).end(answer.body)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    const { status = 200, headers = {}, body } = answer
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    raw(request, `HTTP/1.1 ${status} x\r\n${fields.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, body)
  }
}

/** Repeats a step of an answer until its client is gone. */
function drip(response: ServerResponse, step: () => void): void {
  const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : step()), DRIP_MS).unref()
}

/** Ways to send an answer that break it. */
export const MANNERS: readonly Send[] = [
  // Cut off.
  (response, answer) => {
    const body = Buffer.from(answer.body)
    head(response, answer, { 'content-length': body.length + 1 }).write(body.subarray(0, body.length / 2), () => response.destroy())
  },
  (_, __, { socket }) => void socket.resetAndDestroy(),
  // Too slow.
  (response, answer) => void setTimeout(() => head(response, answer).end(answer.body), LONG_MS).unref(),
  (response, answer) => {
    const body = Buffer.from(answer.body)
    head(response, answer)
    let at = 0
    drip(response, () => at < body.length && response.write(body.subarray(at, ++at)))
  },
  (response) => drip(response, () => response.writeEarlyHints({ link: '</x>; rel=preload; as=style' })),
  // Endless.
  (response, answer) => {
    head(response, answer).write(answer.body)
    const more = (): void => {
      while (!response.destroyed && response.write(FLOOD));
      response.once('drain', more)
    }
    more()
  },
  // Of another length than stated.
  (response, answer) =>
    void head(response, answer, { 'content-length': Buffer.byteLength(answer.body) + 10, connection: 'close' }).end(answer.body),
  (_, { body }, request) => raw(request, 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n', body),
  // Hardly HTTP.
  (_, { body }, request) => raw(request, 'HTTP/9.9 200 \0\r\n\r\n', body),
  (_, { body }, request) => raw(request, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n', body),
  (_, { body }, request) =>
    raw(request, `HTTP/1.1 200 OK\r\n${'X-Hostile: a\r\n'.repeat(5_000)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`, body),
]
