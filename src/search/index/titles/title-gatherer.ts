import type { SearchDocument } from '../../document.ts'
import { type IndexEntry, partOf } from '../../index-list.ts'
import { TitleFiles } from './title-files.ts'

/** Gathers the titles of a site, of which files are written where they are many. */
export class TitleGatherer {
  readonly #fewest: number
  readonly #parts = new Map<string, TitleFiles>()

  constructor(fewest: number) {
    this.#fewest = fewest
  }

  add(document: SearchDocument): void {
    const part = partOf(document)
    const files = this.#parts.get(part) ?? new TitleFiles(document.lang, document.isTranslation)
    this.#parts.set(part, files)
    files.add(document)
  }

  /** Writes the files into the index of a site, and their names into the entries. `ignoredIn` gives the words of a language that decide nothing. */
  async write(site: string, entries: readonly IndexEntry[], ignoredIn: (lang: string) => readonly string[]): Promise<void> {
    const counts = Array.from(this.#parts, ([part, { count }]) => (part === '' ? 0 : count))
    if ((this.#parts.get('')?.count ?? 0) + Math.max(0, ...counts) < this.#fewest) return
    for (const [part, files] of this.#parts) {
      const entry = entries.find((one) => partOf(one) === part)
      if (entry) entry.titles = await files.write(site, ignoredIn(entry.lang))
    }
  }
}
