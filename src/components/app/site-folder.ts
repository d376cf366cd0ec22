/** The path of the home page, with a leading and a trailing slash. */
export const siteFolder = (): string => import.meta.env.BASE_URL.replace(/(?<!\/)\/*$/, '/')

const keptKey = (): string => `benchbook-kept ${siteFolder()}`

/** True if anything of this site is saved: checked without opening the database, since most devices have nothing. */
export function hasKept(): boolean {
  try {
    return localStorage.getItem(keptKey()) !== null
  } catch {
    return false // The browser does not allow storage.
  }
}

export function markKept(has: boolean): void {
  try {
    if (has) localStorage.setItem(keptKey(), '1')
    else localStorage.removeItem(keptKey())
  } catch {
    // The browser does not allow storage.
  }
}
