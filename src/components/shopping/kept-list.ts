/** All sites of a host have one list: a page that looks whether there is any needs no more than this name. */
const SHOPPING_KEY = 'shopping list'

/** A tool or part as a guide on the list names it. */
export interface ListedThing {
  /** Tells it from others in all guides and languages. */
  key: string
  name: string
  isPart: boolean
  count: number
  isOptional: boolean
  /** Not the guide needs it, but one to do first. */
  isBefore: boolean
  notes: string
  /** Where it is had, or what it is; '' for nowhere. */
  href: string
}

/** A guide whose tools and parts are on the list. */
export interface ListedGuide {
  guideid: string
  path: string
  title: string
  /** The paths of the guides to do first. */
  before: string[]
  things: ListedThing[]
}

interface Kept {
  guides: ListedGuide[]
  /** Keys of parts that somebody has by now. */
  got: string[]
}

/** The guides on the list of one site, and what somebody has of it, kept on this device only. `root` is the path of the site. */
export class KeptList {
  readonly #root: string
  /** Stands in where the browser keeps nothing, or no more: then all is known until the page is left. */
  #memory: string | undefined

  constructor(root: string) {
    this.#root = root
  }

  get guides(): ListedGuide[] {
    return this.#read().guides.filter((guide) => this.#isHere(guide))
  }

  get got(): ReadonlySet<string> {
    return new Set(this.#read().got)
  }

  /** False after a change that the browser did not keep. */
  get isKept(): boolean {
    return this.#memory === undefined
  }

  /** Puts a guide on the list, last, or what it needs by now in its place. */
  put(guide: ListedGuide): void {
    const { guides, got } = this.#read()
    const at = guides.findIndex((other) => this.#isHere(other) && other.guideid === guide.guideid)
    this.#write({ guides: at < 0 ? [...guides, guide] : guides.with(at, guide), got })
  }

  /** Takes a guide off the list, or all of them; answers with what was taken, by its place. */
  take(guideid?: string): Map<number, ListedGuide> {
    const isTaken = (guide: ListedGuide): boolean => guideid === undefined || guide.guideid === guideid
    const { guides } = this
    this.#replace(guides.filter((guide) => !isTaken(guide)))
    return new Map(Array.from(guides.entries()).filter(([, guide]) => isTaken(guide)))
  }

  /** Puts guides back in their places, beside those that were put on the list since. */
  putBack(taken: ReadonlyMap<number, ListedGuide>): void {
    const since = this.guides
    const guides = [...since]
    for (const [at, guide] of taken) if (!since.some(({ guideid }) => guideid === guide.guideid)) guides.splice(at, 0, guide)
    this.#replace(guides)
  }

  #replace(guides: readonly ListedGuide[]): void {
    const kept = this.#read()
    this.#write({ ...kept, guides: [...kept.guides.filter((guide) => !this.#isHere(guide)), ...guides] })
  }

  turn(key: string, on: boolean): void {
    const { guides, got } = this.#read()
    const others = got.filter((other) => other !== key)
    this.#write({ guides, got: on ? [...others, key] : others })
  }

  #isHere({ path }: ListedGuide): boolean {
    return path.startsWith(this.#root)
  }

  /** Read anew each time: the list may be open in two windows. */
  #read(): Kept {
    try {
      const kept = JSON.parse(this.#memory ?? localStorage.getItem(SHOPPING_KEY) ?? '') as Partial<Record<keyof Kept, unknown>> | null
      const listOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])
      return {
        guides: listOf(kept?.guides).filter(isGuide),
        got: listOf(kept?.got).filter((key): key is string => typeof key === 'string'),
      }
    } catch {
      return { guides: [], got: [] } // Forbidden, nothing kept yet, or written by others who share the host.
    }
  }

  #write(kept: Kept): void {
    const isEmpty = kept.guides.length + kept.got.length === 0
    const text = JSON.stringify(kept)
    try {
      if (isEmpty) localStorage.removeItem(SHOPPING_KEY)
      else localStorage.setItem(SHOPPING_KEY, text)
      this.#memory = undefined
    } catch {
      this.#memory = text // The person forbids sites to keep anything, or the place is full.
    }
  }
}

const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string')

function isGuide(kept: unknown): kept is ListedGuide {
  const { guideid, path, title, before, things } = (kept ?? {}) as Partial<Record<keyof ListedGuide, unknown>>
  return areTexts([guideid, path, title]) && Array.isArray(before) && areTexts(before) && Array.isArray(things) && things.every(isThing)
}

function isThing(kept: unknown): kept is ListedThing {
  const { key, name, notes, href, count } = (kept ?? {}) as Partial<Record<keyof ListedThing, unknown>>
  return areTexts([key, name, notes, href]) && typeof count === 'number'
}
