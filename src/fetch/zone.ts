import { BlockList, isIPv6 } from 'node:net'

/** Where an address leads: to this machine, to its network (or nowhere in particular), or to the internet. */
export type Zone = 'loopback' | 'private' | 'public'

/**
 * IANA's special-purpose registries (RFC 6890): this network, private, shared (CGNAT), the host of Azure's machines, link-local with the
 * clouds' metadata, test nets, multicast, reserved.
 */
const PRIVATE_IPV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * Unspecified, loopback and old embeddings of IPv4, IPv4 as a translator writes it, local NAT64, discard, Teredo and the protocols' block,
 * documentation, 6to4, unique local, link- and site-local, multicast.
 */
const PRIVATE_IPV6: readonly [string, number][] = [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

/** NAT64 maps public and private IPv4 addresses into this network (RFC 6052). */
const NAT64 = '64:ff9b::'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

// A BlockList of IPv4 networks also matches their IPv6-mapped forms.
const PRIVATE = new BlockList()
for (const [network, prefix] of PRIVATE_IPV4) {
  PRIVATE.addSubnet(network, prefix, 'ipv4')
  PRIVATE.addSubnet(`${NAT64}${network}`, 96 + prefix, 'ipv6')
}
for (const [network, prefix] of PRIVATE_IPV6) PRIVATE.addSubnet(network, prefix, 'ipv6')

/** The zone of an IP address in the system's own form: dotted IPv4, or IPv6 with or without a scope (`fe80::1%eth0`). */
export function zoneOf(address: string): Zone {
  const bare = address.replace(/%.*/s, '')
  const family = isIPv6(bare) ? 'ipv6' : 'ipv4'
  if (LOOPBACK.check(bare, family)) return 'loopback'
  return PRIVATE.check(bare, family) ? 'private' : 'public'
}
