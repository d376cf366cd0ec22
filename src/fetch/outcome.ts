import { STATUS_CODES } from 'node:http'
import { RequestError, sentence, UnauthorisedError } from '../errors.ts'

const answered = (url: string, status: number): string => `${url} answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd()

/** What an answer's status means for the requested record (specification, section 7; api-facts, Errors). */
export function errorOfStatus(url: string, status: number, retryAfterMs: number | undefined): RequestError {
  const facts = { url, status, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  const isThrottled = status === 429 || (status === 503 && retryAfterMs !== undefined)
  return new RequestError(OUTCOMES[status] ?? (isThrottled ? 'throttled' : 'failed'), `${answered(url, status)}.`, facts)
}

const OUTCOMES: Partial<Record<number, RequestError['outcome']>> = { 401: 'private', 403: 'private', 404: 'gone', 410: 'gone' }

/** Headers of an answer from a CDN instead of the service. */
const CHALLENGES = ['cf-mitigated', 'x-amzn-waf-action', 'x-datadome']

/** True for a bot check in front of a service: a challenge, or a 403 in another format than the service's (api-facts, Walls). */
export function isWall(status: number, header: (name: string) => string | undefined): boolean {
  if (status < 400) return false
  if (CHALLENGES.some((name) => header(name) !== undefined)) return true
  const type = header('content-type') ?? ''
  return status === 403 && (/\bhtml\b/i.test(type) || (/cloudflare/i.test(header('server') ?? '') && !/\b(json|xml)\b/i.test(type)))
}

/** The error for an answer of a bot check: it says nothing about the record, which is requested again, more slowly. */
export function errorOfWall(url: string, status: number, retryAfterMs: number | undefined): RequestError {
  const facts = { url, status, code: 'ERR_WALL' as const, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  return new RequestError('throttled', `${answered(url, status)}, from a wall against robots rather than from the service.`, facts)
}

export const isAtWall = ({ code }: RequestError): boolean => code === 'ERR_WALL'

/** A replica derived the answer from other records: the copied service has none. */
export function errorOfDerived(url: string): RequestError {
  const message = `${url} answered with what a replica has made of other records: the service has no such record.`
  return new RequestError('gone', message, { url, status: 404 })
}

/** A 401 for one record only: the client has access, but not to this record. */
export const ownRefusal = (url: string, cause: UnauthorisedError): RequestError =>
  new RequestError('private', `${url} answered 401 Unauthorized, though the service answers to others.`, { url, status: 401, cause })

/** The service requires (other) credentials: no other request could succeed. */
export function unauthorised(url: string, withToken: boolean): UnauthorisedError {
  const why = withToken ? 'The token was not accepted: check `token`' : 'It wants a token: set `token`'
  const message = `${url} answered 401 Unauthorized. ${why} and try again; what was stored is kept.`
  return new UnauthorisedError(message, { option: 'token', url, status: 401 })
}

/** A network failure: refused, reset, timed out, truncated body. */
export function errorOfNetwork(url: string, cause: unknown): RequestError {
  if (cause instanceof RequestError) return cause
  // An assertion of the HTTP client, about an answer that it did not expect.
  const why = cause instanceof Error && cause.name === 'AssertionError' ? 'the answer is no valid HTTP' : sentence(cause)
  return new RequestError('failed', `${url}: ${why.replace(/\s+/g, ' ').trim()}.`, { url, cause })
}

const CERTIFICATE_CODES = /^(CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)|^EPROTO$/
const UNREACHABLE_CODES = /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/

/** True if no TLS connection could be made: a bad certificate, or no TLS at all. */
export const isCertificate = (error: RequestError): boolean => CERTIFICATE_CODES.test(codeOf(error))

/** True if the host is unreachable: unknown name, connection refused, no route. */
export const isUnreachable = (error: RequestError): boolean => UNREACHABLE_CODES.test(codeOf(error))

/** True if a host accepted the request and then sent nothing, stopped in the middle of the answer, or sent it too slowly (limits.ts). */
export const isSilence = (error: RequestError): boolean => /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(codeOf(error))

/** The error code of the system or undici; '' if there is none. */
export function codeOf({ cause }: RequestError): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

/** True if the host is overloaded: 429, 503, or no answer in time. */
export function isOverloaded(error: RequestError): boolean {
  return error.outcome === 'throttled' || error.facts.status === 503 || codeOf(error).includes('TIMEOUT')
}

/** True if the same request may succeed a little later. */
export function isTransient(error: RequestError): boolean {
  if (error.outcome === 'throttled' || error.outcome === 'not JSON') return true
  if (error.outcome !== 'failed') return false
  const { status } = error.facts
  return status === undefined ? !isCertificate(error) : status >= 500 || status === 408 || status === 425
}

/** What a request resolves to, or its {@link RequestError}. Throws what is none. */
export async function orError<T>(answer: Promise<T>): Promise<T | RequestError> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
}
