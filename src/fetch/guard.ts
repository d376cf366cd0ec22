import { lookup as askSystem, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { RequestError } from '../errors.ts'
import { type Zone, zoneOf } from './zone.ts'

/** Finds the addresses of a name; the system's own way unless a test wants another. */
export type Resolve = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveBySystem: Resolve = (hostname, done) => askSystem(hostname, { all: true }, done)

/**
 * Keeps what a service says from steering the crawl into the user's own network. Judges the very addresses that a connection is made
 * to, so that neither a name that resolves differently the second time nor another spelling of an address gets round it.
 */
export class Guard {
  readonly #source: string
  readonly #allowed: ReadonlySet<string>
  readonly #resolve: Resolve
  /** Where the source lives, settled when it is first connected to; a public name does not become a private one later. */
  #zone: Zone | undefined

  /** `source` is the address that the person named; `allowed` are hosts that they vouch for. */
  constructor(source: string, allowed: readonly string[] = [], resolve = resolveBySystem) {
    this.#source = bareHost(new URL(source).hostname)
    this.#allowed = new Set(allowed.map((host) => bareHost(host.toLowerCase())))
    this.#resolve = resolve
  }

  /** Makes undici's connections; one that is refused ends in a {@link RequestError} of the outcome `refused`. */
  connector(timeoutMs: number): buildConnector.connector {
    const connect = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: this.#lookup })
    return (options, callback) => {
      const host = bareHost(options.hostname)
      // Only names are looked up: an address is connected to as it is.
      if (isIP(host) && this.#permitted(host, [{ address: host, family: isIP(host) }]).length === 0)
        return callback(refusal(host, [host]), null)
      connect(options, callback)
    }
  }

  readonly #lookup: LookupFunction = (hostname, { all }, callback) => {
    this.#resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '')
      const permitted = this.#permitted(bareHost(hostname), addresses)
      const [first] = permitted
      if (!first)
        return callback(
          refusal(
            hostname,
            addresses.map(({ address }) => address),
          ),
          '',
        )
      if (all) callback(null, permitted)
      else callback(null, first.address, first.family)
    })
  }

  /** Those of a host's addresses that may be connected to. */
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

function refusal(host: string, addresses: readonly string[]): RequestError {
  const where = addresses.every((address) => address === host) ? host : `${host} (${addresses.join(', ')})`
  return new RequestError(
    'refused',
    `${where} lies in a private network, and the service is not to lead there. If it is meant, add --allow-host ${host}.`,
  )
}

/** A host as it is compared: without the brackets of IPv6 and the dot that ends a whole name. */
const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '').replace(/\.$/, '')
