import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { QueuedAnswer, QueuedAnswers } from '../cache/answers/queued-answers.ts'
import { RequestError } from '../errors.ts'
import { dripWatch } from '../fetch/limits.ts'
import { codeOf, errorOfNetwork } from '../fetch/outcome.ts'
import type { Received, Sending, Transport } from '../fetch/transport.ts'
import { HASH_LENGTH } from '../disk/hash-set.ts'

/** A request that waits in the queue. It holds no token, and its answer no body: Redis keeps addresses only. */
export interface RequestJob extends Sending {
  /** An answer that is there already will do: an earlier leader has asked for it. */
  mayBeThere: boolean
}

/** An answer's first line in its file. */
export interface AnswerHead {
  /** Absent if no answer began. */
  status?: number
  headers?: Received['headers']
  /** Time to first byte. */
  headMs: number
  /** What ended the request, before the answer or in its body. */
  error?: RequestFailure
}

/** A RequestError for another process. */
interface RequestFailure extends Pick<RequestError, 'outcome' | 'message' | 'code' | 'facts'> {
  /** The code of the system or the HTTP client; '' for none. */
  cause: string
}

export type Answers = QueuedAnswers<AnswerHead>
export type StoredAnswer = QueuedAnswer<AnswerHead>

/** The same for the same request, whoever sends it. */
export const idOf = ({ url, headers, withToken }: Sending): string =>
  hash('sha256', JSON.stringify([url, headers, withToken])).slice(0, HASH_LENGTH)

/** Sends a request and stores its answer, or what became of it. */
export async function answer(transport: Transport, job: Sending, answers: Answers, id: string): Promise<void> {
  const start = performance.now()
  let response: Received
  try {
    response = await transport.send(job)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return answers.write(id, Readable.from([]), () => ({ headMs: performance.now() - start, error: carry(error) }))
  }
  const { statusCode: status, headers } = response
  const head: AnswerHead = { status, headers, headMs: performance.now() - start }
  const isWanted = status < 300 || status === 304
  if (!isWanted) await response.drop()
  const pieces = isWanted ? bounded(response, job, (error) => (head.error = carry(error))) : Readable.from([])
  await answers.write(id, pieces, () => head)
}

/** A body until it ends, fails, drips or is larger than whoever asked will read. */
async function* bounded({ body }: Received, { url, maxBytes, answerTimeoutMs }: Sending, onError: (error: RequestError) => void) {
  const watch = dripWatch(url, answerTimeoutMs)
  let bytes = 0
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      watch(piece)
      yield piece
      // One piece too many tells the reader.
      if ((bytes += piece.length) > maxBytes) return
    }
  } catch (error) {
    onError(errorOfNetwork(url, error))
  } finally {
    body.destroy()
  }
}

/** An answer out of its file, as if it had just arrived. */
export function received({ head: { status, headers, headMs, error }, body }: { head: AnswerHead; body: Readable }): Received {
  if (status === undefined) {
    body.destroy()
    throw error ? revive(error) : new RequestError('failed', 'No answer was stored.')
  }
  const whole = error ? Readable.from(failing(body, revive(error))) : body
  // A discarded body emits an error when nobody listens any more.
  whole.on('error', () => undefined)
  const drop = () => Promise.resolve(void whole.destroy())
  return { statusCode: status, headers: headers ?? {}, headMs, body: whole, drop }
}

/** True for an answer that another request would bring again: what failed for the moment is asked for anew. */
export const isFinal = ({ status, error }: AnswerHead): boolean =>
  status !== undefined && !error && status < 500 && ![408, 425, 429].includes(status)

async function* failing(body: Readable, error: RequestError): AsyncGenerator<Uint8Array> {
  yield* body as AsyncIterable<Uint8Array>
  throw error
}

const carry = (error: RequestError): RequestFailure => {
  const { outcome, message, code, facts } = error
  return { outcome, message, code, facts, cause: codeOf(error) }
}

function revive({ outcome, message, code, facts, cause }: RequestFailure): RequestError {
  return new RequestError(outcome, message, { ...facts, code, ...(cause && { cause: Object.assign(new Error(message), { code: cause }) }) })
}
