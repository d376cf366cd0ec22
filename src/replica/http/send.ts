import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { basename, dirname } from 'node:path'
import { sendFile } from '../../http/send-file.ts'
import { type Answer, CORS_HEADERS, refusalAnswer, type WholeFile } from '../answer.ts'
import { NO_FILE } from './media-file.ts'

/** Headers of every answer. */
const COMMON_HEADERS = { ...CORS_HEADERS, 'x-content-type-options': 'nosniff' }

/** Sends a response; for HEAD, and for a 304, the headers only. Ends early, without an error, if the client disconnects. */
export async function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  if (response.closed) return
  if (!Buffer.isBuffer(body)) return sendPart(request, response, body, { ...COMMON_HEADERS, ...headers })
  response.writeHead(status, headOf(status, headers, body.length))
  if (request.method === 'HEAD' || !hasBody(status)) response.end()
  else response.end(body)
}

/** A file, or the requested part of it. */
async function sendPart(request: IncomingMessage, response: ServerResponse, { path }: WholeFile, headers: OutgoingHttpHeaders) {
  const closed = once(response, 'close')
  // Another crawl may be sweeping the file at the moment.
  const onMissing = () => void send(request, response, refusalAnswer(NO_FILE))
  sendFile(request, response, { root: dirname(path), path: `/${encodeURIComponent(basename(path))}`, headers, onMissing })
  await closed
}

/** The headers of a response whose body has `length` bytes. */
function headOf(status: number, headers: OutgoingHttpHeaders, length: number): OutgoingHttpHeaders {
  return { ...COMMON_HEADERS, ...(hasBody(status) && { 'content-length': length }), ...headers }
}

const hasBody = (status: number): boolean => status !== 304 && status !== 204

/** Waits, but only until the client disconnects. */
export function pause(milliseconds: number | undefined, response: ServerResponse): Promise<void> {
  if (!milliseconds || response.closed) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    response.once('close', done)
  })
}
