/** The tools that a person has, by key, stored on this device only: for all pages and languages of one site. */
export class KeptTools {
  readonly #key: string
  /** The fallback if the browser allows no storage: valid until the page is left. */
  #memory: string[] = []

  /** `root` is the path of the site, which distinguishes it from others on the same host. */
  constructor(root: string) {
    this.#key = `tools ${root}`
  }

  /** Read each time: the page may be open in two windows. */
  get all(): ReadonlySet<string> {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '')
      return new Set(Array.isArray(kept) ? kept.filter((key): key is string => typeof key === 'string') : [])
    } catch {
      return new Set(this.#memory) // Storage denied, empty, or written by another site on the host.
    }
  }

  turn(key: string, on: boolean): void {
    const others = [...this.all].filter((other) => other !== key)
    this.#memory = on ? [...others, key] : others
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#memory))
    } catch {
      // Storage denied or full: kept in memory.
    }
  }
}
