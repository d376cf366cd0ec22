/** What this device stores of one guide. */
interface Kept {
  /** Names of ticks. */
  ticks: readonly string[]
  /** The anchor of the step where reading stopped; '' if it did not begin. */
  place: string
}

export type Progress = ReturnType<typeof progressOf>

/** Stores ticks and the reading position, on this device only, by the path of the guide's page. */
export function progressOf(path: string) {
  const key = `guide ${path}`
  /** The fallback if the browser allows no storage: valid until the page is left. */
  let memory: Kept = { ticks: [], place: '' }
  /** Read each time: the guide may be open in two windows. Other sites on the host can write to the same key, in any form. */
  const read = (): Kept => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '')
      const { ticks, place } = (kept ?? {}) as Partial<Record<keyof Kept, unknown>>
      return {
        ticks: Array.isArray(ticks) ? ticks.filter((tick): tick is string => typeof tick === 'string') : [],
        place: typeof place === 'string' ? place : '',
      }
    } catch {
      return memory // Storage denied, empty, or not written by this site.
    }
  }
  const write = (changed: Partial<Kept>): void => {
    memory = { ...read(), ...changed }
    try {
      localStorage.setItem(key, JSON.stringify(memory))
    } catch {
      // Storage denied or full: kept in memory until the page is left.
    }
  }
  return {
    /** The storage key. */
    key,
    ticks: (): ReadonlySet<string> => new Set(read().ticks),
    place: (): string => read().place,
    setPlace: (place: string): void => write({ place }),
    tick(name: string, on: boolean): void {
      const others = read().ticks.filter((other) => other !== name)
      write({ ticks: on ? [...others, name] : others })
    },
  }
}
