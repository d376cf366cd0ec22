import type { CacheReader } from '../../cache/reader.ts'
import { baseOf } from '../endpoints.ts'

/** The former addresses of a service, which are mapped to the new ones. */
export class Moves {
  /** Former API bases, the newest first. */
  readonly bases: readonly string[]
  readonly #origin: string
  readonly #hosts: readonly string[]
  readonly #pattern: RegExp | undefined

  /** `base` is the API's; `named` are addresses from the options; the previous crawl knows others, including its own source. */
  constructor(base: string, named: readonly string[] = [], previous?: CacheReader) {
    this.#origin = new URL(base).origin
    const known = previous ? [previous.manifest.source, ...(previous.manifest.movedFrom ?? [])] : []
    this.bases = [...new Set([...named.map(baseOf), ...known])].filter((former) => new URL(former).origin !== this.#origin)
    this.#hosts = [...new Set(this.bases.map((former) => new URL(former).host))]
    const names = this.#hosts.map((host) => host.replace(/[.[\]]/g, '\\$&')).join('|')
    if (names) this.#pattern = new RegExp(`https?://(?:${names})(?![\\w.:-])`, 'gi')
  }

  /** Former origins, with either scheme. */
  origins(): string[] {
    return this.#hosts.flatMap((host) => [`https://${host}`, `http://${host}`]).filter((origin) => origin !== this.#origin)
  }

  /** An answer with the former addresses replaced by the new ones: a change of address alone is not a change. */
  inNewWords(answer: unknown): unknown {
    const pattern = this.#pattern
    return pattern
      ? JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
          typeof value === 'string' ? value.replace(pattern, this.#origin) : value,
        )
      : answer
  }

  /** The former addresses of a file. */
  formerly(url: string): string[] {
    if (!this.#pattern || !url.startsWith(`${this.#origin}/`)) return []
    return this.origins().map((origin) => origin + url.slice(this.#origin.length))
  }
}
