import { RequestError } from '../errors.ts'
import { isCertificate, isUnreachable } from './outcome.ts'
import { isAtWall } from './wall.ts'
import { type RobotsFile, readRobots } from './robots-file.ts'

/** Requests a robots.txt, with retries; throws a {@link RequestError} if there is none. */
export type AskRobots = (url: string) => Promise<string>

export interface RobotsHooks {
  warn: (sentence: string) => void
  /** A host asks for longer intervals. */
  slow: (host: string, gapMs: number) => void
}

/** Why a path may not be requested, and the error if that is because robots.txt is unknown; undefined if it may. */
type Verdict = (path: string) => { why: string; cause?: RequestError } | undefined

/** Longer delays in a robots.txt are mistakes. */
const LONGEST_DELAY_MS = 60_000

/** The robots.txt of each origin, requested once. */
export class Robots {
  readonly #product: string
  readonly #ask: AskRobots
  readonly #hooks: RobotsHooks
  readonly #asked = new Map<string, Promise<Verdict>>()
  readonly #known = new Map<string, Verdict>()

  /** `userAgent` starts with the product name, which robots.txt files use. */
  constructor(userAgent: string, ask: AskRobots, hooks: RobotsHooks) {
    this.#product = /^[\w-]*/.exec(userAgent)?.[0] ?? ''
    this.#ask = ask
    this.#hooks = hooks
  }

  /** Resolves if an address may be requested. Throws a {@link RequestError} of the outcome `refused` if it may not. */
  async allow(address: string): Promise<void> {
    const { origin, host, pathname, search } = new URL(address)
    const verdict = this.#known.get(origin) ?? (await this.#learn(origin, host))
    const refusal = verdict(pathname + search)
    if (refusal)
      throw new RequestError('refused', `${address} is not asked for: ${refusal.why}`, {
        code: 'ERR_ROBOTS',
        option: 'ignoreRobots',
        url: address,
        cause: refusal.cause,
      })
  }

  async #learn(origin: string, host: string): Promise<Verdict> {
    let asking = this.#asked.get(origin)
    if (!asking) this.#asked.set(origin, (asking = this.#read(origin, host)))
    const verdict = await asking
    this.#known.set(origin, verdict)
    return verdict
  }

  async #read(origin: string, host: string): Promise<Verdict> {
    try {
      return this.#keep(readRobots(await this.#ask(`${origin}/robots.txt`), this.#product), host)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (isAbsent(error)) return () => undefined
      const cause = error.message.replace(/\.$/, '')
      this.#hooks.warn(`The robots.txt of ${host} cannot be read (${cause}): nothing more is asked for there.`)
      const why = `the robots.txt of ${host} cannot be read (${cause}), which means no. Try again later, or add \`ignoreRobots\` for your own service.`
      return () => ({ why, cause: error })
    }
  }

  #keep({ delayMs, ruleAgainst }: RobotsFile, host: string): Verdict {
    if (delayMs > 0) {
      const gapMs = Math.min(delayMs, LONGEST_DELAY_MS)
      this.#hooks.slow(host, gapMs)
      this.#hooks.warn(`The robots.txt of ${host} asks for ${gapMs / 1000} s between requests: the crawl takes its time there.`)
    }
    return (path) => {
      const rule = ruleAgainst(path)
      if (!rule) return undefined
      const what = 'Ask its operator for leave; with it, or for your own service, add `ignoreRobots`.'
      return { why: `the robots.txt of ${host} says "${rule}". ${what}` }
    }
  }
}

/** No such file, no access, or an unreachable host (RFC 9309, 2.3.1.3): everything is allowed. An overloaded server does not count. */
function isAbsent(error: RequestError): boolean {
  const { outcome, facts } = error
  if (outcome === 'refused' || isUnreachable(error) || isCertificate(error)) return true // the request itself will fail in the same way
  return (outcome !== 'throttled' || isAtWall(error)) && facts.status !== undefined && facts.status < 500
}
