import { element, find } from './dom.ts'
import type { RecentSearches } from '../recent.ts'

export type RecentView = ReturnType<typeof recentView>

/** Recent searches as buttons, and one to clear them. `onChoose` is called with the selected one; with '' after they were cleared. */
export function recentView(place: HTMLElement, recent: RecentSearches, onChoose: (text: string) => void) {
  let shown = ''
  const view = { onChoose, add: recent.add, show }
  find(place, '[data-forget]', HTMLButtonElement).addEventListener('click', () => {
    recent.clear()
    show(true)
    view.onChoose('')
  })

  function show(wanted: boolean): void {
    const texts = wanted ? recent.list() : []
    place.hidden = texts.length === 0
    // A button that is being pressed must not be replaced.
    const wantedTexts = JSON.stringify(texts)
    if (wantedTexts === shown) return
    shown = wantedTexts
    find(place, 'ul', HTMLUListElement).replaceChildren(...texts.map(choice))
  }

  function choice(text: string): HTMLElement {
    const button = element('button', { type: 'button', dir: 'auto' }, text)
    button.addEventListener('click', () => view.onChoose(text))
    return element('li', {}, button)
  }

  return view
}
