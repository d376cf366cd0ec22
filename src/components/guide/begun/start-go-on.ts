import { begunKey } from './begun-guides.ts'

/** Looks whether a guide was begun on this device. What offers it is loaded only then. */
export function startGoOn(): void {
  const bar = document.querySelector<HTMLElement>('[data-go-on]')
  if (!bar || !isAnyKept()) return
  void import('./go-on.ts').then(({ offerBegun }) => offerBegun(bar))
}

function isAnyKept(): boolean {
  try {
    return localStorage.getItem(begunKey()) !== null
  } catch {
    return false // The person forbids sites to keep anything.
  }
}
