/** The tools that somebody has, by key, kept on this device only: for all pages and languages of one site. */
export class KeptTools {
  readonly #key: string
  /** Stands in where the browser keeps nothing: then all is known until the page is left. */
  #memory: string[] = []

  /** `root` is the path of the site, which tells it from others of the same host. */
  constructor(root: string) {
    this.#key = `tools ${root}`
  }

  /** Read anew each time: the page may be open in two windows. */
  get all(): ReadonlySet<string> {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '')
      return new Set(Array.isArray(kept) ? kept.filter((key): key is string => typeof key === 'string') : [])
    } catch {
      return new Set(this.#memory) // Forbidden, nothing kept yet, or written by others who share the host.
    }
  }

  turn(key: string, on: boolean): void {
    const others = [...this.all].filter((other) => other !== key)
    this.#memory = on ? [...others, key] : others
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#memory))
    } catch {
      // Forbidden, or full: the memory has it.
    }
  }
}
