import type { SearchDocument } from '../search/document.ts'
import { pageFile } from '../routes.ts'
import type { MissingWords } from '../views/missing-words.ts'
import type { MadePage } from './page-maker.ts'
import { isIn, type Shard } from './shards/shard.ts'

/** The pages of a build that have been made so far, for what is done beside them. */
export class MadePages {
  /** The media files that they show, relative to the site. */
  readonly media = new Set<string>()
  /** What pages lack of their records, of those that were made. */
  readonly missing: MissingWords[] = []
  readonly #files = new Set<string>()
  readonly #shard: Shard | undefined
  readonly #waiting = new Map<string, () => void>()
  readonly #all = Promise.withResolvers<undefined>()
  /** True when no more pages come. */
  areAll = false

  /** The media files of the pages that were there before, by file. */
  readonly kept = new Map<string, readonly string[]>()

  /** Of a shard: pages of others do not come. */
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

  /** No more pages come, or none that anybody should wait for. */
  end(): void {
    this.areAll = true
    this.#all.resolve(undefined)
    for (const wake of this.#waiting.values()) wake()
  }

  /** Resolves when no more pages come. */
  async untilAll(): Promise<void> {
    await this.#all.promise
  }

  /** Resolves when the page of a document has been made, or all have. */
  async untilPageOf({ path, lang, isTranslation }: Pick<SearchDocument, 'path' | 'lang' | 'isTranslation'>): Promise<void> {
    const file = pageFile(path, isTranslation ? lang : '')
    if (this.areAll || this.#files.has(file) || !isIn(this.#shard, file)) return
    await new Promise<void>((wake) => this.#waiting.set(file, wake))
    this.#waiting.delete(file)
  }
}
