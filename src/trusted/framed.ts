/**
 * True for a page on a disk in the frame of another page of the site, which may not read it: it tells what it holds, as it was before any script of ours. Called
 * before all other scripts, which have nothing to do there.
 */
export function tellsFrame(): boolean {
  if (location.protocol !== 'file:' || parent === window) return false
  parent.postMessage(document.documentElement.outerHTML, '*')
  return true
}
