import { existsSync } from 'node:fs'
import { cacheStamp } from '../../cache/changed.ts'
import type { Config } from '../../config/options.ts'
import { oneStamp } from '../../disk/stamp.ts'
import { upToDateSite } from '../../publish/changes-file.ts'
import { readFileList } from '../../publish/file-list.ts'
import { hasHostFiles } from '../../publish/hosts/beside.ts'
import { mediaFolderOf } from '../../publish/media-folder.ts'
import { readStill } from '../../publish/state-file.ts'

/**
 * Tells at once that a build would change nothing: its inputs are as they were, and so are, by their lengths and times, all files of the cache and of the
 * site. Otherwise the build goes on, and asks again whatever pages have asked. `ifChanged` believes the manifest of the cache, and looks at no file.
 */
export class UpToDateCheck {
  readonly #config: Config
  readonly #facts: { product: string; inputs: string }
  readonly #signal: AbortSignal | undefined
  /** When this build looked at the cache, and what it found. */
  #looked: { atMs: number; cache: string } | undefined

  constructor(config: Config, facts: { product: string; inputs: string }, signal?: AbortSignal) {
    this.#config = config
    this.#facts = facts
    this.#signal = signal
  }

  /** The site in `out` where a build would make just that; undefined where it has to be built. */
  async upToDateSite(): ReturnType<typeof upToDateSite> {
    const { ifChanged, renderAll, explain, out, target, mediaBase } = this.#config
    if (ifChanged)
      return (await hasHostFiles(out, target)) && (mediaBase === '' || existsSync(mediaFolderOf(out)))
        ? upToDateSite(out, this.#facts)
        : undefined
    // What lies beside a site is not stamped, and an interrupted build has left something to put right.
    if (renderAll || explain || target.length > 0 || mediaBase !== '' || existsSync(`${out}.building`)) return undefined
    return upToDateSite(out, this.#facts, (out, stamp) => this.#isStill(out, stamp))
  }

  async #isStill(out: string, stamp: string): Promise<boolean> {
    const word = await readStill(out)
    const atMs = Number(word.split(':')[0])
    if (!(atMs > 0) || typeof (await readFileList(out)) !== 'object') return false
    return word === this.#word(atMs, stamp, await cacheStamp(this.#config.cache, atMs, this.#signal))
  }

  /** To be called before a build reads anything that it shows: what is written later differs from what was looked at. */
  async look(): Promise<void> {
    if (this.#config.ifChanged) return
    const atMs = Date.now()
    this.#looked = { atMs, cache: await cacheStamp(this.#config.cache, atMs, this.#signal) }
  }

  /** What the next build is to find beside a site of this stamp; undefined where this one has not looked at the cache. */
  snapshotFor(stamp: string): string | undefined {
    return this.#looked && this.#word(this.#looked.atMs, stamp, this.#looked.cache)
  }

  #word(atMs: number, stamp: string, cache: string): string {
    return `${atMs}:${oneStamp([this.#facts.product, this.#facts.inputs, cache, stamp])}`
  }
}
