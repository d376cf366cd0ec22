const BOX = 'form.search-box'
const started = new WeakSet<HTMLFormElement>()
let dialog: HTMLDialogElement | undefined

/** The search itself is loaded at the first key. Until it is there, and where it cannot be loaded, the box is a form that leads to the search page. */
function start(box: HTMLFormElement): void {
  if (started.has(box)) return
  started.add(box)
  import('../search/quick.ts')
    .then(({ startQuickSearch }) => startQuickSearch(box))
    .catch((error: unknown) => {
      started.delete(box)
      reportError(error)
    })
}

/** A dialog with a search box like that of the page. */
function makeDialog(box: HTMLFormElement): HTMLDialogElement {
  const made = document.createElement('dialog')
  made.className = 'search-dialog'
  made.ariaLabel = box.querySelector('input')?.ariaLabel ?? ''
  made.setAttribute('closedby', 'any')
  const form = document.importNode(box, true)
  form.querySelector('.quick-popup')?.remove()
  const close = document.createElement('button')
  Object.assign(close, { type: 'button', className: 'search-close', ariaLabel: box.dataset.close })
  close.addEventListener('click', () => made.close())
  made.append(form, close)
  document.body.append(made)
  return made
}

function openSearch(): void {
  const box = document.querySelector<HTMLFormElement>(BOX)
  if (box) {
    dialog ??= makeDialog(box)
    if (!dialog.open) dialog.showModal()
  }
  const input = (box && dialog ? dialog : document).querySelector<HTMLInputElement>('form[role=search] input')
  input?.focus()
  input?.select()
  if (input?.form?.matches(BOX)) start(input.form)
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, isComposing, target } = event
  const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isWriting(target)
  const isControlK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey
  if (isSlash || isControlK) {
    event.preventDefault()
    openSearch()
  } else if (key === 'Escape' && !isComposing && dialog?.open && target instanceof Node && dialog.contains(target)) {
    // By itself Escape would only empty the input.
    event.preventDefault()
    dialog.close()
  } else if (target instanceof HTMLInputElement && target.form?.matches(BOX)) start(target.form)
})
// Pasting and speaking need no key.
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.form?.matches(BOX)) start(target.form)
})
