import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../../disk/files-below.ts'
import { isCopy } from '../../publish/compress/texts.ts'
import { publishedFile } from '../../publish/not-found.ts'
import { INDEX_FOLDER } from '../../search/index-list.ts'
import type { MadePage } from '../page-maker.ts'
import type { Part } from './part.ts'
import type { SearchPart } from './search-part.ts'
import { type EarlierPart, encodeState, Numbers, type PagePart, Questions, type Stamp, type TracedPart } from './site-state.ts'

/** Collects what a build learns of its site for the next one. */
export class StateMaker {
  readonly #questions = new Questions()
  readonly #media = new Numbers<string>()
  readonly #pages = new Map<string, PagePart>()
  /** Undefined where the index is to be made again. */
  search: SearchPart | undefined

  addPage({ file, isPage, media, trace }: MadePage): void {
    if (!trace) return
    const shown = media.map((path) => this.#media.of(path, path))
    this.#pages.set(file, { given: trace.given, isPage, media: shown, ...this.#questions.part(trace) })
  }

  /** What was asked for a search document. */
  part(made: TracedPart | EarlierPart): Part {
    return this.#questions.part(made)
  }

  /** The state of the site in a folder, as it is written. `files` is the digest of its list. */
  async stateOf(
    site: string,
    facts: { inputs: string; files: string; mediaMarks: ReadonlyMap<number, string>; languages: readonly string[] },
  ): Promise<unknown> {
    const { languages, ...rest } = facts
    const files = Array.from(this.#pages.keys(), (file) => publishedFile(file, languages))
    // Copies are kept where there is what they are of, by what makes them.
    if (this.search) for await (const file of filesBelow(site, INDEX_FOLDER)) if (!isCopy(file)) files.push(file)
    const stamps = new Map<string, Stamp>()
    for (const file of files) {
      const stats = lstatSync(join(site, file), { throwIfNoEntry: false })
      if (stats?.isFile()) stamps.set(file, [stats.size, stats.mtimeMs])
    }
    const { all: media } = this.#media
    return encodeState({ ...rest, questions: this.#questions.all, media, pages: this.#pages, search: this.search, stamps })
  }
}
