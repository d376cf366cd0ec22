import { siteFolder } from './site-folder.ts'

const NAME = 'benchbook-kept '

/** True where something of this site is kept: told apart without opening what holds it, since most have nothing. */
export function hasKept(): boolean {
  try {
    return localStorage.getItem(NAME + siteFolder()) !== null
  } catch {
    return false // The browser keeps nothing.
  }
}

export function markKept(has: boolean): void {
  try {
    if (has) localStorage.setItem(NAME + siteFolder(), '1')
    else localStorage.removeItem(NAME + siteFolder())
  } catch {
    // The browser keeps nothing.
  }
}
