import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer, Manner } from './site.ts'

/** Sends an answer in its manner. */
export function sendIn(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  try {
    MANNERS[answer.manner ?? 'whole'](response, answer, request)
  } catch (error) {
    // What Node refuses to send is written to the socket.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    const fields = Object.entries(answer.headers ?? {}).map(([name, value]) => `${name}: ${String(value)}\r\n`)
    const head = `HTTP/1.1 ${answer.status ?? 200} x\r\n${fields.join('')}Content-Length: ${Buffer.byteLength(answer.body)}\r\n\r\n`
    raw(request, Buffer.concat([Buffer.from(head), Buffer.from(answer.body)]))
  }
}

type Send = (response: ServerResponse, answer: Answer, request: IncomingMessage) => void

/** A delay longer than the crawl waits. */
const LONG_MS = 60_000
const DRIP_MS = 100
const FLOOD = Buffer.alloc(64 * 1024, 0x20)

const head = (response: ServerResponse, { status = 200, headers = {} }: Answer, more = {}): ServerResponse =>
  response.writeHead(status, { ...headers, ...more })

/** Writes to the socket, bypassing Node's HTTP. */
function raw({ socket }: IncomingMessage, bytes: string | Buffer): void {
  socket.write(bytes)
  socket.end()
}

const MANNERS: Record<Manner, Send> = {
  whole: (response, answer) => void head(response, answer).end(answer.body),
  cut: (response, answer) => {
    const body = Buffer.from(answer.body)
    head(response, answer, { 'content-length': body.length + 1 }).write(body.subarray(0, body.length / 2), () => response.destroy())
  },
  reset: (_, __, { socket }) => void socket.resetAndDestroy(),
  silent: (response, answer) => void setTimeout(() => head(response, answer).end(answer.body), LONG_MS).unref(),
  dripping: (response, answer) => {
    const body = Buffer.from(answer.body)
    head(response, answer)
    let at = 0
    const drip = setInterval(() => {
      if (response.destroyed || at >= body.length) clearInterval(drip)
      else response.write(body.subarray(at, ++at))
    }, DRIP_MS).unref()
  },
  endless: (response, answer) => {
    head(response, answer).write(answer.body)
    const more = (): void => {
      while (!response.destroyed && response.write(FLOOD));
      response.once('drain', more)
    }
    more()
  },
  'too short': (response, answer) =>
    void head(response, answer, { 'content-length': Buffer.byteLength(answer.body) + 10, connection: 'close' }).end(answer.body),
  'too long': (_, { body }, request) => raw(request, `HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n${String(body)}`),
  interim: (response) => {
    const early = setInterval(() => {
      if (response.destroyed) clearInterval(early)
      else response.writeEarlyHints({ link: '</x>; rel=preload; as=style' })
    }, DRIP_MS).unref()
  },
  raw: (_, { body }, request) => raw(request, Buffer.from(body)),
  'bad chunks': (_, { body }, request) =>
    raw(
      request,
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n${String(body)}\r\n0\r\n\r\n`,
    ),
  'many headers': (_, { body }, request) =>
    raw(request, `HTTP/1.1 200 OK\r\n${'X-Hostile: a\r\n'.repeat(5_000)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${String(body)}`),
}
