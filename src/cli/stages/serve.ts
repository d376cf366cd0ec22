import { once } from 'node:events'
import { type Marker, readMarker } from '../../publish/marker.ts'
import { serveSite } from '../../publish/serve.ts'
import type { Config } from '../../config/options.ts'
import { readFinished } from '../../cache/manifest.ts'
import { isOurs, sentence } from '../../errors.ts'
import { latestListener } from '../../replica/http/latest.ts'
import type { Listener } from '../../replica/http/listener.ts'
import { API_PATH } from '../../replica/replica.ts'
import { noSite } from '../../library/check-site.ts'
import { inFlags, jsonInFlags } from '../terminal/flags.ts'
import { startServer } from '../../replica/http/server.ts'

/** Serves a built site, and with `--api` its cache, until it is interrupted. With `--api` the site may be missing. */
export async function serve(config: Config, signal: AbortSignal): Promise<0> {
  const { cache, out, site, token, api, json } = config
  const say = json ? console.error : console.log
  let origin = site
  const listener = api ? await latestListener(cache, { origin: () => origin, onError: tell, ...(token && { token }) }) : undefined
  const marker = await readMarker(out)
  const isPrivate = !!marker?.isPrivateSite || (api && !!(await readFinished(cache)).isPrivateSite)
  const isHeldBack = isPrivate && !config.public && !isLoopback(config.host)
  if (isHeldBack) say(HELD_BACK)
  const running = await start({ ...config, ...(isHeldBack && { host: LOOPBACK }) }, marker, listener)
  origin ||= running.origin
  if (listener && !site && reachesAll(config.host) && !isHeldBack) say(notForOthers(running.origin))
  if (marker?.mediaBase && !json) say(`Pictures, videos and documents come from ${marker.mediaBase}`)
  if (json) console.log(jsonInFlags({ url: running.url, api: listener && running.origin + API_PATH }))
  else tellWhere(running, listener !== undefined, config)
  await once(signal, 'abort')
  await running.close()
  return 0
}

function tellWhere({ origin, url }: Running, hasApi: boolean, { cache, out, token }: Config): void {
  if (hasApi) console.log(`Serving ${cache} at ${origin}${API_PATH}${token ? ', private records to whoever has the token' : ''}`)
  console.log(url ? `Serving ${out} at ${url} (Ctrl+C stops it)` : `There is no site in ${out} to serve (Ctrl+C stops it)`)
}

/** What cost an answer, and not the server. */
const tell = (error: unknown): void => console.error(isOurs(error) ? `benchbook: ${inFlags(sentence(error))}` : error)

/** So many names are told of: whoever asks chooses them. */
const MAX_NAMES_TOLD = 20

/** Tells the operator of each name once. */
function nameTeller(): (name: string) => void {
  const told = new Set<string>()
  return (name) => {
    if (told.has(name) || told.size >= MAX_NAMES_TOLD) return
    told.add(name)
    console.error(inFlags(`benchbook: A request for ${name} was refused. If this server goes by that name, add --host-name ${name}.`))
  }
}

interface Running {
  origin: string
  /** Undefined where there is no site. */
  url?: string
  close: () => void | Promise<void>
}

async function start({ out, host, hostName, port, site }: Config, marker: Marker | undefined, api: Listener | undefined): Promise<Running> {
  const hostNames = [...hostName, ...[site, marker?.site ?? ''].flatMap((address) => (address ? new URL(address).hostname : []))]
  const onRefusedName = nameTeller()
  if (marker)
    return serveSite(out, { base: marker.base, mediaBase: marker.mediaBase, host, hostNames, onRefusedName, port, ...(api && { api }) })
  if (!api) throw noSite(out)
  const { url, close } = await startServer(api, { host, hostNames, onRefusedName, port })
  return { origin: url, close }
}

const LOOPBACK = '127.0.0.1'
const HELD_BACK = `The service of this site answers nobody without a token, so it is served to this machine alone (${LOOPBACK}, whatever --host says). Add --public to let others reach it.`

const notForOthers = (origin: string): string =>
  `Its answers name pictures and files at ${origin}, which no other machine reaches. Name the address at which others reach this one with --site.`

/** True for a listener at every address, which does not say at which of them others come. */
const reachesAll = (host: string): boolean => host === '0.0.0.0' || host === '::'
const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')
