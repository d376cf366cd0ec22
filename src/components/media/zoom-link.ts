/** Zooms a step's picture on request. If this script, or the rest of it, is not loaded, the link opens the file. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.step-picture') : null
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  import('./zoom.ts').then(
    ({ zoom }) => zoom(link),
    () => location.assign(link.href),
  )
})
