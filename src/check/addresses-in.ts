/** Files of a site that are no pages and name some: by name, how they write an address. */
const WRITTEN: readonly (readonly [name: RegExp, address: RegExp])[] = [
  [/(^|\/)sitemap[^/]*\.xml$/, /<(?:image:)?loc>([^<]*)</g],
  [/(^|\/)feed\.xml$/, / (?:href|url)="([^"]*)"/g],
  [/(^|\/)feed\.json$/, /^ *"(?:\w+_)?(?:url|image)": "([^"]*)",?$/gm],
  [/^llms\.txt$/, /\]\(([^)]*)\)/g],
]

/** The addresses that a sitemap, a feed or llms.txt names; none for any other file. */
export function addressesIn(file: string, text: string): string[] {
  const written = WRITTEN.find(([name]) => name.test(file))?.[1]
  return written ? Array.from(text.matchAll(written), ([, address = '']) => address.replaceAll('&amp;', '&')) : []
}
