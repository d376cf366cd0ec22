import { createReadStream } from 'node:fs'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type Answer, CORS_HEADERS } from '../answer.ts'

/** Headers of every answer. */
const COMMON_HEADERS = { ...CORS_HEADERS, 'x-content-type-options': 'nosniff' }

/** Writes an answer; a 304 and the answer to HEAD have its head alone. Ends early, without an error, when the asker leaves. */
export async function send(response: ServerResponse, { status, headers, body }: Answer, isHead: boolean): Promise<void> {
  if (response.closed) return
  const length = Buffer.isBuffer(body) ? body.length : body.end - body.start + 1
  response.writeHead(status, headOf(status, headers, length))
  if (isHead || !hasBody(status) || length === 0) response.end()
  else if (Buffer.isBuffer(body)) response.end(body)
  else await pipeline(createReadStream(body.path, { start: body.start, end: body.end }), response).catch(unlessAskerLeft)
}

/** The headers of an answer whose body has `length` bytes. */
export function headOf(status: number, headers: OutgoingHttpHeaders, length: number): OutgoingHttpHeaders {
  return { ...COMMON_HEADERS, ...(hasBody(status) && { 'content-length': length }), ...headers }
}

const hasBody = (status: number): boolean => status !== 304 && status !== 204

/** For the end of a pipeline into a response: that the asker left is no error. */
export function unlessAskerLeft(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
}

/** Waits, but no longer than the asker does. */
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
