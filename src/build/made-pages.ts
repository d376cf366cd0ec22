import type { SearchDocument } from '../search/document.ts'
import { pageFile } from '../routes.ts'
import type { MissingWords } from '../views/missing-words.ts'
import type { MadePage } from './page-maker.ts'
import { isIn, type Shard } from './shards/shard.ts'

/** The pages made so far, for tasks that run in parallel with them. */
export class MadePages {
  /** The media files that they reference, relative to the site. */
  readonly media = new Set<string>()
  /** Words of records that are missing on the pages made so far. */
  readonly missing: MissingWords[] = []
  readonly #files = new Set<string>()
  readonly #shard: Shard | undefined
  readonly #waiting = new Map<string, () => void>()
  readonly #all = Promise.withResolvers<undefined>()
  /** True once all pages are made. */
  areAll = false

  /** The media files of kept pages, by file. */
  readonly kept = new Map<string, readonly string[]>()

  /** With a shard, pages of other shards are not awaited. */
  constructor(shard?: Shard) {
    this.#shard = shard
  }

  add({ file, media, isPage, isKept, missing }: MadePage): void {
    if (missing) this.missing.push(missing)
    if (isPage && isKept) this.kept.set(file, media)
    for (const path of media) this.media.add(path)
    this.#files.add(file)
    this.#waiting.get(file)?.()
  }

  /** All pages are made, or the build has failed. */
  end(): void {
    this.areAll = true
    this.#all.resolve(undefined)
    for (const wake of this.#waiting.values()) wake()
  }

  /** Resolves once all pages are made. */
  async untilAll(): Promise<void> {
    await this.#all.promise
  }

  /** Resolves once the page of a document is made, or all are. */
  async untilPageOf({ path, lang, isTranslation }: Pick<SearchDocument, 'path' | 'lang' | 'isTranslation'>): Promise<void> {
    const file = pageFile(path, isTranslation ? lang : '')
    if (this.areAll || this.#files.has(file) || !isIn(this.#shard, file)) return
    await new Promise<void>((wake) => this.#waiting.set(file, wake))
    this.#waiting.delete(file)
  }
}
