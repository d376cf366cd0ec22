import { hash, timingSafeEqual } from 'node:crypto'

/**
 * Who asks, by `Authorization: api TOKEN` (section 5). Without a token of its own the service takes none for right. What a browser tells a
 * proxy before the service (RFC 7617, RFC 7616) is passed on by many proxies, and is no token.
 */
export function visitorOf(authorization: string | undefined, token: string | undefined): 'anyone' | 'admin' | 'wrong token' {
  if (authorization === undefined || FOR_A_PROXY.test(authorization)) return 'anyone'
  const given = /^api\s+(\S+)$/i.exec(authorization)?.[1]
  // Hashes are of one length, so that comparing takes as long for any token.
  return given && token && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer')) ? 'admin' : 'wrong token'
}

const FOR_A_PROXY = /^\s*$|^(basic|digest) /i
