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
