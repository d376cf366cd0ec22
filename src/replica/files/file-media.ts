import type { CacheReader } from '../../cache/reader.ts'
import { MediaPaths } from '../media-paths.ts'

/** The replica's assumed origin while it writes files; no real one can have it. */
export const NOWHERE = 'http://replica.invalid'

export interface SiteAddresses {
  /** The site's address: `https://guides.example.org/`, or a path such as `/` if none is configured. */
  root: string
  /** The base of its media, by default the root. */
  mediaRoot?: string
  /** Origins that no reader can reach; they are replaced by the site's own. */
  hidden: readonly string[]
}

/**
 * Returns a function that rewrites the addresses in answers to those of a static site: cached files are in `media/` of the site, those of
 * other files point to the service again.
 */
export function addressesOfSite(cache: CacheReader, { root, mediaRoot = root, hidden }: SiteAddresses): (json: string) => string {
  const paths = new MediaPaths(cache, () => NOWHERE)
  const { mediaOrigins } = cache.manifest
  const own = /^https?:\/\/[^/]+/.exec(root)?.[0] ?? ''

  /** `rest` is a piece of JSON text, possibly from an HTML attribute; surrounding quotes and brackets may be included. */
  function inSite(rest: string): string | undefined {
    for (const candidate of [rest, rest.replace(/(['()]|&quot;).*/s, '')]) {
      const found = paths.fileAt(plain(candidate).replaceAll('&amp;', '&'))
      if (found) return `${mediaRoot}${found.file.file}${rest.slice(candidate.length)}`
    }
    return undefined
  }

  function original(rest: string): string {
    const path = rest.replaceAll('\\/', '/')
    const origin = mediaOrigins.find((one) => path.startsWith(`/media/${new URL(one).host}/`))
    return origin ? origin + path.slice(`/media/${new URL(origin).host}`.length) : `${NOWHERE}${rest}`
  }

  return (json) => {
    const pointed = json.replace(ADDRESSES, (_, rest: string) => inSite(rest) ?? original(rest))
    return hidden.reduce((text, origin) => text.replaceAll(origin, own).replaceAll(origin.replaceAll('/', '\\/'), own), pointed)
  }
}

const ADDRESSES = /http:(?:\\?\/){2}replica\.invalid((?:\\?\/|\\u[0-9a-fA-F]{4}|[^"\\\s<>])*)/g

const plain = (json: string): string => JSON.parse(`"${json}"`) as string
