import type { Redis } from 'ioredis'

/** The share of its time for which a lease that is gone stays its holder's. */
const GRACE = 0.4

/** What stands in a lease that its holder has given back. */
const FREE = 'free'

/** Takes or prolongs a lease in one step; 1 if it is ours. */
const HOLD = `
local holder = redis.call('get', KEYS[1])
if holder and holder ~= ARGV[1] and holder ~= '${FREE}' then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`

const DROP = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('set', KEYS[1], '${FREE}', 'PX', ARGV[2]) end`

/** Who leads a crawl: one worker at a time, for as long as it says again that it is there. */
export class Lease {
  readonly #redis: Redis
  readonly #key: string
  readonly #holder: string
  readonly #ms: number
  #hadAnother = false
  /** Since when one that another held has been seen to be gone, by `performance.now()`. */
  #goneMs: number | undefined

  constructor(redis: Redis, key: string, holder: string, ms: number) {
    this.#redis = redis
    this.#key = key
    this.#holder = holder
    this.#ms = ms
  }

  /** True if another has been seen to hold it. */
  get hadAnother(): boolean {
    return this.#hadAnother
  }

  /** Takes it, if it can be had. Of one that was held a moment ago and is gone without a word Redis has lost its memory: its holder comes first. */
  async take(): Promise<boolean> {
    const holder = await this.#redis.get(this.#key)
    if (holder !== null) this.#goneMs = undefined
    if (holder !== null && holder !== FREE && holder !== this.#holder) this.#hadAnother = true
    if (holder === null && this.#hadAnother) {
      // Counted from the first look: while Redis was away, its holder could not renew it either.
      this.#goneMs ??= performance.now()
      if (performance.now() - this.#goneMs < GRACE * this.#ms) return false
    }
    return this.hold()
  }

  /** Prolongs it until the returned function is called. `onLost` is called once, when another has it. */
  keep(onLost: () => void): () => void {
    let isOver = false
    const stop = () => {
      isOver = true
      clearInterval(timer)
    }
    const prolong = async () => {
      if ((await this.hold()) || isOver) return
      stop()
      onLost()
    }
    // A Redis that is away is waited for by the connection itself.
    const timer = setInterval(() => void prolong().catch(() => undefined), this.#ms / 5)
    return stop
  }

  /** Lets another have it at once. */
  async drop(): Promise<void> {
    await this.#redis.eval(DROP, 1, this.#key, this.#holder, String(this.#ms))
  }

  /** Takes or prolongs it; false if another holds it. */
  async hold(): Promise<boolean> {
    return (await this.#redis.eval(HOLD, 1, this.#key, this.#holder, String(this.#ms))) === 1
  }
}
