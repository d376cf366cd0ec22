/** Files of a site that are not pages and contain addresses: by name, the pattern of an address. */
const WRITTEN: readonly (readonly [name: RegExp, address: RegExp])[] = [
  [/(^|\/)sitemap[^/]*\.xml$/, /<(?:image:)?loc>([^<]*)</g],
  [/(^|\/)feed\.xml$/, / (?:href|url)="([^"]*)"/g],
  [/(^|\/)feed\.json$/, /^ *"(?:\w+_)?(?:url|image)": "([^"]*)",?$/gm],
  [/^llms\.txt$/, /\]\(([^)]*)\)/g],
]

/** The addresses in a sitemap, a feed or llms.txt; empty for any other file. */
export function addressesIn(file: string, text: string): string[] {
  const written = WRITTEN.find(([name]) => name.test(file))?.[1]
  return written ? Array.from(text.matchAll(written), ([, address = '']) => address.replaceAll('&amp;', '&')) : []
}
