/** The secret that a page on a disk shares only with the other pages of its site: see disk-scripts.ts. */
export const pageSecret = (): string => document.querySelector<HTMLElement>('script[data-secret]')?.dataset.secret ?? ''

/**
 * True for a page on a disk in the frame of another page. A page of the same site, which may not read it, has named the frame by the
 * secret: this page then sends its content as it was before any script of ours. Called before all other scripts, which must not run there.
 */
export function tellsFrame(): boolean {
  if (location.protocol !== 'file:' || parent === window) return false
  const secret = pageSecret()
  if (secret && window.name === secret) parent.postMessage(document.documentElement.outerHTML, '*')
  return true
}
