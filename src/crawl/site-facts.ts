import { asGuideSummary } from './lists/items.ts'
import type { RecordKey } from '../cache/layout.ts'

/** What the guides of a service say about it: its public address and its language. */
export class SiteFacts {
  readonly #source: string
  readonly #origins = new Map<string, number>()
  readonly #locales = new Map<string, number>()
  readonly #tagged = new Set<number>()
  readonly #formerly: readonly string[]
  #sorted: string[] | undefined

  /** `source` is the API's base, `formerly` are former origins. */
  constructor(source: string, formerly: readonly string[]) {
    this.#formerly = formerly
    this.#source = new URL(source).origin
  }

  /** Reads an item of a list of guides. */
  learn(item: unknown): void {
    const guide = asGuideSummary(item)
    if (!guide) return
    if (guide.tags) this.#tagged.add(guide.guideid)
    if (guide.locale) increment(this.#locales, guide.locale)
    if (!/^https?:\/\//.test(guide.url) || !URL.canParse(guide.url)) return
    increment(this.#origins, new URL(guide.url).origin)
    this.#sorted = undefined
  }

  /** Origins whose links are links to records: the one of most guides, then others, then the source, then former ones. */
  origins(): readonly string[] {
    return (this.#sorted ??= [...new Set([...byFrequency(this.#origins), this.#source, ...this.#formerly])])
  }

  /** The language of most guides. */
  lang(): string {
    return byFrequency(this.#locales)[0] ?? 'en'
  }

  /** True if a list contains the guide's tags, so they need not be requested. */
  namesTags({ id }: RecordKey): boolean {
    return this.#tagged.has(Number(id))
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function byFrequency(counts: Map<string, number>): string[] {
  return [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key)
}
