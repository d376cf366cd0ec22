import { RequestError } from '../errors.ts'
import { codeOf, isCertificate, isUnreachable } from './outcome.ts'

/** So often in a row a host that has not answered yet is tried before it is given up; one that lets connections time out, half as often. */
const ENOUGH = 3
const ENOUGH_TIMEOUTS = 2

/** A host of which nobody has heard since it last answered. */
interface Silent {
  error: RequestError
  failures: number
  /** When it failed first, on the clock of `performance.now()`. */
  sinceMs: number
  isGivenUp: boolean
  isTold: boolean
  files: number
}

/** One try that failed. */
interface Failed {
  /** Which one of its question, from 1. */
  tries: number
  /** No other try of the same question would follow it. */
  isLast: boolean
}

/** A host that was given up or cost files, and the code of its error. */
interface UnreachableHost {
  host: string
  reason: string
  files: number
}

/**
 * Hosts that cannot be reached (no such name, nobody listening, no way there, no safe connection). After a few tries nothing more is asked
 * there for the whole crawl. The source is never given up, and while it cannot be reached either nobody is: then it is the network.
 */
export class DeadHosts {
  readonly #silent = new Map<string, Silent>()
  readonly #sources = new Set<string>()
  /** When each host answered last. */
  readonly #answeredMs = new Map<string, number>()
  readonly #isSourceThere: () => Promise<boolean>
  readonly #warn: (sentence: string) => void

  /** `isSourceThere` asks the source for something small. */
  constructor(isSourceThere: () => Promise<boolean>, warn: (sentence: string) => void) {
    this.#isSourceThere = isSourceThere
    this.#warn = warn
  }

  /** A host that is asked for records is the source. */
  isSource(url: string): void {
    this.#sources.add(new URL(url).host)
  }

  answered(url: string): void {
    const { host } = new URL(url)
    this.#answeredMs.set(host, performance.now())
    if (!this.#silent.get(host)?.isGivenUp) this.#silent.delete(host)
  }

  /** Throws a {@link RequestError} for an address of a host that was given up. */
  check(url: string): void {
    const { host } = new URL(url)
    const silent = this.#silent.get(host)
    if (!silent?.isGivenUp) return
    const { cause } = silent.error
    throw new RequestError('failed', `${url} is not asked for: ${whyDead(host, silent.error)}.`, { url, cause, tries: 0 })
  }

  /** Takes note of a try that failed, and gives its host up when that was enough. Resolves to whether the host is given up. */
  async failed(error: RequestError, url: string, { tries, isLast }: Failed): Promise<boolean> {
    if (!isUnreachable(error) && !isCertificate(error)) return false
    const { host } = new URL(error.facts.url ?? url)
    if (this.#sources.has(host)) return false
    const silent = this.#silent.get(host) ?? { error, failures: 0, sinceMs: performance.now(), isGivenUp: false, isTold: false, files: 0 }
    this.#silent.set(host, silent)
    silent.failures++
    silent.error = error
    if (silent.isGivenUp) return true
    if (!this.#isEnough(host, silent, tries, isLast) || !(await this.#isNetworkThere(silent))) return false
    if (this.#silent.get(host) !== silent) return false // it has answered meanwhile
    silent.isGivenUp = true
    this.#tell(host, silent)
    return true
  }

  /** A file could not be had because of its host. */
  cost({ facts }: RequestError): void {
    const { host = '' } = URL.parse(facts.url ?? '') ?? {}
    const silent = this.#silent.get(host)
    if (!silent) return
    silent.files++
    this.#tell(host, silent)
  }

  /** The hosts that cost files or were given up, by name. */
  all(): UnreachableHost[] {
    return [...this.#silent]
      .filter(([, { files, isGivenUp }]) => files > 0 || isGivenUp)
      .map(([host, { error, files }]) => ({ host, reason: codeOf(error), files }))
      .sort((a, b) => (a.host < b.host ? -1 : 1))
  }

  /** A host that has answered in this crawl may be starting anew: it gets all the patience that one question has. */
  #isEnough(host: string, { error, failures }: Silent, tries: number, isLast: boolean): boolean {
    if (this.#answeredMs.has(host)) return isLast && tries > 1
    if (codeOf(error).includes('TIMEOUT')) return failures >= ENOUGH_TIMEOUTS
    return failures >= ENOUGH && (isLast || tries >= ENOUGH)
  }

  #tell(host: string, silent: Silent): void {
    if (!silent.isTold)
      this.#warn(`${whyDead(host, silent.error)}: files that lie there are left out, or stay as an earlier crawl has them.`)
    silent.isTold = true
  }

  async #isNetworkThere({ sinceMs }: Silent): Promise<boolean> {
    for (const source of this.#sources) if ((this.#answeredMs.get(source) ?? 0) > sinceMs) return true
    return this.#isSourceThere()
  }
}

const whyDead = (host: string, error: RequestError): string => `${host} cannot be reached (${codeOf(error)})`
