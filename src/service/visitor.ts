import { hash, timingSafeEqual } from 'node:crypto'

/** Who asks, by `Authorization: api TOKEN` (section 5). Without a token of its own the service takes none for right. */
export function visitorOf(authorization: string | undefined, token: string | undefined): 'anyone' | 'admin' | 'wrong token' {
  if (authorization === undefined) return 'anyone'
  const given = /^api\s+(\S+)$/i.exec(authorization)?.[1]
  // Hashes are of one length, so that comparing takes as long for any token.
  return given && token && timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer')) ? 'admin' : 'wrong token'
}
