/** What this device keeps of one guide. */
interface Kept {
  /** Names of ticks. */
  ticks: string[]
  /** The anchor of the step where reading stopped; '' when it did not begin. */
  place: string
}

/** Keeps what is ticked and where reading stopped, on this device only. The path of a guide's page tells the guides apart. */
export class Progress {
  /** Under which all is kept. */
  readonly key: string
  /** Stands in where the browser keeps nothing: then all is known until the page is left. */
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

  /** Read anew each time: the guide may be open in two windows. */
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
      return this.#memory // The person forbids sites to keep anything.
    }
  }

  #write(kept: Kept): void {
    this.#memory = JSON.stringify(kept)
    try {
      localStorage.setItem(this.key, this.#memory)
    } catch {
      // Forbidden, or full: the memory has it until the page is left.
    }
  }
}

/** Others who share the host can write into the same place, in any form. */
function partsOf(stored: string): Partial<Record<keyof Kept, unknown>> {
  try {
    return (JSON.parse(stored) ?? {}) as Partial<Record<keyof Kept, unknown>>
  } catch {
    return {}
  }
}
