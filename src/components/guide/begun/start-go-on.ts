/** Checks whether a guide was begun on this device, and loads the offer only then. */
export function startGoOn(): void {
  const bar = document.querySelector<HTMLElement>('[data-go-on]')
  try {
    if (bar && localStorage.getItem('begun guides')) void import('./begun.ts').then(({ offerBegun }) => offerBegun(bar))
  } catch {
    // The person forbids storage.
  }
}
