import { type Retry, retrying } from '../../search/page/retry.ts'
import { fetchFile } from '../../trusted/files.ts'

const BOX = 'form.search-box'
const WORDS_MS = 10_000
const started = new WeakSet<HTMLFormElement>()
const retries = new WeakMap<HTMLFormElement, Retry>()
let dialog: HTMLDialogElement | undefined

/** The search is loaded at the first key press. Until then, or if that fails, the box is a form that leads to the search page. */
function start(box: HTMLFormElement): void {
  if (started.has(box)) return
  started.add(box)
  const retry = retries.get(box) ?? retrying(() => start(box))
  retries.set(box, retry)
  load(box).then(
    () => retry.worked(),
    (error: unknown) => {
      started.delete(box)
      reportError(error)
      sayFailed(box)
      retry.failed()
    },
  )
}

/** Browsers remember permanently that a script failed to load. So the words are loaded first: if they are available, so are the scripts. */
async function load(box: HTMLFormElement): Promise<void> {
  // Every page has this script: without relative links, it loads no other one for this.
  const address = new URL('words.json', box.action)
  const words = await (import.meta.env.RELATIVE_LINKS ? fetchFile(address) : fetch(address, { signal: AbortSignal.timeout(WORDS_MS) }))
  if (!words.ok) throw new Error(`${words.url} answered ${words.status}`)
  const text = await words.text()
  const [{ startQuickSearch }, { areOnDevice }] = await Promise.all([
    import('../../search/page/quick/quick.ts'),
    import('../app/on-device.ts'),
  ])
  box.querySelector('.quick-popup')?.remove()
  startQuickSearch(box, text, areOnDevice)
}

function sayFailed(box: HTMLFormElement): void {
  if (box.querySelector('.quick-popup')) return
  const [popup, sentence] = [document.createElement('div'), document.createElement('p')]
  popup.className = 'quick-popup'
  sentence.className = 'quick-status'
  sentence.setAttribute('role', 'alert')
  sentence.textContent = box.dataset.failed ?? ''
  popup.append(sentence)
  box.append(popup)
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
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event
  const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isWriting(target)
  const isControlK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey
  if (isSlash || isControlK) {
    event.preventDefault()
    openSearch()
  } else if (key === 'Escape' && !isComposing && dialog?.open && target instanceof Node && dialog.contains(target)) {
    // The list has handled the first Escape. By default the next would only clear the input.
    if (!defaultPrevented) dialog.close()
    event.preventDefault()
  } else if (target instanceof HTMLInputElement && target.form?.matches(BOX)) start(target.form)
})
document.querySelector('.search-open')?.addEventListener('click', (event) => {
  event.preventDefault()
  openSearch()
})
// Pasting and dictation need no key.
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.form?.matches(BOX)) start(target.form)
})
