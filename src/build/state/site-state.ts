import { z } from 'zod'
import type { Asked } from '../../views/trace/trace.ts'
import { decodePart, encodePart, type Dependencies, partSchema, pathSchema } from './part.ts'
import { decodeSearch, encodeSearch, searchSchema, type SearchPart } from './search-part.ts'

export interface PagePart extends Dependencies {
  /** As in PlannedPage. */
  given: string
  isPage: boolean
  /** The numbers of the media files that it references. */
  media: readonly number[]
}

/** The state of a built site, for the next build. */
export interface SiteState {
  /** The inputs of every page: see inputs.ts. */
  inputs: string
  /** The digest of the site's files, as in its marker. */
  files: string
  questions: readonly (readonly [question: string, mark: string])[]
  /** Marks that identify media, by the numbers of their addresses. */
  mediaMarks: ReadonlyMap<number, string>
  /** Media files, relative to the site. */
  media: readonly string[]
  /** Reusable pages, by file. */
  pages: ReadonlyMap<string, PagePart>
  /** Undefined if the search index must be made again. */
  search: SearchPart | undefined
  /** Size and time of the files that may be reused. */
  stamps: ReadonlyMap<string, Stamp>
}

export type Stamp = readonly [size: number, mtimeMs: number]

/** Assigns numbers to repeated values. */
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

/** The mark for questions that processes saw differently answered: no answer has it. */
const UNSURE = 'unsure'

/** Collects the questions of all parts. */
export class Questions {
  readonly #numbers = new Numbers<[question: string, mark: string]>()

  part(asked: Asked, mediaLookups: readonly number[]): Dependencies {
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

/** The questions of a part, with the marks of their answers. */
export const askedIn = (questions: SiteState['questions'], { dependencies }: Pick<Dependencies, 'dependencies'>): Asked =>
  dependencies.flatMap((number) => {
    const pair = questions[number]
    return pair ? [pair] : []
  })

/** Serializes a state for JSON. */
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

/** Validates the output of {@link encodeState}. A shard's state comes from another machine. */
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

/**
 * Parses the output of {@link encodeState}, whose file has been verified as complete. Undefined if it names a file outside the site, or has
 * another form.
 */
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
