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
