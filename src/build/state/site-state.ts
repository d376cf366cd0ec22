import type { Asked } from '../../views/trace/trace.ts'
import { decodePart, type EncodedPart, encodePart, type Part } from './part.ts'
import { decodeSearch, encodeSearch, type SearchPart } from './search-part.ts'

export interface PagePart extends Part {
  /** What the page was given beside its path. */
  given: string
  isPage: boolean
  /** The media files that it shows, by number. */
  media: readonly number[]
}

/** What a build knows of the site that it has made. */
export interface SiteState {
  /** What every page depends on: see inputs.ts. */
  inputs: string
  /** The digest of the site's files, as in its marker. */
  files: string
  questions: readonly (readonly [question: string, mark: string])[]
  /** What tells media from others, by number of their addresses. */
  mediaMarks: ReadonlyMap<number, string>
  /** Media files, relative to the site. */
  media: readonly string[]
  /** Those that can be kept, by file. */
  pages: ReadonlyMap<string, PagePart>
  /** Undefined if the search index is to be made again. */
  search: SearchPart | undefined
  /** Size and time of the files that may be kept. */
  stamps: ReadonlyMap<string, Stamp>
}

export type Stamp = readonly [size: number, mtimeMs: number]

/** Gives things that come again and again a number. */
export class Numbers<T> {
  readonly #numbers = new Map<string, number>()
  readonly all: T[] = []

  of(name: string, thing: T): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#numbers.set(name, this.all.length)
    return this.all.push(thing) - 1
  }
}

/** What processes that saw the cache differently would say: no answer has this mark. */
const UNSURE = 'unsure'

/** What was asked while a part was made. */
export interface TracedPart {
  asked: Asked
  lookedUp: readonly number[]
}

/** A part that was made earlier, by the numbers that questions have in the state of then. */
export interface EarlierPart {
  earlier: Part
  questions: SiteState['questions']
}

/** Collects the questions of all parts. */
export class Questions {
  readonly #numbers = new Numbers<[question: string, mark: string]>()
  /** By the number that a question has in another state, the one that it has here. */
  readonly #renumbered = new Map<SiteState['questions'], number[]>()

  part(made: TracedPart | EarlierPart): Part {
    if ('earlier' in made) return this.#earlierPart(made)
    return { asked: made.asked.map((pair) => this.#of(pair)), lookedUp: made.lookedUp }
  }

  /** The parts of a large site name the same questions a million times: each is looked up once. */
  #earlierPart({ earlier, questions }: EarlierPart): Part {
    const numbers = this.#renumbered.get(questions) ?? []
    this.#renumbered.set(questions, numbers)
    const asked: number[] = []
    for (const number of earlier.asked) {
      const pair = questions[number]
      if (pair) asked.push((numbers[number] ??= this.#of(pair)))
    }
    return { asked, lookedUp: earlier.lookedUp }
  }

  #of([question, mark]: Asked[number]): number {
    const number = this.#numbers.of(question, [question, mark])
    const known = this.#numbers.all[number]
    if (known && known[1] !== mark) known[1] = UNSURE
    return number
  }

  get all(): readonly (readonly [question: string, mark: string])[] {
    return this.#numbers.all
  }
}

/** A state as JSON can say it. */
export function encodeState({ questions, mediaMarks, pages, search, stamps, ...rest }: SiteState): unknown {
  return {
    ...rest,
    questions: questions.flat(),
    mediaMarks: [...mediaMarks].flat(),
    pages: Array.from(pages, ([file, { given, isPage, media, ...part }]) => [file, given, isPage, media, ...encodePart(part)]),
    search: search && encodeSearch(search),
    stamps: Array.from(stamps, ([file, stamp]) => [file, ...stamp]),
  }
}

type Encoded = Omit<SiteState, 'questions' | 'mediaMarks' | 'pages' | 'search' | 'stamps'> & {
  questions: string[]
  mediaMarks: (number | string)[]
  pages: [file: string, given: string, isPage: boolean, media: number[], ...part: EncodedPart][]
  search?: unknown
  stamps: [file: string, size: number, mtimeMs: number][]
}

/** {@link encodeState}, read again; its file says that it is whole and of this format. */
export function decodeState(encoded: unknown): SiteState {
  const { questions, mediaMarks, pages, search, stamps, ...rest } = encoded as Encoded
  return {
    ...rest,
    questions: pairsOf<string, string>(questions),
    mediaMarks: new Map(pairsOf<number, string>(mediaMarks)),
    pages: new Map(pages.map(([file, given, isPage, media, ...part]) => [file, { given, isPage, media, ...decodePart(part) }])),
    search: search === undefined ? undefined : decodeSearch(search),
    stamps: new Map(stamps.map(([file, ...stamp]) => [file, stamp])),
  }
}

function pairsOf<A, B>(flat: readonly (A | B)[]): [A, B][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1]] as [A, B])
}
