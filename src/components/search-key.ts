/** The slash key goes to the page's search box, unless somebody is writing. */
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]')) return
  const box = document.querySelector<HTMLInputElement>('form[role=search] input')
  if (!box) return
  event.preventDefault()
  box.focus()
  box.select()
})
