/** Replaces a link by another site's player on request. Without this script the link leads there. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.embed[data-embed]') : null
  const address = link?.dataset.embed
  if (!link || !address || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const frame = document.createElement('iframe')
  frame.src = `${address}?autoplay=1`
  frame.title = link.querySelector('b')?.textContent ?? ''
  frame.className = 'embedded'
  frame.allow = 'autoplay; fullscreen; picture-in-picture'
  frame.referrerPolicy = 'strict-origin'
  link.replaceWith(frame)
  frame.focus()
})
