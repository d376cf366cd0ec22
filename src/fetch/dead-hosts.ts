import { RequestError } from '../errors.ts'
import { codeOf, isCertificate, isSilence, isUnreachable } from './outcome.ts'

/** Consecutive failures after which a host that has not answered yet is given up; fewer for timeouts, which cost more time. */
const ENOUGH = 3
const ENOUGH_TIMEOUTS = 2

/** A host that has not answered since its first failure, at the address `url`. */
const newlySilent = (error: RequestError, url: string) => ({
  error,
  url,
  failures: 0,
  sinceMs: performance.now(),
  /** Other addresses have failed too. */
  isWidespread: false,
  isGivenUp: false,
  isReported: false,
  files: 0,
})
type Silent = ReturnType<typeof newlySilent>

/** An attempt, numbered from 1; `patienceMs` is how long a request waits between all its attempts together. */
interface Failed {
  tries: number
  isLast: boolean
  patienceMs: number
}

/** Unreachable and silent hosts, skipped after a few attempts. The source never is; if it is unreachable too, the network is down: no host is. */
export class DeadHosts {
  readonly #silent = new Map<string, Silent>()
  readonly #sources = new Set<string>()
  readonly #answeredMs = new Map<string, number>()
  readonly #isSourceThere: () => Promise<boolean>
  readonly #warn: (sentence: string) => void

  /** `isSourceThere` sends the source a small request. */
  constructor(isSourceThere: () => Promise<boolean>, warn: (sentence: string) => void) {
    this.#isSourceThere = isSourceThere
    this.#warn = warn
  }

  isSource(url: string): void {
    this.#sources.add(new URL(url).host)
  }

  /** An answer of the host has arrived as a whole. */
  answered(url: string): void {
    const { host } = new URL(url)
    this.#answeredMs.set(host, performance.now())
    if (!this.#silent.get(host)?.isGivenUp) this.#silent.delete(host)
  }

  /** Throws a {@link RequestError} if the host of the address was given up. */
  check(url: string): void {
    const { host } = new URL(url)
    const silent = this.#silent.get(host)
    if (!silent?.isGivenUp) return
    const { cause } = silent.error
    throw new RequestError('failed', `${url} is not asked for: ${whyDead(host, silent.error)}.`, { url, cause, tries: 0 })
  }

  /** Counts a failed attempt, and gives its host up after enough of them. Resolves to whether the host is given up. */
  async failed(error: RequestError, url: string, attempt: Failed): Promise<boolean> {
    if (!isUnreachable(error) && !isCertificate(error) && !isSilence(error)) return false
    const { host } = new URL(error.facts.url ?? url)
    if (this.#sources.has(host)) return false
    const silent = this.#silent.get(host) ?? newlySilent(error, url)
    this.#silent.set(host, silent)
    silent.failures++
    silent.isWidespread ||= silent.url !== url
    silent.error = error
    if (silent.isGivenUp) return true
    if (!this.#isEnough(host, silent, attempt) || !(await this.#isNetworkThere(silent))) return false
    if (this.#silent.get(host) !== silent) return false // it has answered meanwhile
    silent.isGivenUp = true
    this.#tell(host, silent)
    return true
  }

  /** A file was lost because of its host. */
  cost({ facts }: RequestError): void {
    const { host = '' } = URL.parse(facts.url ?? '') ?? {}
    const silent = this.#silent.get(host)
    if (!silent) return
    silent.files++
    this.#tell(host, silent)
  }

  /** The hosts that cost files or were given up, by name, each with the code of its error. */
  all(): { host: string; reason: string; files: number }[] {
    return [...this.#silent]
      .filter(([, { files, isGivenUp }]) => files > 0 || isGivenUp)
      .map(([host, { error, files }]) => ({ host, reason: codeOf(error), files }))
      .sort((a, b) => (a.host < b.host ? -1 : 1))
  }

  /** A host that has answered in this crawl may be restarting: it gets all retries of a request. */
  #isEnough(host: string, silent: Silent, { tries, isLast, patienceMs }: Failed): boolean {
    const { error, failures, sinceMs, isWidespread } = silent
    // A request that times out costs much, and those of a host wait for each other: the silence is measured, not the attempts of one.
    if (isSilence(error)) return isWidespread && performance.now() - sinceMs >= patienceMs
    if (this.#answeredMs.has(host)) return isLast && tries > 1
    if (codeOf(error).includes('TIMEOUT')) return failures >= ENOUGH_TIMEOUTS
    return failures >= ENOUGH && (isLast || tries >= ENOUGH)
  }

  #tell(host: string, silent: Silent): void {
    if (silent.isReported) return
    silent.isReported = true
    const why = whyDead(host.slice(0, MAX_HOST_LENGTH), silent.error)
    this.#warn(`${why}: files that lie there are left out, or stay as an earlier crawl has them.`)
  }

  async #isNetworkThere({ sinceMs }: Silent): Promise<boolean> {
    for (const source of this.#sources) if ((this.#answeredMs.get(source) ?? 0) > sinceMs) return true
    return this.#isSourceThere()
  }
}

const MAX_HOST_LENGTH = 253 // RFC 1035, 2.3.4

const whyDead = (host: string, error: RequestError): string =>
  `${host} ${isSilence(error) ? 'does not answer' : 'cannot be reached'} (${codeOf(error)})`
