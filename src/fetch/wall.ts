import { STATUS_CODES } from 'node:http'
import { RequestError } from '../errors.ts'

/** The number of requests that ended at a host's bot check; after these, no other is retried there. */
const ENOUGH = 5

/** Headers of an answer from a CDN instead of the service. */
const CHALLENGES = ['cf-mitigated', 'x-amzn-waf-action', 'x-datadome']

/**
 * True for a refusal by a layer in front of a service, such as a CDN's bot check: a challenge, or a page where the service itself answers
 * 403 in its own format (api-facts, Walls). `header` reads one of the answer's headers.
 */
export function isWall(status: number, header: (name: string) => string | undefined): boolean {
  if (status < 400) return false
  if (CHALLENGES.some((name) => header(name) !== undefined)) return true
  const type = header('content-type') ?? ''
  return status === 403 && (/\bhtml\b/i.test(type) || (/cloudflare/i.test(header('server') ?? '') && !/\b(json|xml)\b/i.test(type)))
}

/** The error for an answer of a bot check: it says nothing about the record, which is requested again, more slowly. */
export function errorOfWall(url: string, status: number, retryAfterMs: number | undefined): RequestError {
  const said = `${url} answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd()
  return new RequestError('throttled', `${said}, from a wall against robots rather than from the service.`, {
    url,
    status,
    code: 'ERR_WALL',
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

/** True for {@link errorOfWall}. */
export const isAtWall = ({ code }: RequestError): boolean => code === 'ERR_WALL'

/** Hosts behind a lasting bot check: if it cost every request all of its retries, a crawl would never end. */
export class Walls {
  readonly #ended = new Map<string, number>()

  /** Counts a request that ended at a bot check. */
  end(error: RequestError, url: string): void {
    const { host } = new URL(url)
    if (isAtWall(error)) this.#ended.set(host, (this.#ended.get(host) ?? 0) + 1)
  }

  /** True if a retry would fail in the same way. */
  isLasting(error: RequestError, url: string): boolean {
    return isAtWall(error) && (this.#ended.get(new URL(url).host) ?? 0) >= ENOUGH
  }
}
