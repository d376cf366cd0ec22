import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bytesNow } from '../../disk/read.ts'
import { sha256Of } from '../../disk/sha256.ts'
import { isSameTime } from '../../disk/stamp.ts'
import { readFileList } from '../../publish/file-list.ts'
import { readMarker } from '../../publish/marker.ts'
import { publishedFile } from '../../publish/not-found.ts'
import { reuse, type Staging } from '../../publish/staging.ts'
import { readState } from '../../publish/state-file.ts'
import { questionInWords, Replay } from '../../views/questions.ts'
import type { Site } from '../../views/site/site.ts'
import type { Asked } from '../../views/trace/trace.ts'
import type { MadePage } from '../page-maker.ts'
import type { Dependencies } from './part.ts'
import { askedIn, decodeState, type SiteState } from './site-state.ts'

interface Facts {
  staging: Staging
  hashes: ReadonlyMap<string, string>
  /** The numbers of questions whose answers have changed. */
  changed: ReadonlySet<number>
  changedMedia: ReadonlySet<number>
}

/** The previous site, and what has changed since. */
export class PreviousSite {
  readonly state: SiteState
  readonly #facts: Facts
  readonly #folders = new Map<string, boolean>()

  constructor(state: SiteState, facts: Facts) {
    this.state = state
    this.#facts = facts
  }

  /** True if all dependencies of a part are unchanged. */
  isSame({ dependencies, mediaLookups }: Dependencies): boolean {
    const { changed, changedMedia } = this.#facts
    return !dependencies.some((number) => changed.has(number)) && !mediaLookups.some((number) => changedMedia.has(number))
  }

  /** Reuses a page if rendering it would give the same. Undefined if not. */
  kept(file: string, given: string, languages: readonly string[]): MadePage | undefined {
    const page = this.state.pages.get(file)
    if (page?.given !== given || !this.isSame(page) || !this.keep(file, languages)) return undefined
    const media = page.media.flatMap((number) => this.state.media[number] ?? [])
    return { file, isPage: page.isPage, isKept: true, media, trace: { given, asked: this.asked(page), mediaLookups: page.mediaLookups } }
  }

  asked(part: Pick<Dependencies, 'dependencies'>): Asked {
    return askedIn(this.state.questions, part)
  }

  /** Reuses a file of the previous site. False if it has been changed. */
  keep(file: string, languages: readonly string[] = []): boolean {
    const published = publishedFile(file, languages)
    return this.#isAsItWas(published) && reuse(this.#facts.staging, published, file)
  }

  /** The text of a file of the previous site; undefined if it has been changed. */
  textOf(file: string): string | undefined {
    return this.bytesOf(file)?.toString()
  }

  /** Like {@link textOf}, as bytes. */
  bytesOf(file: string): Buffer | undefined {
    if (!this.#isOwnFolder(dirname(file))) return undefined
    const bytes = bytesNow(join(this.#facts.staging.earlier, file))
    return bytes && hash('sha256', bytes) === this.#facts.hashes.get(file) ? bytes : undefined
  }

  #isAsItWas(file: string): boolean {
    const stamp = this.state.stamps.get(file)
    const path = join(this.#facts.staging.earlier, file)
    const there = lstatSync(path, { throwIfNoEntry: false })
    if (!stamp || !there?.isFile() || there.size !== stamp[0] || !this.#isOwnFolder(dirname(file))) return false
    return isSameTime(there.mtimeMs, stamp[1]) || sha256Of(path) === this.#facts.hashes.get(file)
  }

  /** False for a folder that is a symbolic link, or below one: a build makes none. Checks each folder once. */
  #isOwnFolder(folder: string): boolean {
    if (folder === '.') return true
    const known = this.#folders.get(folder)
    if (known !== undefined) return known
    const isOwn =
      this.#isOwnFolder(dirname(folder)) &&
      lstatSync(join(this.#facts.staging.earlier, folder), { throwIfNoEntry: false })?.isDirectory() === true
    this.#folders.set(folder, isOwn)
    return isOwn
  }

  /** Why a page is not kept, in words; empty if it is. */
  reasons(file: string, given: string): string[] {
    const page = this.state.pages.get(file)
    if (!page) return ['It was not there before, or something on it could not be read.']
    const found = this.asked({ ...page, dependencies: page.dependencies.filter((number) => this.#facts.changed.has(number)) }).map(
      ([question]) => `Changed: ${questionInWords(question)}.`,
    )
    if (page.given !== given) found.push('Changed: what its path refers to.')
    if (page.mediaLookups.some((number) => this.#facts.changedMedia.has(number))) found.push('Changed: a picture or another medium.')
    if (!this.#isAsItWas(file)) found.push('Its file is not what it was.')
    return found
  }
}

/** The previous site, or a sentence why nothing of it can be kept; `isProblem` if it should be reported. */
export type Opened = { previous: PreviousSite } | { previous?: undefined; why: string; isProblem: boolean }

export async function openPrevious(staging: Staging, inputs: string, site: Site, mediaMarks: ReadonlyMap<number, string>): Promise<Opened> {
  const out = staging.earlier
  const marker = await readMarker(out)
  if (!marker) return nothing('There was no site before.', false)
  const read = readState(out)
  if (read === undefined) return nothing(`Nothing is known of how the site in ${out} was built: all pages are rendered.`)
  if (read === 'unusable') return nothing(`What is known of the site in ${out} is damaged, or of another version: all pages are rendered.`)
  const state = decodeState(read)
  if (!state) return nothing(`What is known of the site in ${out} is damaged: all pages are rendered.`)
  const list = await readFileList(out)
  if (state.files !== marker.files || typeof list !== 'object')
    return nothing(`What is known of the site in ${out} is of an earlier build: all pages are rendered.`)
  if (state.inputs !== inputs) return nothing('An option, a file of yours or Benchbook has changed: all pages are rendered.', false)
  const changed = await changedQuestions(site, state.questions)
  const numbers = [...new Set([...state.mediaMarks.keys(), ...mediaMarks.keys()])]
  const changedMedia = new Set(numbers.filter((number) => state.mediaMarks.get(number) !== mediaMarks.get(number)))
  return { previous: new PreviousSite(state, { staging, hashes: list.hashes, changed, changedMedia }) }
}

const nothing = (why: string, isProblem = true): Opened => ({ why, isProblem })

async function changedQuestions(site: Site, questions: SiteState['questions']): Promise<Set<number>> {
  const replay = new Replay(site)
  const changed = new Set<number>()
  for (const [number, [question, mark]] of questions.entries()) if ((await replay.markOf(question)) !== mark) changed.add(number)
  return changed
}
