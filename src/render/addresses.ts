/** In a text with more addresses, links lead to the top of their pages. */
const MAX_ADDRESSES = 2000

/** Substrings like the address of a place on a page, `/Guide/x/12#s34`: in quotes, after `=`, or in a bracket link. */
export function addressesWithAnchors(text: string): string[] {
  const found: string[] = []
  if (!text.includes('#')) return found
  for (const [, before = '', piece = ''] of text.matchAll(/(["'|]?)([^"'<>|\]]+)/g)) {
    if (found.length >= MAX_ADDRESSES) break
    if (!piece.includes('#')) continue
    // In quotes an address may contain spaces; without them it is one word.
    for (const part of before ? [piece] : piece.split(/\s+/)) {
      const start = before ? 0 : part.indexOf('=') + 1
      const hash = part.lastIndexOf('#')
      if ((before || start > 0) && hash >= start) found.push(part.slice(start).trimEnd())
    }
  }
  return found.slice(0, MAX_ADDRESSES)
}
