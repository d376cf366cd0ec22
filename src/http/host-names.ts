import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Answerer } from './guarded-server.ts'

/**
 * Answers 421 to requests for another host: a page on a foreign name that resolves to this machine (DNS rebinding) must not read anything.
 * Numeric addresses, the names of the loopback address, that of this machine and `names` are accepted. `onRefused` is called with each
 * other name, limited to printable letters.
 */
export function onlyOwnNames(names: readonly string[], answer: Answerer, onRefused?: (name: string) => void): Answerer {
  const own = new Set([...names, 'localhost', hostname(), `${hostname()}.local`].map((name) => name.toLowerCase()))
  return (request, response) => {
    toOriginForm(request)
    const name = nameOf(request)
    if (name === undefined || own.has(name) || name.endsWith('.localhost') || isIP(name)) return answer(request, response)
    const shown = name.replace(/[^\w.:-]/g, '?').slice(0, 100)
    response
      .writeHead(421, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(`This server does not go by the name ${shown}. Its operator can add that name to those that it answers to.\n`)
    onRefused?.(shown)
    return undefined
  }
}

/** An absolute-form target, as sent by a client behind a proxy, is parsed into host and path, which override `Host` (RFC 9112, 3.2.2). */
function toOriginForm(request: IncomingMessage): void {
  const [, authority, target = ''] = /^https?:\/\/([^/?#]*)((?:[/?#].*)?)$/i.exec(request.url ?? '') ?? []
  if (authority === undefined) return
  request.headers.host = authority
  request.url = target.startsWith('/') ? target : `/${target}`
}

/** The name in the `Host` header, without port and brackets; undefined if there is none, as in HTTP/1.0. */
function nameOf({ headers: { host } }: IncomingMessage): string | undefined {
  return host
    ?.toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
