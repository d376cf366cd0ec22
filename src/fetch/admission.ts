import { RequestError, UnauthorisedError } from '../errors.ts'
import type { Body } from './body.ts'

/** Asks whether there is a good answer. */
export const ADMISSION_QUESTION = {
  of: 'api',
  maxBytes: Infinity,
  read: ({ chunks }: Body) => Array.fromAsync(chunks, () => undefined),
} as const

/** Distinguishes a service that refuses one record from one that requires other credentials altogether. */
export class Admission {
  readonly #ask: (url: string) => Promise<unknown>
  /** The first request that the service answered. */
  #first: string | undefined
  #asking: Promise<boolean> | undefined

  /** `ask` sends one request to the API, and throws unless the answer is good. */
  constructor(ask: (url: string) => Promise<unknown>) {
    this.#ask = ask
  }

  /** The service has answered at `url`. */
  opened(url: string): void {
    this.#first ??= url
  }

  /** Whether the service still answers its first request. Simultaneous callers share one request. */
  isOpen(): Promise<boolean> {
    if (this.#first === undefined) return Promise.resolve(false)
    this.#asking ??= this.#answers(this.#first).finally(() => (this.#asking = undefined))
    return this.#asking
  }

  async #answers(url: string): Promise<boolean> {
    try {
      await this.#ask(url)
      return true
    } catch (error) {
      if (error instanceof UnauthorisedError || error instanceof RequestError) return false
      throw error
    }
  }
}
