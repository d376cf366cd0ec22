import { createReadStream } from 'node:fs'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Answer, CORS_HEADERS } from './answer.ts'
import type { Spoilt } from './spoil.ts'

/** What was written needs this long to be on its way before the connection is broken. */
const SETTLE_MS = 20

/** Headers of every answer. */
const COMMON_HEADERS = { ...CORS_HEADERS, 'x-content-type-options': 'nosniff' }
const AS_IT_IS: Spoilt = {}

/** Writes an answer; a 304 and the answer to HEAD have its head alone. Ends early, without an error, when the asker leaves. */
export async function send(response: ServerResponse, answer: Answer, isHead: boolean, spoilt: Spoilt = AS_IT_IS): Promise<void> {
  if (spoilt === AS_IT_IS && Buffer.isBuffer(answer.body)) return sendAtOnce(response, answer, isHead)
  await pause(spoilt.delayMs, response)
  if (spoilt.reset === 'before') return reset(response)
  const { status, headers, body } = spoil(answer, spoilt)
  const length = Buffer.isBuffer(body) ? body.length : body.end - body.start + 1
  const hasLength = status !== 304 && status !== 204
  if (isGone(response)) return
  response.writeHead(status, headOf(status, headers, length))
  if (isHead || !hasLength || length === 0) return void response.end()
  if (spoilt.reset || spoilt.bodyDelayMs || spoilt.cutAfterBytes === 0) response.flushHeaders()
  await pause(spoilt.bodyDelayMs, response)
  if (spoilt.reset) return breakOff(response, () => reset(response))
  if (isGone(response)) return
  const cut = spoilt.cutAfterBytes
  await pipeline(read(body, cut ?? length), response, { end: cut === undefined }).catch(unlessAskerLeft)
  if (cut !== undefined) await breakOff(response, () => response.destroy())
}

/** The way of nearly every answer: nothing is waited for. */
function sendAtOnce(response: ServerResponse, { status, headers, body }: Answer, isHead: boolean): void {
  if (!Buffer.isBuffer(body) || isGone(response)) return
  response.writeHead(status, headOf(status, headers, body.length))
  if (isHead || status === 304 || status === 204) response.end()
  else response.end(body)
}

function headOf(status: number, headers: OutgoingHttpHeaders, length: number): OutgoingHttpHeaders {
  return { ...COMMON_HEADERS, ...(status !== 304 && status !== 204 && { 'content-length': length }), ...headers }
}

function spoil(answer: Answer, { status, headers, body }: Spoilt): Answer {
  const type = body === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' }
  return {
    status: status ?? answer.status,
    headers: { ...answer.headers, ...type, ...headers },
    body: body === undefined ? answer.body : Buffer.from(body),
  }
}

function read(body: Answer['body'], length: number): Readable {
  if (Buffer.isBuffer(body)) return Readable.from([body.subarray(0, length)])
  return length === 0
    ? Readable.from([])
    : createReadStream(body.path, { start: body.start, end: Math.min(body.end, body.start + length - 1) })
}

async function breakOff(response: ServerResponse, end: () => void): Promise<void> {
  await pause(SETTLE_MS, response)
  end()
}

function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

const isGone = (response: ServerResponse): boolean => response.closed

function unlessAskerLeft(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error
}

/** Waits, but no longer than the asker does. */
export function pause(milliseconds: number | undefined, response: ServerResponse): Promise<void> {
  if (!milliseconds || isGone(response)) return Promise.resolve()
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
