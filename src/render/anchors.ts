/** A service id as an id on our page: distinct from the page's own ids, and deterministic. */
export function anchorOf(id: string): string {
  const name = id.replace(/\s+/g, '_')
  return name.startsWith('Section_') ? name : `content-${name}`
}

/** The ids and link names in a text. */
export function anchorsIn(html: string): ReadonlySet<string> {
  const found = html.matchAll(/\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)
  return new Set(Array.from(found, ([, double, single, bare]) => double ?? single ?? bare ?? ''))
}

/** A link within the page: to an anchor of the text itself, or to one of the page's own; undefined if neither has it. */
export function fragmentTarget(fragment: string, own: ReadonlySet<string>, page: ReadonlySet<string>): { href: string } | undefined {
  const name = decodeLeniently(fragment)
  if (own.has(name)) return { href: `#${encodeURIComponent(anchorOf(name))}` }
  return page.has(name) ? { href: `#${encodeURIComponent(name)}` } : undefined
}

/** A decoded part of an address; unchanged if it cannot be decoded. */
export const decodeLeniently = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment // an invalid percent escape is literal
  }
}

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
