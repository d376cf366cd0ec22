import { STATUS_CODES } from 'node:http'
import { RequestError } from '../errors.ts'

/** Requests that a host's wall has ended; after these, no other is retried there. */
const ENOUGH = 5

/** Headers of an answer that a CDN gives in place of a service. */
const CHALLENGES = ['cf-mitigated', 'x-amzn-waf-action', 'x-datadome']

/**
 * True for a refusal by what lies before a service, such as a CDN's check for robots: a challenge, or a page where the service itself
 * answers 403 in its own format (api-facts, Walls). `header` reads one of the answer's.
 */
export function isWall(status: number, header: (name: string) => string | undefined): boolean {
  if (status < 400) return false
  if (CHALLENGES.some((name) => header(name) !== undefined)) return true
  const type = header('content-type') ?? ''
  return status === 403 && (/\bhtml\b/i.test(type) || (/cloudflare/i.test(header('server') ?? '') && !/\b(json|xml)\b/i.test(type)))
}

/** What a wall's answer means: nothing about the record, which is asked for again, more slowly. */
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

/** Hosts behind a wall that lasts: one that costs every request all of its retries would stop a crawl. */
export class Walls {
  readonly #ended = new Map<string, number>()

  /** Counts a request that ended at a wall. */
  end(error: RequestError, url: string): void {
    const { host } = new URL(url)
    if (isAtWall(error)) this.#ended.set(host, (this.#ended.get(host) ?? 0) + 1)
  }

  /** True where a retry would meet the same wall. */
  isLasting(error: RequestError, url: string): boolean {
    return isAtWall(error) && (this.#ended.get(new URL(url).host) ?? 0) >= ENOUGH
  }
}
