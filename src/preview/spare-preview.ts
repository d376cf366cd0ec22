import { Preview } from './preview.ts'

/** By then a browser has the page that it was told of. */
const LATER_MS = 700

/** A preview that waits for something to show: to start its process takes as long as to show something. */
export class SparePreview {
  readonly #onWarning: (warning: string) => void
  #started: Promise<Preview> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(onWarning: (warning: string) => void) {
    this.#onWarning = onWarning
    void this.#start()
  }

  /** Gives the one that waits, or one that starts now. */
  take(): Promise<Preview> {
    clearTimeout(this.#timer)
    const taken = this.#start()
    this.#started = undefined
    return taken
  }

  /** Starts another one, when it is in nobody's way. */
  startLater(): void {
    this.#timer = setTimeout(() => void this.#start(), LATER_MS)
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer)
    const started = await this.#started
    await started?.end()
  }

  #start(): Promise<Preview> {
    return (this.#started ??= Preview.start(this.#onWarning))
  }
}
