import { siteFolder } from './site-folder.ts'

const NAME = 'benchbook-kept '

/** True if anything of this site is saved: checked without opening the database, since most devices have nothing. */
export function hasKept(): boolean {
  try {
    return localStorage.getItem(NAME + siteFolder()) !== null
  } catch {
    return false // The browser does not allow storage.
  }
}

export function markKept(has: boolean): void {
  try {
    if (has) localStorage.setItem(NAME + siteFolder(), '1')
    else localStorage.removeItem(NAME + siteFolder())
  } catch {
    // The browser does not allow storage.
  }
}
