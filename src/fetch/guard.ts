import { lookup as askSystem, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { RequestError } from '../errors.ts'
import { type Zone, zoneOf } from './zone.ts'

/** Resolves a name to addresses; the system's resolver except in tests. */
export type Resolve = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveBySystem: Resolve = (hostname, done) => askSystem(hostname, { all: true }, done)

/**
 * Keeps a service from steering the crawl into the user's own network. Checks the IP address that is actually connected to, so neither
 * a name that resolves differently the second time nor another spelling of an address bypasses it.
 */
export class Guard {
  readonly #source: string
  readonly #allowed: ReadonlySet<string>
  readonly #resolve: Resolve
  /** The zone of the source, fixed at the first connection: a public name must not become private later. */
  #zone: Zone | undefined

  /** `source` is the address that the operator named; `allowed` are hosts that the operator trusts. */
  constructor(source: string, allowed: readonly string[] = [], resolve = resolveBySystem) {
    this.#source = bareHost(new URL(source).hostname)
    this.#allowed = new Set(allowed.map((host) => bareHost(host.toLowerCase())))
    this.#resolve = resolve
  }

  /** Connects for undici; a refused connection fails with a {@link RequestError} of the outcome `refused`. */
  connector(timeoutMs: number): buildConnector.connector {
    const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: this.#lookup })
    return (options, callback) => {
      const host = bareHost(options.hostname)
      // Only names are resolved: an IP address is connected to directly.
      if (isIP(host) && this.#permitted(host, [{ address: host, family: isIP(host) }]).length === 0)
        return callback(refusal(host, [host]), null)
      connect(options, callback)
    }
  }

  /**
   * Throws the refusal of a host that a proxy is to connect to. A name that only the proxy can resolve passes, as its own rules decide
   * then; one without a dot means a host of the proxy's own network.
   */
  admit(hostname: string): Promise<void> {
    const host = bareHost(hostname)
    return new Promise((resolve, reject) => {
      const decide = (addresses: readonly LookupAddress[]) =>
        this.#permitted(host, addresses).length > 0 ? resolve() : reject(refusal(host, addressesOf(addresses)))
      if (isIP(host)) return decide([{ address: host, family: isIP(host) }])
      this.#resolve(host, (error, addresses) => {
        if (!error) decide(addresses)
        else if (host.includes('.') || host === this.#source || this.#allowed.has(host)) resolve()
        else reject(refusal(host, ['unknown here']))
      })
    })
  }

  readonly #lookup: LookupFunction = (hostname, { all }, callback) => {
    this.#resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '')
      const permitted = this.#permitted(bareHost(hostname), addresses)
      const [first] = permitted
      if (!first) return callback(refusal(hostname, addressesOf(addresses)), '')
      if (all) callback(null, permitted)
      else callback(null, first.address, first.family)
    })
  }

  /** The host's addresses that may be connected to. */
  #permitted(host: string, addresses: readonly LookupAddress[]): LookupAddress[] {
    const zones = addresses.map(({ address }) => zoneOf(address))
    if (host === this.#source) this.#zone ??= zones.find((zone) => zone === 'public') ?? zones[0]
    return addresses.filter((_, index) => this.#isOpen(host, zones[index]))
  }

  #isOpen(host: string, zone: Zone | undefined): boolean {
    if (zone === 'public' || this.#allowed.has(host)) return true
    return zone === this.#zone && (zone === 'loopback' || host === this.#source)
  }
}

const addressesOf = (found: readonly LookupAddress[]): string[] => found.map(({ address }) => address)

function refusal(host: string, addresses: readonly string[]): RequestError {
  const where = addresses.every((address) => address === host) ? host : `${host} (${addresses.join(', ')})`
  return new RequestError(
    'refused',
    `${where} lies in a private network, and the service is not to lead there. If it is meant, add \`allowHost\` ${host}.`,
    { code: 'ERR_PRIVATE_NETWORK', option: 'allowHost', host },
  )
}

/** A host in comparable form: without the brackets of IPv6 and the trailing dot of a fully qualified name. */
const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
