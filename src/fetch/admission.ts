import { RequestError, UnauthorisedError } from '../errors.ts'

/** Tells a service that refuses one record from one that wants other credentials for all of them. */
export class Admission {
  readonly #ask: (url: string) => Promise<unknown>
  /** What the service has answered first. */
  #first: string | undefined
  #asking: Promise<boolean> | undefined

  /** `ask` asks the API at an address, once, and throws when there is no good answer. */
  constructor(ask: (url: string) => Promise<unknown>) {
    this.#ask = ask
  }

  /** The service has answered at `url`. */
  opened(url: string): void {
    this.#first ??= url
  }

  /** Whether it still answers what it answered first. All who want to know at the same time ask once. */
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
