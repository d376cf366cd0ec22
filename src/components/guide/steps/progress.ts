/** What this device stores of one guide. */
interface Kept {
  /** Names of ticks. */
  ticks: string[]
  /** The anchor of the step where reading stopped; '' if it did not begin. */
  place: string
}

/** Stores ticks and the reading position, on this device only, by the path of the guide's page. */
export class Progress {
  /** The storage key. */
  readonly key: string
  /** The fallback if the browser allows no storage: valid until the page is left. */
  #memory = ''

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

  /** Read each time: the guide may be open in two windows. */
  #read(): Kept {
    const { ticks, place } = partsOf(this.#stored())
    return {
      ticks: Array.isArray(ticks) ? ticks.filter((tick): tick is string => typeof tick === 'string') : [],
      place: typeof place === 'string' ? place : '',
    }
  }

  #stored(): string {
    try {
      return localStorage.getItem(this.key) ?? this.#memory
    } catch {
      return this.#memory // The person forbids storage.
    }
  }

  #write(kept: Kept): void {
    this.#memory = JSON.stringify(kept)
    try {
      localStorage.setItem(this.key, this.#memory)
    } catch {
      // Storage denied or full: kept in memory until the page is left.
    }
  }
}

/** Other sites on the host can write to the same key, in any form. */
function partsOf(stored: string): Partial<Record<keyof Kept, unknown>> {
  try {
    const parts: unknown = JSON.parse(stored)
    return typeof parts === 'object' && parts ? parts : {}
  } catch {
    return {}
  }
}
