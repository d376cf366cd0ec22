/** Brings the filters of lists to life. What filters is loaded when somebody comes to one. */
export function startFilters(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-list-filter]')) {
    let pressed: HTMLElement | null = null
    const note = ({ target }: Event): void => void (pressed = target instanceof Element ? target.closest('button') : null)
    let loading: Promise<void> | undefined
    const load = (): void => {
      loading ??= import('./list-filter.ts').then(({ ListFilter }) => {
        root.removeEventListener('click', note)
        new ListFilter(root).start()
        // What was done meanwhile is done now.
        pressed?.click()
      })
      loading.catch((error: unknown) => {
        reportError(error)
        loading = undefined
      })
    }
    root.addEventListener('click', note)
    // One comes back to what was chosen: see tools/own-tools.ts.
    if (location.search.includes('tools=own')) load()
    // Safari gives a pressed button no focus.
    for (const event of ['focusin', 'pointerdown', 'click', 'input']) root.addEventListener(event, load)
  }
}
