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

/** Collects the questions of all parts. */
export class Questions {
  readonly #numbers = new Numbers<[question: string, mark: string]>()

  part(asked: Asked, lookedUp: readonly number[]): Part {
    const numbers = asked.map(([question, mark]) => {
      const number = this.#numbers.of(question, [question, mark])
      const known = this.#numbers.all[number]
      if (known && known[1] !== mark) known[1] = UNSURE
      return number
    })
    return { asked: numbers, lookedUp }
  }

  get all(): readonly (readonly [question: string, mark: string])[] {
    return this.#numbers.all
  }
}

/** What a part has asked, with the marks of the answers. */
export const askedIn = (questions: SiteState['questions'], { asked }: Pick<Part, 'asked'>): Asked =>
  asked.flatMap((number) => {
    const pair = questions[number]
    return pair ? [pair] : []
  })

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
