import { hasUnspaced } from '../../unspaced.ts'
import { keyOf } from '../../titles/title-words.ts'
import type { Hit } from '../engine/hit.ts'
import type { SearchPlace } from '../engine/indexes.ts'
import { TitleSearch } from './title-search.ts'

/** Who types on is answered by titles alone. */
const PAUSE_MS = 350
/** A shorter text begins so many words that titles are the better answer to it; a character of Chinese or Japanese is half a word. */
const SHORT = { letters: 3, characters: 1 }

/** Titles are the same for all boxes of a page. */
let titles: TitleSearch | undefined

/** Has titles answer each key on a large site, and texts once nothing is typed for a while. Elsewhere texts answer each key. */
export class TitlesFirst<T> {
  readonly #titles: TitleSearch
  readonly #askTexts: (asked: T) => void
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(place: SearchPlace, askTexts: (asked: T) => void) {
    this.#titles = titles ??= new TitleSearch(place)
    this.#askTexts = askTexts
  }

  /** False where texts are to answer each key. */
  isAvailable(): Promise<boolean> {
    return this.#titles.isAvailable()
  }

  find(text: string, count: number): Promise<Hit[]> {
    return this.#titles.find(text, count)
  }

  /** Texts are not asked for what was typed before. */
  cancel(): void {
    clearTimeout(this.#pause)
  }

  askTextsLater(asked: T): void {
    this.cancel()
    this.#pause = setTimeout(() => this.#askTexts(asked), PAUSE_MS)
  }
}

/** True for a text that nobody looks for in texts, if enough titles have it. */
export const isShort = (text: string): boolean => keyOf(text).length <= (hasUnspaced(text) ? SHORT.characters : SHORT.letters)
