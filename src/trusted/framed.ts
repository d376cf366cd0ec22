/** What a page on a disk shares with the others of its site alone: see disk-scripts.ts. */
export const pageSecret = (): string => document.querySelector<HTMLElement>('script[data-secret]')?.dataset.secret ?? ''

/**
 * True for a page on a disk in the frame of another page. One of the site, which may not read it, has named the frame by the secret: the page tells what it
 * holds, as it was before any script of ours. Called before all other scripts, which have nothing to do there.
 */
export function tellsFrame(): boolean {
  if (location.protocol !== 'file:' || parent === window) return false
  const secret = pageSecret()
  if (secret && window.name === secret) parent.postMessage(document.documentElement.outerHTML, '*')
  return true
}
