import { existsSync } from 'node:fs'
import { cacheStamp } from '../../cache/changed.ts'
import type { Config } from '../../config/options.ts'
import { digestOf, isStamp, type Stamp, stampText } from '../../disk/stamp.ts'
import { upToDateSite } from '../../publish/changes-file.ts'
import { hasHostFiles } from '../../publish/hosts/hosts.ts'
import { mediaFolderOf } from '../../publish/folders-beside.ts'
import { readStill } from '../../publish/state-file.ts'

/**
 * Detects early that a build would change nothing: its inputs are unchanged, and so are, by size and time, all files of the cache and of
 * the site. Otherwise the build continues and repeats the questions of all pages. `ifChanged` trusts the cache's manifest and checks no
 * file.
 */
export class UpToDateCheck {
  readonly #config: Config
  readonly #facts: { product: string; inputs: string }
  readonly #digest: string
  readonly #signal: AbortSignal | undefined
  /** When this build examined the cache, and the result. */
  #looked: { atMs: number; cache: Stamp } | undefined

  constructor(config: Config, facts: { product: string; inputs: string }, signal?: AbortSignal) {
    this.#config = config
    this.#facts = facts
    this.#digest = digestOf([facts.product, facts.inputs])
    this.#signal = signal
  }

  /** The site in `out` if it is up to date; undefined if it must be built. */
  async upToDateSite(): ReturnType<typeof upToDateSite> {
    const { ifChanged, renderAll, explain, out, target, mediaBase } = this.#config
    if (ifChanged)
      return (await hasHostFiles(out, target)) && (mediaBase === '' || existsSync(mediaFolderOf(out)))
        ? upToDateSite(out, this.#facts)
        : undefined
    // Files next to a site are not stamped, and an interrupted build must be cleaned up.
    if (renderAll || explain || target.length > 0 || mediaBase !== '' || existsSync(`${out}.building`)) return undefined
    return upToDateSite(out, this.#facts, (out, stamp) => this.#isStill(out, stamp))
  }

  async #isStill(out: string, site: Stamp): Promise<boolean> {
    const [at, facts, noted = '', notedSite = ''] = readStill(out).split(':')
    const atMs = Number(at)
    if (!(atMs > 0) || facts !== this.#digest) return false
    return isStamp(site, notedSite) && isStamp(await cacheStamp(this.#config.cache, atMs, this.#signal), noted)
  }

  /** Must be called before a build reads its input, so that later writes are detected. */
  async look(): Promise<void> {
    if (this.#config.ifChanged) return
    const atMs = Date.now()
    this.#looked = { atMs, cache: await cacheStamp(this.#config.cache, atMs, this.#signal) }
  }

  /** The snapshot stored next to a site with this stamp; undefined if this build did not examine the cache. */
  snapshotFor(site: Stamp): string | undefined {
    return this.#looked && `${this.#looked.atMs}:${this.#digest}:${stampText(this.#looked.cache)}:${stampText(site)}`
  }
}
