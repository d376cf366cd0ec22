import { lookup as askSystem, type LookupAddress } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { RequestError } from '../errors.ts'

export type Resolve = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

const resolveBySystem: Resolve = (hostname, done) => askSystem(hostname, { all: true }, done)

/** Keeps a service from steering the crawl into the user's own network: checks the address that is actually connected to. */
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

  /** Throws the refusal of a host that a proxy is to connect to. A name with a dot that only the proxy can resolve passes. */
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
    `${where} is in a private network, and the service is not to lead there. If it is meant, add \`allowHost\` ${host}.`,
    { code: 'ERR_PRIVATE_NETWORK', option: 'allowHost', host },
  )
}

/** A host in comparable form: without the brackets of IPv6 and the trailing dot of a fully qualified name. */
const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Where an address leads: to this machine, to its network (or nowhere in particular), or to the internet. */
type Zone = 'loopback' | 'private' | 'public'

/** IANA's special-purpose registries (RFC 6890), Azure's host, link-local with the clouds' metadata, multicast, reserved. */
const PRIVATE_IPV4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
`

/** The same for IPv6: embeddings of IPv4, local NAT64, discard, Teredo, documentation, 6to4, local networks, multicast. */
const PRIVATE_IPV6 = `
  ::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10
  ff00::/8
`

/** NAT64 maps public and private IPv4 addresses into this network (RFC 6052). */
const NAT64 = '64:ff9b::'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const networksIn = (text: string): string[][] => Array.from(text.trim().split(/\s+/), (network) => network.split('/'))

// A BlockList of IPv4 networks also matches their IPv6-mapped forms.
const PRIVATE = new BlockList()
for (const [network = '', prefix] of networksIn(PRIVATE_IPV4)) {
  PRIVATE.addSubnet(network, Number(prefix), 'ipv4')
  PRIVATE.addSubnet(`${NAT64}${network}`, 96 + Number(prefix), 'ipv6')
}
for (const [network = '', prefix] of networksIn(PRIVATE_IPV6)) PRIVATE.addSubnet(network, Number(prefix), 'ipv6')

/** The zone of an IP address in the system's own form: dotted IPv4, or IPv6 with or without a scope (`fe80::1%eth0`). */
export function zoneOf(address: string): Zone {
  const bare = address.replace(/%.*/s, '')
  const family = isIPv6(bare) ? 'ipv6' : 'ipv4'
  if (LOOPBACK.check(bare, family)) return 'loopback'
  return PRIVATE.check(bare, family) ? 'private' : 'public'
}
