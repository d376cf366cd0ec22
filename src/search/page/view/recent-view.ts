import { element, find } from './dom.ts'
import type { RecentSearches } from '../recent.ts'

/** Recent searches as buttons, and one to clear them. */
export class RecentView {
  /** Called with the selected one; with '' after they were cleared. */
  onChoose: (text: string) => void
  readonly #place: HTMLElement
  readonly #recent: RecentSearches
  #shown = ''

  constructor(place: HTMLElement, recent: RecentSearches, onChoose: (text: string) => void) {
    this.#place = place
    this.#recent = recent
    this.onChoose = onChoose
    find(place, '[data-forget]', HTMLButtonElement).addEventListener('click', () => {
      recent.clear()
      this.show(true)
      this.onChoose('')
    })
  }

  add(text: string): void {
    this.#recent.add(text)
  }

  show(wanted: boolean): void {
    const texts = wanted ? this.#recent.list() : []
    this.#place.hidden = texts.length === 0
    // A button that is being pressed must not be replaced.
    const shown = JSON.stringify(texts)
    if (shown === this.#shown) return
    this.#shown = shown
    find(this.#place, 'ul', HTMLUListElement).replaceChildren(...texts.map((text) => this.#choice(text)))
  }

  #choice(text: string): HTMLElement {
    const button = element('button', { type: 'button', dir: 'auto' }, text)
    button.addEventListener('click', () => this.onChoose(text))
    return element('li', {}, button)
  }
}
