import { hash } from 'node:crypto'
import { partOf } from '../../index-list.ts'
import type { TitledPage } from '../indexed-page.ts'
import { TitleFiles } from './title-files.ts'

/** The written files of titles: plain data. */
export interface WrittenTitles {
  /** Differs for different titles. */
  mark: string
  /** The name of the title list, by the group that is searched together. */
  lists: readonly (readonly [part: string, list: string])[]
}

/** The titles of a site, which are written to files of their own if they are many. */
export class TitleGatherer {
  readonly #fewest: number
  readonly #parts: ReadonlyMap<string, readonly TitledPage[]>

  constructor(fewest: number, pages: readonly TitledPage[]) {
    this.#fewest = fewest
    this.#parts = Map.groupBy(pages, partOf)
  }

  /** See {@link WrittenTitles}. */
  get mark(): string {
    const titles = Array.from(this.#parts, ([part, pages]) => [
      part,
      pages.map(({ title, path, lang, translatedInto, kind, isArchived }) => [title, path, lang, translatedInto, kind, isArchived]),
    ])
    return hash('sha256', JSON.stringify(titles), 'base64url')
  }

  /** Writes the files into the index of a site. `ignoredIn` returns the function words of a language. */
  async write(site: string, ignoredIn: (lang: string) => readonly string[]): Promise<WrittenTitles> {
    const { mark } = this
    const counts = Array.from(this.#parts, ([part, { length }]) => (part === '' ? 0 : length))
    if ((this.#parts.get('')?.length ?? 0) + Math.max(0, ...counts) < this.#fewest) return { mark, lists: [] }
    const lists: [string, string][] = []
    for (const [part, pages] of this.#parts) {
      const [{ lang, isTranslation } = { lang: '', isTranslation: false }] = pages
      const files = new TitleFiles(lang, isTranslation)
      for (const page of pages) files.add(page)
      lists.push([part, await files.write(site, ignoredIn(lang))])
    }
    return { mark, lists }
  }
}
