import type { Ref } from './ref.ts'
import { addressName, readServicePath, titleName } from './addresses/service-path.ts'

/** True for a host name of this machine: a crawl may have used one, but readers cannot follow it. */
export const isLoopback = (hostname: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname)

/** The address of a picture in a text; a lazy one has a placeholder in its `src`. */
export const pictureAddress = ({ src, 'data-src': late }: Readonly<Record<string, string | undefined>>): string =>
  (late && (!src || src.startsWith('data:')) ? late : src) ?? ''

/** A parsed service link: what it refers to, and the fragment if that is a heading of a wiki. */
export interface SourceLink {
  ref: Ref
  fragment: string
}

/** True for a host of the service, in any language (api-facts, Site): for `www.example.org` also `de.example.org` and `example.org`. */
function isOf(origin: string, { host }: URL): boolean {
  // An origin ends with its host.
  const own = origin.slice(origin.indexOf('//') + 2)
  return own === host || withoutLanguage(host) === own.replace(/^www\./, '')
}

const withoutLanguage = (host: string): string => host.replace(/^(?:www|[a-z]{2}|[a-z]{2}-[a-z]{2})\./, '')

/**
 * Parses a link in the service's forms: relative, or absolute to one of `origins` (as in `URL.origin`; http and https are equivalent).
 * Undefined for links that leave the site and for pages that are not records. `addresses` are those whose form does not say what they refer
 * to, by {@link addressName} and {@link titleName}.
 */
export function readSourceLink(href: string, origins: readonly string[], addresses?: ReadonlyMap<string, Ref>): SourceLink | undefined {
  const url = sourceUrl(href, origins)
  if (!url) return undefined
  const fragment = url.hash.slice(1)
  const ref = addresses?.get(addressName(url.pathname)) ?? readServicePath(url.pathname, fragment)
  const renamed = ref?.kind === 'wiki' ? addresses?.get(titleName(ref)) : undefined
  return ref && { ref: renamed ?? ref, fragment }
}

/** The address of a link that stays on the service, to a record or not; undefined for one that leaves it. */
export function sourceUrl(href: string, origins: readonly string[]): URL | undefined {
  const home = origins[0] ?? 'http://service.invalid'
  const url = URL.parse(href.trim(), home)
  return url && /^https?:$/.test(url.protocol) && [home, ...origins].some((origin) => isOf(origin, url)) ? url : undefined
}
