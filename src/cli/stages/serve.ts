import { once } from 'node:events'
import type { Config } from '../../config/options.ts'
import { type Served, serveConfigured } from '../../library/serve-site.ts'
import { inFlags, jsonInFlags } from '../terminal/flags.ts'
import { tellError } from './outcome.ts'

/** Serves a built site, and with `--api` its cache, until it is interrupted. With `--api` the site may be missing. */
export async function serve(config: Config, signal: AbortSignal): Promise<0> {
  const { site, host, json } = config
  const say = json ? console.error : console.log
  const served = await serveConfigured(config, { onError: tellError, onRefusedName: nameTeller() })
  if (served.isHeldBack) say(HELD_BACK)
  if (served.api && !site && reachesAll(host) && !served.isHeldBack) say(notForOthers(served.origin))
  if (served.mediaBase && !json) say(`Pictures, videos and documents come from ${served.mediaBase}`)
  if (json) console.log(jsonInFlags({ url: served.url, api: served.api }))
  else tellWhere(served, config)
  await once(signal, 'abort')
  await served.close()
  return 0
}

function tellWhere({ url, api }: Served, { cache, out, token }: Config): void {
  if (api) console.log(`Serving ${cache} at ${api}${token ? ', private records to anyone who has the token' : ''}`)
  console.log(url ? `Serving ${out} at ${url} (Ctrl+C stops it)` : `There is no site in ${out} to serve (Ctrl+C stops it)`)
}

/** The maximum number of reported names, since clients choose them. */
const MAX_NAMES_REPORTED = 20

/** Reports each name to the operator once. */
function nameTeller(): (name: string) => void {
  const reported = new Set<string>()
  return (name) => {
    if (reported.has(name) || reported.size >= MAX_NAMES_REPORTED) return
    reported.add(name)
    console.error(inFlags(`benchbook: A request for ${name} was refused. If this server goes by that name, add --host-name ${name}.`))
  }
}

const HELD_BACK = `The service of this site answers only requests with a token, so it is served to this machine alone (127.0.0.1, whatever --host says). Add --public to let others reach it.`

const notForOthers = (origin: string): string =>
  `Its answers name pictures and files at ${origin}, which no other machine reaches. Name the address at which others reach this one with --site.`

/** True for a listener at every address, which does not say at which of them others can reach it. */
const reachesAll = (host: string): boolean => host === '0.0.0.0' || host === '::'
