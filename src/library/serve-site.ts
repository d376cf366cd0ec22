import { readFinished } from '../cache/manifest.ts'
import type { Config } from '../config/options.ts'
import { type Marker, readMarker } from '../publish/marker.ts'
import { serveSite } from '../publish/serve.ts'
import { latestListener, type Listener, startServer } from '../replica/http/server.ts'
import { API_PATH } from '../replica/replica.ts'
import { noSite } from './check-site.ts'

/** A running server of a site, of the API of its cache, or of both. */
export interface Served {
  /** Scheme, host and port. */
  origin: string
  /** The home page; undefined if there is no site. */
  url: string | undefined
  /** The base of the API; undefined without the option `api`. */
  api: string | undefined
  /** The address of pictures, videos and documents; '' for the site itself. */
  mediaBase: string
  /** True for a private site that only this machine can reach: see the option `public`. */
  isHeldBack: boolean
  /** Stops listening. */
  close: () => void | Promise<void>
}

export interface ServeHooks {
  /** Called with an error that cost one response of the API. */
  onError?: (error: unknown) => void
  /** Called with the `Host` of a refused request. */
  onRefusedName?: (name: string) => void
}

const LOOPBACK = '127.0.0.1'
const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Serves the site in `out`, and with `api` the cache. With `api` the site may be missing. Throws a {@link UsageError} if there is nothing
 * to serve.
 */
export async function serveConfigured(config: Config, { onError = () => undefined, onRefusedName }: ServeHooks = {}): Promise<Served> {
  const { cache, out, site, token, port } = config
  let origin = site
  const api = config.api ? await latestListener(cache, { origin: () => origin, onError, ...(token && { token }) }) : undefined
  const marker = await readMarker(out)
  const isPrivate = !!marker?.isPrivateSite || (api && !!(await readFinished(cache)).isPrivateSite)
  const isHeldBack = isPrivate === true && !config.public && !isLoopback(config.host)
  const host = isHeldBack ? LOOPBACK : config.host
  const hostNames = [...config.hostName, ...[site, marker?.site ?? ''].flatMap((address) => (address ? new URL(address).hostname : []))]
  const options = { host, hostNames, port, ...(onRefusedName && { onRefusedName }) }
  const running = await start(out, marker, api, options)
  origin ||= running.origin
  return { api: api && running.origin + API_PATH, mediaBase: marker?.mediaBase ?? '', isHeldBack, ...running }
}

async function start(
  out: string,
  marker: Marker | undefined,
  api: Listener | undefined,
  options: { host: string; hostNames: string[]; port: number; onRefusedName?: (name: string) => void },
): Promise<Pick<Served, 'origin' | 'url' | 'close'>> {
  if (marker) return serveSite(out, { ...options, base: marker.base, mediaBase: marker.mediaBase, ...(api && { api }) })
  if (!api) throw noSite(out)
  const { url, close } = await startServer(api, options)
  return { origin: url, url: undefined, close }
}
