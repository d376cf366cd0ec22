import { zoomViewport } from './zoom-viewport.ts'

/** How far an arrow key pans a zoomed picture, in pixels. */
const PAN_PX = 80

/**
 * Shows the page's visible pictures in a dialog, starting with one of their links. Arrows switch pictures, or pan a zoomed one. The dialog
 * is a sibling of everything else, so that nothing around it can make it inert; when closed, it is removed and the link gets the focus
 * back.
 */
export function zoom(opener: HTMLAnchorElement): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-zoom]')
  const dialog = template?.content.querySelector('dialog')?.cloneNode(true)
  if (!(dialog instanceof HTMLDialogElement) || document.querySelector('dialog.zoom')) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a.step-picture')].filter((link) => link.checkVisibility())
  const [image, text] = [dialog.querySelector('img'), dialog.querySelector('.zoom-text')]
  const frame = dialog.querySelector<HTMLElement>('.zoom-viewport')
  if (!image || !text || !frame) return
  const button = (what: string) => dialog.querySelector<HTMLButtonElement>(`[data-zoom-do=${what}]`)
  const forward = getComputedStyle(opener).direction === 'rtl' ? -1 : 1
  let at = links.indexOf(opener)

  const show = (wanted: number): void => {
    at = (wanted + links.length) % links.length
    const link = links[at]
    const small = link?.querySelector('img')
    if (!link || !small) return
    stage.reset()
    text.textContent = links.length > 1 ? `${at + 1} / ${links.length} · ${small.alt}` : small.alt
    image.alt = small.alt
    const large = largeOf(link)
    image.src = small.currentSrc || large
    void whenLoaded(large).then((isLoaded) => {
      if (isLoaded && links[at] === link) image.src = large
    })
    for (const other of [links[at + 1], links[at - 1]]) if (other) void whenLoaded(largeOf(other))
  }
  const stage = zoomViewport(frame, image, {
    turned: (by) => show(at + by * forward),
    scaled: (isCloser) => button('closer')?.setAttribute('aria-pressed', String(isCloser)),
  })
  const move = (x: number, y: number): void => (stage.isCloser() ? stage.pan(-x * PAN_PX, -y * PAN_PX) : show(at + x * forward))
  const keys: Record<string, () => void> = {
    ArrowRight: () => move(1, 0),
    ArrowLeft: () => move(-1, 0),
    ArrowDown: () => stage.pan(0, -PAN_PX),
    ArrowUp: () => stage.pan(0, PAN_PX),
    Home: () => show(0),
    End: () => show(-1),
    '+': () => stage.scaleBy(1.5),
    '-': () => stage.scaleBy(1 / 1.5),
    '0': () => stage.reset(),
  }
  dialog.addEventListener('keydown', (event) => {
    event.stopPropagation() // The page below has its own key handlers.
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  const acts = {
    previous: () => show(at - 1),
    next: () => show(at + 1),
    closer: () => stage.toggle(),
    close: () => dialog.close(),
  }
  for (const [what, act] of Object.entries(acts)) button(what)?.addEventListener('click', act)
  for (const what of ['previous', 'next']) button(what)?.toggleAttribute('hidden', links.length < 2)
  dialog.addEventListener('close', () => {
    dialog.remove()
    // The event comes later than the end of the dialog: what the reader has focused since keeps the focus.
    if (document.activeElement === document.body) opener.focus()
  })
  document.body.append(dialog)
  show(at)
  dialog.showModal()
}

/** In a single file a guide has one size of each picture, which the link leads to. */
const largeOf = (link: HTMLAnchorElement): string => (link.hash && link.querySelector('img')?.src) || link.href

/** Loads a picture; without a connection, the one that is already shown stays. */
async function whenLoaded(address: string): Promise<boolean> {
  const image = new Image()
  image.src = address
  return image.decode().then(
    () => true,
    () => false,
  )
}
