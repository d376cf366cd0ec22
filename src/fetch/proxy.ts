import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import { RequestError } from '../errors.ts'
import type { Guard } from './guard.ts'
import { errorOfNetwork } from './outcome.ts'

/** How requests reach their hosts: directly, or through the proxy that the environment names. */
export interface Route {
  dispatcher: Dispatcher
  /** Throws a {@link RequestError} where a host may not be asked. */
  admit: (url: string) => Promise<void>
  /** A failure of the network; where the request went through a proxy, the sentence and `host` name it. */
  errorOf: (url: string, cause: unknown) => RequestError
}

/**
 * The route of requests with the usual variables: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, or in small letters. A connection of our own is
 * guarded where it is made; a proxy resolves names by itself, so hosts are looked up before they are asked for.
 */
export function routeFor(guard: Guard, connectTimeoutMs: number, options: Omit<Agent.Options, 'connect'>): Route {
  const connect = guard.connector(connectTimeoutMs)
  const [http, https] = [variable('HTTP_PROXY'), variable('HTTPS_PROXY')]
  if (!http && !https) return { dispatcher: new Agent({ ...options, connect }), admit: async () => undefined, errorOf: errorOfNetwork }
  const admitted = new Map<string, Promise<void>>()
  return {
    dispatcher: new EnvHttpProxyAgent({ ...options, connect, proxyTls: { timeout: connectTimeoutMs } }),
    admit(url) {
      const { hostname } = new URL(url)
      const known = admitted.get(hostname) ?? guard.admit(hostname)
      admitted.set(hostname, known)
      return known
    },
    errorOf(url, cause) {
      const proxy = (new URL(url).protocol === 'https:' && https) || http
      const error = errorOfNetwork(url, cause)
      if (!proxy || cause instanceof RequestError) return error
      const { host = 'that' } = URL.parse(proxy.value) ?? {}
      const where = `through the proxy ${host} of ${proxy.name} unless NO_PROXY names the host`
      return new RequestError(error.outcome, `${error.message.replace(/\.$/, '')}, ${where}.`, { ...error.facts, host, cause })
    },
  }
}

function variable(name: string): { name: string; value: string } | undefined {
  const used = [name.toLowerCase(), name].find((spelling) => process.env[spelling] !== undefined)
  const value = used && process.env[used]
  return value ? { name: used, value } : undefined
}
