import { hash, timingSafeEqual } from 'node:crypto'

/**
 * The client's role, by `Authorization: api TOKEN` (section 5). If the service has no token, none is valid. Credentials for a proxy in
 * front of the service (RFC 7617, RFC 7616) are passed on by many proxies, and are not a token.
 */
export function visitorOf(authorization: string | undefined, token: string | undefined): 'anyone' | 'admin' | 'wrong token' {
  if (authorization === undefined || FOR_A_PROXY.test(authorization)) return 'anyone'
  const given = /^api\s+(\S+)$/i.exec(authorization)?.[1]
  // The hashes have equal length, so that the comparison takes constant time.
  return given && token && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer')) ? 'admin' : 'wrong token'
}

const FOR_A_PROXY = /^\s*$|^(basic|digest) /i
