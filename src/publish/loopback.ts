import type { Manifest } from '../cache/layout.ts'
import { isLoopback } from '../model/link.ts'

/** The crawled origins on loopback addresses: no other machine can reach them. */
export function originsHere({ source, origins, mediaOrigins }: Manifest): string[] {
  const urls = [source, ...origins, ...mediaOrigins].map((address) => new URL(address))
  return Array.from(new Set(urls.filter((url) => isLoopback(url.hostname)).map((url) => url.origin)))
}
