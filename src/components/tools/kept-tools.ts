/** The tools that somebody has, by key, kept on this device only: for all pages and languages of one site. */
export class KeptTools {
  readonly #key: string
  /** Stands in where the browser keeps nothing, or no more: then all is known until the page is left. */
  #memory: string[] | undefined

  /** `root` is the path of the site, which tells it from others of the same host. */
  constructor(root: string) {
    this.#key = `tools ${root}`
  }

  /** False after a tick that the browser did not keep. */
  get isKept(): boolean {
    return this.#memory === undefined
  }

  /** Read anew each time: the page may be open in two windows. */
  get all(): ReadonlySet<string> {
    if (this.#memory) return new Set(this.#memory)
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '')
      return new Set(Array.isArray(kept) ? kept.filter((key): key is string => typeof key === 'string') : [])
    } catch {
      return new Set() // Forbidden, nothing kept yet, or written by others who share the host.
    }
  }

  turn(key: string, on: boolean): void {
    const others = [...this.all].filter((other) => other !== key)
    const all = on ? [...others, key] : others
    try {
      localStorage.setItem(this.#key, JSON.stringify(all))
      this.#memory = undefined
    } catch {
      this.#memory = all // The person forbids sites to keep anything, or the place is full.
    }
  }
}
