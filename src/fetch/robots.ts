import { RequestError } from '../errors.ts'
import { isCertificate, isUnreachable } from './outcome.ts'
import { type RobotsFile, readRobots } from './robots-file.ts'

/** Asks for a robots.txt, with patience; throws a {@link RequestError} when there is none to be had. */
export type AskRobots = (url: string) => Promise<string>

export interface RobotsHooks {
  warn: (sentence: string) => void
  /** A host wants to be asked at longer intervals. */
  slow: (host: string, gapMs: number) => void
}

/** Why a path may not be asked for, and the error that keeps it from being known; undefined when it may. */
type Verdict = (path: string) => { why: string; cause?: RequestError } | undefined

/** No site means a pause of an hour when it writes one. */
const LONGEST_DELAY_MS = 60_000

/** Keeps what the robots.txt of each origin says; asks for each once. */
export class Robots {
  readonly #product: string
  readonly #ask: AskRobots
  readonly #hooks: RobotsHooks
  readonly #asked = new Map<string, Promise<Verdict>>()
  readonly #known = new Map<string, Verdict>()

  /** `userAgent` starts with the product's name, which is what a robots.txt calls it. */
  constructor(userAgent: string, ask: AskRobots, hooks: RobotsHooks) {
    this.#product = /^[\w-]*/.exec(userAgent)?.[0] ?? ''
    this.#ask = ask
    this.#hooks = hooks
  }

  /** Resolves when an address may be asked for. Throws a {@link RequestError} of the outcome `refused` when it may not. */
  async allow(address: string): Promise<void> {
    const { origin, host, pathname, search } = new URL(address)
    const verdict = this.#known.get(origin) ?? (await this.#learn(origin, host))
    const refusal = verdict(pathname + search)
    if (refusal) throw new RequestError('refused', `${address} is not asked for: ${refusal.why}`, { url: address, cause: refusal.cause })
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
      this.#hooks.warn(`The robots.txt of ${host} cannot be read (${error.message.replace(/\.$/, '')}): nothing more is asked for there.`)
      const why = `the robots.txt of ${host} cannot be read, which means no. Try again later, or add --ignore-robots for your own service.`
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
      const what = 'Ask its operator for leave; with it, or for your own service, add --ignore-robots.'
      return { why: `the robots.txt of ${host} says "${rule}". ${what}` }
    }
  }
}

/** No such file, not for us, or nobody there who could have one (RFC 9309, 2.3.1.3): all is allowed. Too busy to say is not absent. */
function isAbsent(error: RequestError): boolean {
  const { outcome, facts } = error
  if (outcome === 'refused' || isUnreachable(error) || isCertificate(error)) return true // as the request itself will find
  return outcome !== 'throttled' && facts.status !== undefined && facts.status < 500
}
