import { isLoopback } from '../model/link.ts'

/** The origins among some addresses that lie on the machine itself. */
export function loopbackOrigins(addresses: Iterable<string>): string[] {
  const urls = Array.from(addresses, (address) => new URL(address))
  return Array.from(new Set(urls.filter((url) => isLoopback(url.hostname)).map((url) => url.origin)))
}
