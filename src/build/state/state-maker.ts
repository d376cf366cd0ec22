import { lstatSync } from 'node:fs'
import { publishedFile } from '../../publish/not-found.ts'
import type { SiteFiles } from '../../publish/overlay.ts'
import { INDEX_FOLDER } from '../../search/index-list.ts'
import type { Asked } from '../../views/trace/trace.ts'
import type { MadePage } from '../page-maker.ts'
import type { Dependencies } from './part.ts'
import type { SearchPart } from './search-part.ts'
import { encodeState, Numbers, type PagePart, Questions, type Stamp } from './site-state.ts'

/** Collects the state of a site during its build. */
export class StateMaker {
  readonly #questions = new Questions()
  readonly #media = new Numbers<string>()
  readonly #pages = new Map<string, PagePart>()
  /** Undefined if the index must be made again. */
  search: SearchPart | undefined

  addPage({ file, isPage, media, trace }: MadePage): void {
    if (!trace) return
    const shown = media.map((path) => this.#media.of(path, path))
    this.#pages.set(file, { given: trace.given, isPage, media: shown, ...this.#questions.part(trace.asked, trace.mediaLookups) })
  }

  /** The dependencies of a search document. */
  part(asked: Asked, mediaLookups: readonly number[]): Dependencies {
    return this.#questions.part(asked, mediaLookups)
  }

  /** The state of a site, serialized. `files` is the digest of its file list. */
  async stateOf(
    { at, below }: SiteFiles,
    facts: { inputs: string; files: string; mediaMarks: ReadonlyMap<number, string>; languages: readonly string[] },
  ): Promise<unknown> {
    const { languages, ...rest } = facts
    const files = Array.from(this.#pages.keys(), (file) => publishedFile(file, languages))
    if (this.search) files.push(...(await Array.fromAsync(below(INDEX_FOLDER))))
    const stamps = new Map<string, Stamp>()
    for (const file of files) {
      const stats = lstatSync(at(file), { throwIfNoEntry: false })
      if (stats?.isFile()) stamps.set(file, [stats.size, stats.mtimeMs])
    }
    const { all: media } = this.#media
    return encodeState({ ...rest, questions: this.#questions.all, media, pages: this.#pages, search: this.search, stamps })
  }
}
