import type { CacheReader } from '../../cache/reader.ts'
import { baseOf } from '../endpoints.ts'

/** Where a service was before it moved: its old addresses stand for the new ones. */
export class Moves {
  /** Bases of the API, the newest first. */
  readonly bases: readonly string[]
  readonly #origin: string
  readonly #hosts: readonly string[]
  readonly #pattern: RegExp | undefined

  /** `base` is the API's; `named` are addresses that the person names; the last crawl knows others, its own source among them. */
  constructor(base: string, named: readonly string[] = [], previous?: CacheReader) {
    this.#origin = new URL(base).origin
    const known = previous ? [previous.manifest.source, ...(previous.manifest.movedFrom ?? [])] : []
    this.bases = [...new Set([...named.map(baseOf), ...known])].filter((former) => new URL(former).origin !== this.#origin)
    this.#hosts = [...new Set(this.bases.map((former) => new URL(former).host))]
    const names = this.#hosts.map((host) => host.replace(/[.[\]]/g, '\\$&')).join('|')
    if (names) this.#pattern = new RegExp(`https?://(?:${names})(?![\\w.:-])`, 'gi')
  }

  /** Old origins, with either scheme. */
  origins(): string[] {
    return this.#hosts.flatMap((host) => [`https://${host}`, `http://${host}`]).filter((origin) => origin !== this.#origin)
  }

  /** An answer with the old addresses in it replaced by the new ones: what only names another address is the same. */
  inNewWords(answer: unknown): unknown {
    const pattern = this.#pattern
    return pattern
      ? JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
          typeof value === 'string' ? value.replace(pattern, this.#origin) : value,
        )
      : answer
  }

  /** The former address of a file. */
  formerly(url: string): string[] {
    if (!this.#pattern || !url.startsWith(`${this.#origin}/`)) return []
    return this.origins().map((origin) => origin + url.slice(this.#origin.length))
  }
}
