import { hasUnspaced } from '../../unspaced.ts'
import { keyOf } from '../../titles/title-words.ts'
import type { Hit } from '../engine/hit.ts'
import type { SearchPlace } from '../engine/indexes.ts'
import { TitleSearch } from './title-search.ts'

/** While typing continues, only titles answer. */
const PAUSE_MS = 350
/** Shorter texts are a prefix of so many words that titles answer them better; a Chinese or Japanese character is half a word. */
const SHORT = { letters: 3, characters: 1 }

/** All boxes of a page share its titles. */
let titles: TitleSearch | undefined

/** On a large site, titles answer each key, and texts once typing pauses. Elsewhere texts answer each key. */
export class TitlesFirst<T> {
  readonly #titles: TitleSearch
  readonly #askTexts: (asked: T) => void
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(place: SearchPlace, askTexts: (asked: T) => void) {
    this.#titles = titles ??= new TitleSearch(place)
    this.#askTexts = askTexts
  }

  /** False if texts answer each key. */
  isAvailable(): Promise<boolean> {
    return this.#titles.isAvailable()
  }

  find(text: string, count: number): Promise<Hit[]> {
    return this.#titles.find(text, count)
  }

  /** Cancels the pending text search. */
  cancel(): void {
    clearTimeout(this.#pause)
  }

  askTextsLater(asked: T): void {
    this.cancel()
    this.#pause = setTimeout(() => this.#askTexts(asked), PAUSE_MS)
  }
}

/** True for a text that is not searched for in texts, if enough titles match. */
export const isShort = (text: string): boolean => keyOf(text).length <= (hasUnspaced(text) ? SHORT.characters : SHORT.letters)
