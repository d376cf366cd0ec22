import { z } from 'zod'
import type { Asked } from '../../views/trace/trace.ts'
import { decodePart, encodePart, type Part, partSchema, pathSchema } from './part.ts'
import { decodeSearch, encodeSearch, searchSchema, type SearchPart } from './search-part.ts'

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

  part(asked: Asked, mediaLookups: readonly number[]): Part {
    const numbers = asked.map(([question, mark]) => {
      const number = this.#numbers.of(question, [question, mark])
      const known = this.#numbers.all[number]
      if (known && known[1] !== mark) known[1] = UNSURE
      return number
    })
    return { dependencies: numbers, mediaLookups }
  }

  get all(): readonly (readonly [question: string, mark: string])[] {
    return this.#numbers.all
  }
}

/** What a part has asked, with the marks of the answers. */
export const askedIn = (questions: SiteState['questions'], { dependencies }: Pick<Part, 'dependencies'>): Asked =>
  dependencies.flatMap((number) => {
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

/** What {@link encodeState} writes. A shard's comes from another machine. */
const stateSchema = z.object({
  inputs: z.string(),
  files: z.string(),
  questions: z.array(z.string()),
  mediaMarks: z.array(z.union([z.number(), z.string()])),
  media: z.array(pathSchema),
  pages: z.array(z.tuple([pathSchema, z.string(), z.boolean(), z.array(z.int()), ...partSchema.def.items])),
  search: searchSchema.optional(),
  stamps: z.array(z.tuple([pathSchema, z.number(), z.number()])),
})

/** {@link encodeState}, read again; its file says that it is whole. Undefined where it names a file outside of the site, or is of another form. */
export function decodeState(encoded: unknown): SiteState | undefined {
  const { data } = stateSchema.safeParse(encoded)
  if (!data) return undefined
  const { questions, mediaMarks, pages, search, stamps, ...rest } = data
  return {
    ...rest,
    questions: pairsOf<string, string>(questions),
    mediaMarks: new Map(pairsOf<number, string>(mediaMarks)),
    pages: new Map(pages.map(([file, given, isPage, media, ...part]) => [file, { given, isPage, media, ...decodePart(part) }])),
    search: search && decodeSearch(search),
    stamps: new Map(stamps.map(([file, ...stamp]) => [file, stamp])),
  }
}

function pairsOf<A, B>(flat: readonly (A | B)[]): [A, B][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[2 * at], flat[2 * at + 1]] as [A, B])
}
