import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import { RequestError, sentence, UsageError } from '../errors.ts'
import type { Guard } from './guard.ts'
import { errorOfNetwork } from './outcome.ts'

/** How requests reach their hosts: directly, or through the proxy that the environment names. */
export interface Route {
  dispatcher: Dispatcher
  /** Throws a {@link RequestError} if a host must not be contacted. */
  admit: (url: string) => Promise<void>
  /** The error for a network failure, which names the proxy if there is one. A {@link UsageError} if the proxy requires a password. */
  errorOf: (url: string, cause: unknown) => RequestError | UsageError
}

/** The route by HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in either case. A proxy resolves names: hosts are checked before requests. */
export function routeFor(guard: Guard, connectTimeoutMs: number, options: Omit<Agent.Options, 'connect'>): Route {
  const connect = guard.connector(connectTimeoutMs)
  const [http, https] = [variable('HTTP_PROXY'), variable('HTTPS_PROXY')]
  if (!http && !https) return { dispatcher: new Agent({ ...options, connect }), admit: async () => undefined, errorOf: errorOfNetwork }
  const proxyFor = (url: string) => (new URL(url).protocol === 'https:' && https) || http
  const admitted = new Map<string, Promise<void>>()
  return {
    dispatcher: new EnvHttpProxyAgent({
      ...options,
      connect,
      proxyTls: { timeout: connectTimeoutMs },
      ...(http && { httpProxy: http.url.href }),
      ...(https && { httpsProxy: https.url.href }),
    }),
    admit(url) {
      const { hostname } = new URL(url)
      const known = admitted.get(hostname) ?? guard.admit(hostname)
      admitted.set(hostname, known)
      return known
    },
    errorOf(url, cause) {
      const proxy = proxyFor(url)
      const error = errorOfNetwork(url, cause)
      if (!proxy || cause instanceof RequestError) return error
      const { host } = proxy.url
      const status = Number(/^Proxy \D*\((\d{3})\)/.exec(sentence(cause))?.[1] ?? 0)
      if (status === 407) {
        const wanted = `wants ${proxy.url.password ? 'another' : 'a'} name and password (407)`
        const how = `Write them into ${proxy.name}, as in http://NAME:PASSWORD@${host}.`
        return new UsageError(`The proxy ${host} of ${proxy.name} ${wanted}. ${how}`, { code: 'ERR_PROXY' })
      }
      const named = `the proxy ${host} of ${proxy.name}`
      if (status > 0) return new RequestError('failed', `${url}: ${named} does not connect to it (${status}).`, { url, host, status })
      const where = `through ${named} unless NO_PROXY names the host`
      return new RequestError(error.outcome, `${error.message.replace(/\.$/, '')}, ${where}.`, { ...error.facts, host, cause })
    },
  }
}

interface Proxy {
  /** The variable's name. */
  name: string
  url: URL
}

/** As for curl, a proxy's address may lack its scheme. It is never printed, since it may contain a password. */
function variable(name: string): Proxy | undefined {
  const used = [name.toLowerCase(), name].find((spelling) => process.env[spelling] !== undefined)
  const value = used && process.env[used]
  if (!value) return undefined
  const url = URL.parse(/^[a-z][\w+.-]*:\/\//i.test(value) ? value : `http://${value}`)
  if (url && /^https?:$/.test(url.protocol)) return { name: used, url }
  throw new UsageError(`${used} is no address of a proxy for HTTP. Write it as http://proxy.example.org:8080.`, { code: 'ERR_PROXY' })
}
