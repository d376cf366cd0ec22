import { siteRoot } from '../trusted/place.ts'

/**
 * A value stored on this device under a key. If the browser allows no storage, or no more, it is valid until the page is left. Other sites
 * on the host can write to the same key: the result of `read` may be anything, and is undefined for nothing. Read it each time: the page
 * may be open in two windows.
 */
export function stored(key: string) {
  let memory: string | undefined
  const read = (): unknown => {
    try {
      return JSON.parse(memory ?? localStorage.getItem(key) ?? '')
    } catch {
      return undefined
    }
  }
  const write = (value: unknown): void => {
    const text = JSON.stringify(value)
    memory = text
    try {
      localStorage.setItem(key, text)
      memory = undefined
    } catch {
      // Storage denied or full: kept in memory.
    }
  }
  return { read, write }
}

/** The texts of a stored list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []

/** The path of the site, which distinguishes it from others of the same host. All its languages share it. */
export const sitePath = (): string => new URL(siteRoot() ?? import.meta.env.BASE_URL, location.href).pathname
