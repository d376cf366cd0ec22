/** The path of the preview's change events, relative to the site's root. */
export const EVENTS = 'benchbook-preview'
export const RELOAD_FILE = 'benchbook-preview.js'

/** Reloads a page when the preview is newer, also after it was restarted; shows errors in a line at the top. */
export const RELOAD_SCRIPT = `const { src } = document.currentScript
const events = new EventSource(new URL('${EVENTS}', src))
let shown
events.addEventListener('shown', ({ data }) => {
  if (shown !== undefined && shown !== data) location.reload()
  shown = data
})
events.addEventListener('fault', ({ data }) => {
  document.querySelector('[data-preview-fault]')?.remove()
  const line = document.createElement('p')
  line.dataset.previewFault = ''
  line.setAttribute('role', 'alert')
  line.textContent = JSON.parse(data)
  line.style.cssText = 'position: sticky; top: 0; z-index: 9; margin: 0; padding: 0.75rem 1rem; background: #b3261e; color: #fff'
  document.body.prepend(line)
})
`
