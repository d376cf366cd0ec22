import { readPageParts } from '../../src/check/page-parts.ts'

interface Followed {
  /** The markup of pages, by their paths below the first one's folder. */
  pages: Map<string, string>
  /** The paths of all other files that pages name. */
  files: Set<string>
  /** Unavailable targets that a page names. */
  broken: string[]
}

interface Following {
  /** The markup of the page at an address; '' for a file that is not a page. Throws if there is nothing. */
  get: (url: string) => Promise<string>
  /** References that a reader adds to pages. */
  added?: RegExp
}

/**
 * Follows everything that a page names, its links, pictures, styles and scripts, and so on for the pages found, within the folder of the
 * first one. A local reference out of the folder, or to an anchor missing in a page, is broken.
 */
export async function followAll(start: string, { get, added }: Following): Promise<Followed> {
  const home = new URL('.', start).href
  const found: Followed = { pages: new Map(), files: new Set(), broken: [] }
  const anchors = new Map<string, Set<string>>()
  const places: { from: string; url: string; anchor: string }[] = []
  const from = new Map([[start, 'nothing']])
  for (const [url, namedBy] of from) {
    const path = decodeURI(url.slice(home.length))
    const html = await get(url).catch((error: unknown) => {
      found.broken.push(`${namedBy} names ${path}: ${String(error)}`)
      return ''
    })
    if (!html) {
      found.files.add(path)
      continue
    }
    const parts = readPageParts(html)
    found.pages.set(path, html)
    anchors.set(url, parts.anchors)
    for (const reference of parts.references) {
      if (URL.canParse(reference) || added?.test(reference)) continue
      const [address = '', anchor] = new URL(reference, url).href.split('#')
      const file = address.split('?')[0] ?? ''
      if (anchor) places.push({ from: path, url: file, anchor: decodeURIComponent(anchor) })
      if (!file.startsWith(home)) found.broken.push(`${path} names ${reference}`)
      else if (!from.has(file)) from.set(file, path)
    }
  }
  for (const { from: page, url, anchor } of places)
    if (!anchors.get(url)?.has(anchor)) found.broken.push(`${page} names ${decodeURI(url.slice(home.length))}#${anchor}`)
  return found
}
