import type { MissingWords } from '../views/missing-words.ts'
import type { MadeDocument } from '../views/search/made-documents.ts'
import type { MadePage } from './page-maker.ts'

/** The pages made so far, for tasks that run in parallel with them. */
export class MadePages {
  /** The media files that they reference, relative to the site. */
  readonly media = new Set<string>()
  /** Words of records that are missing on the pages made so far. */
  readonly missing: MissingWords[] = []
  readonly #files = new Set<string>()
  /** Those of made pages that have not been taken yet. */
  readonly #documents = new Map<string, MadeDocument>()
  readonly #waiting = new Map<string, () => void>()
  readonly #all = Promise.withResolvers<undefined>()
  /** True once all pages are made. */
  areAll = false

  /** The SHA-256 of pages, in hex, by file. */
  readonly hashes = new Map<string, string>()
  /** The media files of kept pages, by file. */
  readonly kept = new Map<string, readonly string[]>()

  add({ file, media, isPage, isKept, missing, document, sha256 }: MadePage): void {
    if (sha256) this.hashes.set(file, sha256)
    if (document) this.#documents.set(file, document)
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

  /** The document that was made with a page, once; undefined if the page was kept, or was not made. */
  async documentOf(file: string): Promise<MadeDocument | undefined> {
    if (!this.areAll && !this.#files.has(file)) await new Promise<void>((wake) => this.#waiting.set(file, wake))
    this.#waiting.delete(file)
    const document = this.#documents.get(file)
    this.#documents.delete(file)
    return document
  }
}
