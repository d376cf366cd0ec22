const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

/** True for a host that every machine takes for itself. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** The origins among some addresses that lie on the machine itself. */
export function loopbackOrigins(addresses: Iterable<string>): string[] {
  const urls = Array.from(addresses, (address) => new URL(address))
  return Array.from(new Set(urls.filter((url) => isLoopback(url.hostname)).map((url) => url.origin)))
}
