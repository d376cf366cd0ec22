/** Shows the steps over the page as a dialog, with the strip of steps at its top, and reverts everything when the signal is aborted. */
export function takeWindow(section: HTMLElement, signal: AbortSignal): void {
  const undo: (() => void)[] = []
  const bar = (section.closest('.guide') ?? section).querySelector('[data-step-guide]')
  if (bar) {
    const place = document.createComment('')
    bar.replaceWith(place)
    section.prepend(bar)
    undo.push(() => place.replaceWith(bar))
  }
  for (let inner: HTMLElement = section; inner.parentElement; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      if (other === inner || !(other instanceof HTMLElement) || other.inert) continue
      other.inert = true
      undo.push(() => (other.inert = false))
    }
  }
  const given = { role: 'dialog', 'aria-modal': 'true', 'aria-label': section.dataset.oneStep ?? '', tabindex: '-1' }
  const labelledBy = section.getAttribute('aria-labelledby') ?? ''
  section.removeAttribute('aria-labelledby')
  for (const [name, value] of Object.entries(given)) section.setAttribute(name, value)
  const parts = [section, document.documentElement]
  for (const part of parts) part.classList.add('one-step')
  signal.addEventListener('abort', () => {
    for (const part of parts) part.classList.remove('one-step')
    for (const name of Object.keys(given)) section.removeAttribute(name)
    section.setAttribute('aria-labelledby', labelledBy)
    for (const step of undo) step()
  })
}

/** Keeps the screen on until the signal is aborted. A hidden page loses its lock and requests it again when visible. */
export function keepAwake(signal: AbortSignal): void {
  if (!('wakeLock' in navigator)) return
  let lock: WakeLockSentinel | undefined
  const release = (): void => void lock?.release()
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
    // Refused if the battery is nearly empty: the step is shown anyway.
    lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (signal.aborted) release()
  }
  document.addEventListener('visibilitychange', () => void ask(), { signal })
  signal.addEventListener('abort', release)
  void ask()
}
