import { addressName, readServicePath, titleName } from '../../model/addresses/service-path.ts'
import { sourceUrl } from '../../model/link.ts'
import type { Ref, WikiRef } from '../../model/ref.ts'

/** What service addresses refer to if their form does not say: see {@link addressName} and {@link titleName}. */
export type Addresses = ReadonlyMap<string, Ref>

/** Collects addresses that records state for themselves, and former titles of wikis. */
export class StatedAddresses {
  readonly #origins: readonly string[]
  readonly #stated = new Map<string, { ref: Ref; read: Ref | undefined }>()
  readonly #titles = new Map<string, Ref>()

  constructor(origins: readonly string[]) {
    this.#origins = origins
  }

  /** A record states its own address. */
  state(address: string, ref: Ref): void {
    const url = address ? sourceUrl(address, this.#origins) : undefined
    if (!url || url.pathname === '/') return
    const read = readServicePath(url.pathname)
    if (read && isSame(read, ref)) return
    const name = addressName(url.pathname)
    if (!this.#stated.has(name)) this.#stated.set(name, { ref, read })
  }

  /** The service returned a different title than the requested one. */
  rename(asked: WikiRef, ref: WikiRef): void {
    this.#titles.set(titleName(asked), ref)
  }

  /** All stated addresses except those that already resolve to another record of the site (`isThere`): these are never overridden. */
  known(isThere: (ref: Ref) => boolean): Addresses | undefined {
    const stated = [...this.#stated].flatMap(([name, { ref, read }]) => (read && isThere(read) ? [] : [[name, ref] as const]))
    const all = new Map([...this.#titles, ...stated])
    return all.size > 0 ? all : undefined
  }
}

function isSame(a: Ref, b: Ref): boolean {
  if (a.kind === 'guide' && b.kind === 'guide') return a.guideid === b.guideid
  return a.kind === 'wiki' && b.kind === 'wiki' && titleName(a) === titleName(b)
}
