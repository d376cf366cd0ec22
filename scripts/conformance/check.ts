import type { Known } from './known.ts'
import { NotShown } from './law.ts'
import type { Peer } from './peer.ts'

/** A law that a client relies on. `run` throws a {@link Mismatch} or {@link NotShown}; whatever it asks for, it has learned from the service. */
export interface Check {
  name: string
  run: (peer: Peer, known: Known) => Promise<unknown>
}

/** Throws {@link NotShown} when the service has not got an endpoint at all. */
export async function isThere(peer: Peer, path: string): Promise<void> {
  if ((await peer.ask(path)).status === 404) throw new NotShown(`the service has no ${path}`)
}
