/** The path that the public address of a site leads below, such as `/docs/`; undefined for the root of its host, and without an address. */
export function pathOfSite(site: string): string | undefined {
  const path = site && new URL(site).pathname
  return path && path !== '/' ? withSlash(path) : undefined
}

/** A path with a slash at its end. */
export const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`)
