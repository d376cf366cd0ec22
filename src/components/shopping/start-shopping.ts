/** Brings the page of the list to life. What shows it is loaded once there is one, perhaps by another window. */
export function startShopping(): void {
  const page = document.querySelector<HTMLElement>('[data-shopping-list]')
  if (!page) return
  let isStarted = false
  const show = (): void => {
    if (isStarted) return
    isStarted = hasList()
    if (isStarted) void import('./shopping-page.ts').then(({ ShoppingPage }) => new ShoppingPage(page).start())
    else page.querySelector('[data-none]')?.removeAttribute('hidden')
  }
  for (const event of ['storage', 'pageshow']) window.addEventListener(event, show)
}

/** By no more than the name: see kept-list.ts. */
function hasList(): boolean {
  try {
    return !!localStorage.getItem('shopping list')
  } catch {
    return false // The person forbids sites to keep anything.
  }
}
