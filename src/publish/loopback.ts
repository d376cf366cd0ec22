import type { Manifest } from '../cache/layout.ts'
import { isLoopback } from '../model/link.ts'

/** Crawled origins on loopback addresses, which other machines cannot reach. */
export function originsHere({ source, origins, mediaOrigins }: Manifest): string[] {
  const urls = [source, ...origins, ...mediaOrigins].map((address) => new URL(address))
  return Array.from(new Set(urls.filter((url) => isLoopback(url.hostname)).map((url) => url.origin)))
}

/** A warning about a public address on a loopback host; undefined for any other. */
export function loopbackSiteWarning(site: string): string | undefined {
  if (!site || !isLoopback(new URL(site).hostname)) return undefined
  return `\`site\` ${site} is an address of this machine, to which no reader can follow a link: a check finds each page that names it. Give the address that the site will have, or leave \`site\` out to try a site here.`
}
