/** What this device stores of one guide. */
interface Kept {
  /** Names of ticks. */
  ticks: readonly string[]
  /** The anchor of the step where reading stopped; '' if it did not begin. */
  place: string
}

/** Stores ticks and the reading position, on this device only, by the path of the guide's page. */
export class Progress {
  /** The storage key. */
  readonly key: string
  /** The fallback if the browser allows no storage: valid until the page is left. */
  #memory: Kept = { ticks: [], place: '' }

  constructor(path: string) {
    this.key = `guide ${path}`
  }

  get ticks(): ReadonlySet<string> {
    return new Set(this.#read().ticks)
  }

  get place(): string {
    return this.#read().place
  }

  set place(place: string) {
    this.#write({ ...this.#read(), place })
  }

  tick(name: string, on: boolean): void {
    const kept = this.#read()
    const others = kept.ticks.filter((other) => other !== name)
    this.#write({ ...kept, ticks: on ? [...others, name] : others })
  }

  /** Read each time: the guide may be open in two windows. Other sites on the host can write to the same key, in any form. */
  #read(): Kept {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? '')
      const { ticks, place } = (kept ?? {}) as Partial<Record<keyof Kept, unknown>>
      return {
        ticks: Array.isArray(ticks) ? ticks.filter((tick): tick is string => typeof tick === 'string') : [],
        place: typeof place === 'string' ? place : '',
      }
    } catch {
      return this.#memory // Storage denied, empty, or not written by this site.
    }
  }

  #write(kept: Kept): void {
    this.#memory = kept
    try {
      localStorage.setItem(this.key, JSON.stringify(kept))
    } catch {
      // Storage denied or full: kept in memory until the page is left.
    }
  }
}
